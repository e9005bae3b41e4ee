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

/** Leads from a form to a page, which says what was done. */
export const redirectDone = (c: DeskContext, path: string, done: DoneMessage) =>
  c.redirect(`${path}?done=${done}`, 303)

/** What the page of this request has to say was done; null: nothing. */
export const doneIn = (c: DeskContext): DoneMessage | null =>
  doneMessages.find((message) => message === c.req.query('done')) ?? null
