import { browserPorts } from './browser-ports.ts'
import { openCardLog } from './cards/card-log.ts'

// Answers that a closed page left on this phone go out when any page of the site opens, not only
// their own hall.

const keyOfAttempt = /^abhyasa\.journal\.1\.([0-9a-f-]{36})\./

/** Sends what is left, one attempt after another, and closes. Cards: their log sends by itself.
 *  stored: what IndexedDB has. keys: of the copies in localStorage. Errors: none. */
export async function sendLeftAnswers(
  stored: { attempts: readonly string[]; cards: boolean },
  keys: readonly string[],
) {
  const copied = keys.flatMap((key) => keyOfAttempt.exec(key)?.[1] ?? [])
  const attempts = [...new Set([...stored.attempts, ...copied])]
  const others = attempts.filter((attempt) => !location.pathname.includes(attempt))
  if (others.length > 0) {
    // The hall's script, which this phone has fetched before.
    const { sendLeftEvents } = await import('../islands/exam-hall.tsx')
    for (const attempt of others) await sendLeftEvents(attempt).catch(() => undefined)
  }
  const isDeck = document.querySelector('x-island[name=flash-deck]') !== null
  const hasCards = stored.cards || keys.some((key) => key.startsWith('abhyasa.card.'))
  if (!isDeck && hasCards) await sendCards()
}

async function sendCards() {
  const session = document.documentElement.dataset.session ?? 'guest'
  const log = await openCardLog(browserPorts(), session === 'over' ? 'guest' : session)
  const unsubscribe = log.subscribe(() => {
    if (log.status().unsent > 0) return
    unsubscribe()
    log.close()
  })
}
