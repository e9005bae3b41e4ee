import type { Messages } from './messages.ts'

/** Covers the page while a form is being submitted, so that it is not submitted twice. Opened by
 *  the entry script. */
export function SubmissionOverlay({ messages }: { messages: Messages }) {
  return (
    <dialog className="wait" data-wait="">
      <p role="status">{messages.wait_overlay()}</p>
    </dialog>
  )
}
