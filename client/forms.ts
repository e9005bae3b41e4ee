/** Covers the page while a posted form is on its way. Coming back to the page uncovers it. */
export function watchForms() {
  const overlay = () => document.querySelector<HTMLDialogElement>('[data-wait]')
  addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.method === 'post')
      overlay()?.showModal()
  })
  addEventListener('pageshow', () => overlay()?.close())
}
