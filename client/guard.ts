/** Prevents copying and the find shortcut, except in form fields and in elements with
 *  data-copyable: codes, receipts, addresses. */
export function guardContent() {
  const isAllowed = (event: Event) =>
    event.target instanceof Element &&
    event.target.closest('input,textarea,select,[contenteditable],[data-copyable]') !== null
  addEventListener('copy', (event) => {
    const { anchorNode } = getSelection() ?? {}
    const inCopyable = anchorNode?.parentElement?.closest('[data-copyable]')
    if (!isAllowed(event) && !inCopyable) event.preventDefault()
  })
  addEventListener('keydown', (event) => {
    const isFind =
      event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f')
    if (isFind && !isAllowed(event)) event.preventDefault()
  })
}
