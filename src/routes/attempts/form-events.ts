import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import { isLocale } from '../../../domain/locale.ts'
import type { PaperVersion } from '../../../domain/attempt/solutions.ts'

/** The journal events of a submitted form: one `save` for each answered question, in the order of
 *  the paper. The writer id is a digest of the form, so that the same form sent twice yields the
 *  same events; the ticks continue after the last one of the rendered page. */
export async function formEvents(
  typed: Record<string, string>,
  { questions }: PaperVersion,
  attemptId: string,
  now: number,
): Promise<JournalEvent[]> {
  const shown = typed.shows?.slice(0, 2)
  const answers = questions.flatMap(({ id, optionCount }, index) => {
    const value = typed[String(index + 1)] ?? ''
    return /^\d$/.test(value) && Number(value) <= optionCount
      ? [{ question: id, option: Number(value) }]
      : []
  })
  const lastTick = /^\d{1,9}$/.test(typed.lastTick ?? '') ? Number(typed.lastTick) : 0
  const writer = `form-${await digest(JSON.stringify([attemptId, lastTick, answers]))}`
  return answers.map((answer, index) => ({
    ...answer,
    writer,
    tick: lastTick + index + 1,
    at: now,
    kind: 'save',
    locale: isLocale(shown) ? shown : null,
    spentMs: 0,
  }))
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes.slice(0, 8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
