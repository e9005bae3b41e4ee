/** Shows an overlay while a form is being posted, and closes it when the page is shown again. */
export function watchForms() {
  const overlay = () => document.querySelector<HTMLDialogElement>('[data-wait]')
  addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.method === 'post')
      overlay()?.showModal()
  })
  addEventListener('pageshow', () => overlay()?.close())
  watchLinks()
}

/** Shows at a link that its page is on the way: on a slow line that takes seconds. */
function watchLinks() {
  let busy: HTMLElement | null = null
  const mark = (link: HTMLElement | null) => {
    if (busy) busy.style.opacity = ''
    busy = link
    if (busy) busy.style.opacity = '0.6'
  }
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    const leaves = link?.origin === location.origin && link.pathname !== location.pathname
    if (leaves && !event.defaultPrevented && !event.ctrlKey && !event.metaKey) mark(link)
  })
  addEventListener('pageshow', () => mark(null))
}
