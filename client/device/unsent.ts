import type { TextStore } from './ports.ts'

/** What this device has stored and the server may not have: attempts by their id, with events that
 *  are unsent or a submission that is not confirmed, and whether there are reviews of cards
 *  (journal/event-storage.ts, cards/card-storage.ts). Errors: rejects if the browser refuses
 *  IndexedDB. */
export async function unsentIn(store: TextStore): Promise<{ attempts: string[]; cards: boolean }> {
  const [events, cards] = await Promise.all([store.entries('event/'), store.entries('card/')])
  // A confirmed attempt is removed: one that was handed in (event-line.ts) is not confirmed.
  const unsent = events.filter(([, text]) => /^\?|,submit,/.test(text))
  return {
    attempts: [...new Set(unsent.map(([key]) => key.split('/')[1] ?? ''))],
    cards: cards.some(([key]) => key.includes('/unsent/')),
  }
}
