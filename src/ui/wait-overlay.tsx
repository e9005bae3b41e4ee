import type { Words } from './words.ts'

/** Covers the page while a form is on its way, so that nobody sends it twice. Opened by the entry script. */
export function WaitOverlay({ words }: { words: Words }) {
  return (
    <dialog className="wait" data-wait="">
      <p role="status">{words.wait_overlay()}</p>
    </dialog>
  )
}
