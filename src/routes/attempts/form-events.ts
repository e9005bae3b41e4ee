import type { AttemptState, JournalEvent } from '../../../domain/attempt/journal.ts'
import { isLocale } from '../../../domain/locale.ts'

/** The saved options that a page was rendered with, for its hidden field `was`: '2.-.0' for three
 *  questions, the second without an answer. questions: ids in the paper's order. */
export const renderedAnswers = (
  { questions: states }: AttemptState,
  questions: readonly string[],
) => questions.map((id) => states.get(id)?.saved ?? '-').join('.')

/** The journal events of a submitted form, in the order of the paper: one saved answer for each
 *  question that was changed since the page was rendered. What the page only showed is not the
 *  reader's tap: another device may have changed it since. The writer is a digest of the form and
 *  the ticks continue from the rendered page, so the same form sent twice yields the same events.
 *  questions: in the paper's order; optionCount: absent where it is not known. */
export async function formEvents(
  typed: Record<string, string>,
  questions: readonly { id: string; optionCount?: number }[],
  attemptId: string,
  now: number,
): Promise<JournalEvent[]> {
  const shown = typed.shows?.slice(0, 2)
  const was = typed.was?.split('.') ?? []
  const answers = questions.flatMap(({ id, optionCount = 9 }, index) => {
    const value = typed[String(index + 1)] ?? ''
    return /^\d$/.test(value) && Number(value) <= optionCount && value !== was[index]
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

/** The device of an attempt's forms: one for each kind of browser, which without script has no id.
 *  */
export const formDevice = async (attemptId: string, userAgent: string): Promise<string> =>
  `form-${await digest(JSON.stringify([attemptId, userAgent]))}`

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes.slice(0, 8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
