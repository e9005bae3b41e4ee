import { loadHallMessages } from 'virtual:hall-messages'
import type { Locale } from '../../../domain/locale.ts'
import type { HallMessages } from './message-keys.ts'

const retryAfterMs = 2000

/** Fetches the hall's messages in a language. Retries until it succeeds; the page works as a form
 *  until then. */
export async function fetchHallMessages(locale: Locale): Promise<HallMessages> {
  for (;;) {
    const file = await loadHallMessages[locale]().catch(() => null)
    if (file) return file.default
    await new Promise((retry) => setTimeout(retry, retryAfterMs))
  }
}

/** Fills a message's placeholders: 'Question {number}', { number: 4 } -> 'Question 4'. */
export const fillMessage = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (match, name: string) => String(values[name] ?? match))
