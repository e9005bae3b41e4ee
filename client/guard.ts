/** Keeps texts from being copied and the find shortcut from opening; never in form fields, nor where data-copyable
 *  says that the reader needs the text: codes, receipts, our address. */
export function guardContent() {
  const isFree = (event: Event) =>
    event.target instanceof Element &&
    event.target.closest('input,textarea,select,[contenteditable],[data-copyable]') !== null
  addEventListener('copy', (event) => {
    const { anchorNode } = getSelection() ?? {}
    const inCopyable = anchorNode?.parentElement?.closest('[data-copyable]')
    if (!isFree(event) && !inCopyable) event.preventDefault()
  })
  addEventListener('keydown', (event) => {
    const isFind =
      event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f')
    if (isFind && !isFree(event)) event.preventDefault()
  })
}
