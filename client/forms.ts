/** Covers the page while a form is being posted. Coming back to the page uncovers it. */
export function watchForms() {
  const overlay = () => document.querySelector<HTMLDialogElement>('[data-wait]')
  addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.method === 'post')
      overlay()?.showModal()
  })
  addEventListener('pageshow', () => overlay()?.close())
}
