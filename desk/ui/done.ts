import type { DeskContext } from '../desk-env.ts'
import type { MessageKey } from '../messages.ts'

/** What a form has done, said at the top of the page that it leads to. */
const doneMessages = [
  ...(['done_withdrawn', 'done_returned', 'done_asked', 'done_declined'] as const),
  ...(['done_notice_agreed', 'done_notice_ended'] as const),
  ...(['done_change_agreed', 'done_change_made', 'done_ruling_agreed'] as const),
  ...(['done_answered', 'done_crash_closed'] as const),
  ...(['refund_queued', 'plan_given', 'grant_was_declined'] as const),
] satisfies readonly MessageKey[]
type DoneMessage = (typeof doneMessages)[number]

/** For so long it is said; a page that is reloaded later shows what holds then. */
const saidMs = 60_000

/** Leads from a form to a page, which says what was done. */
export const redirectDone = (c: DeskContext, path: string, done: DoneMessage) =>
  c.redirect(`${path}?done=${done}.${c.get('now').getTime().toString(36)}`, 303)

/** What the page of this request has to say was done; null: nothing. */
export function doneIn(c: DeskContext): DoneMessage | null {
  const [name, at = ''] = (c.req.query('done') ?? '').split('.')
  const age = c.get('now').getTime() - parseInt(at, 36)
  return age >= 0 && age < saidMs ? (doneMessages.find((one) => one === name) ?? null) : null
}
