/** Shows an overlay while a form is being posted, and closes it when the page is shown again. */
export function watchForms() {
  const overlay = () => document.querySelector<HTMLDialogElement>('[data-wait]')
  addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.method === 'post')
      overlay()?.showModal()
  })
  addEventListener('pageshow', () => overlay()?.close())
}
