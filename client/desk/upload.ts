// The form that brings a file in: the file may be dropped anywhere on the page, and how far it is
// is shown. Without this script the browser sends the form itself.

type Say = 'too-large' | 'sending' | 'reading' | 'broken'

let watching = new AbortController()

/** Watches the page's form with a file, if it has one. */
export function sendFiles() {
  watching.abort()
  watching = new AbortController()
  const form = document.querySelector<HTMLFormElement>('form[data-upload]')
  const input = form?.querySelector<HTMLInputElement>('input[type=file]')
  if (!form || !input) return
  takeDroppedFiles(form, input)
  input.addEventListener('change', () => say(form, isTooLarge(form, input) ? 'too-large' : null))
  form.addEventListener('submit', (event) => {
    if (!input.files?.length) return
    event.preventDefault()
    if (isTooLarge(form, input)) say(form, 'too-large')
    else send(form)
  })
}

const isTooLarge = (form: HTMLFormElement, input: HTMLInputElement) =>
  (input.files?.[0]?.size ?? 0) > Number(form.dataset.upload)

/** Without this, a browser opens a file that is dropped beside the field. */
function takeDroppedFiles(form: HTMLFormElement, input: HTMLInputElement) {
  const { signal } = watching
  const zone = form.querySelector<HTMLElement>('[data-drop]')
  const mark = (isOver: boolean) => zone?.classList.toggle('over', isOver)
  const over = (event: DragEvent) => {
    event.preventDefault()
    mark(true)
  }
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) mark(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    mark(false)
    if (!event.dataTransfer?.files.length) return
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change'))
  }
  document.addEventListener('dragover', over, { signal })
  document.addEventListener('dragleave', leave, { signal })
  document.addEventListener('drop', drop, { signal })
}

function send(form: HTMLFormElement) {
  const request = new XMLHttpRequest()
  const button = form.querySelector<HTMLButtonElement>('button.btn')
  const sending = form.querySelector<HTMLProgressElement>('[data-upload-say=sending] progress')
  if (button) button.disabled = true
  say(form, 'sending')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (sending && total > 0) sending.value = loaded / total
  })
  request.upload.addEventListener('load', () => say(form, 'reading'))
  request.addEventListener('load', () => show(request))
  request.addEventListener('error', () => {
    if (button) button.disabled = false
    say(form, 'broken')
  })
  request.open('POST', form.action)
  request.send(new FormData(form))
}

/** The draft that was made, or the page that says why there is none. */
function show({ status, responseURL, responseText }: XMLHttpRequest) {
  if (status === 200) {
    location.assign(responseURL)
    return
  }
  const answer = new DOMParser().parseFromString(responseText, 'text/html').querySelector('main')
  if (!answer) {
    location.assign(responseURL)
    return
  }
  document.querySelector('main')?.replaceWith(document.adoptNode(answer))
  scrollTo(0, 0)
  sendFiles()
}

function say(form: HTMLFormElement, what: Say | null) {
  for (const element of form.querySelectorAll<HTMLElement>('[data-upload-say]'))
    element.hidden = element.dataset.uploadSay !== what
}
