import { useEffect, useRef, type ReactNode } from 'react'

/** A modal dialog element: traps the focus, closes with Escape, and restores the focus. Screen
 *  readers begin at its heading. onClose: called after any way of closing. children: receive the
 *  function that closes it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector('h2')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="hall-dialog" aria-label={title} onClose={onClose}>
      <h2 tabIndex={-1}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  )
}
