// The pages of the desk with an editor: what is typed is kept on the device until it is saved, so
// that a lost connection loses nothing, and a question is checked and shown while it is typed.

import { sendFiles } from './upload.ts'

type StoredDraft = { version: string; at: number; fields: [name: string, value: string][] }

const keepMs = 14 * 86_400_000
const storeAfterMs = 300
const checkAfterMs = 700

const form = document.querySelector<HTMLFormElement>('form[data-draft]')
if (form) keepDrafts(form)
sendFiles()

function keepDrafts(form: HTMLFormElement) {
  const key = `desk-draft ${location.pathname}`
  const initial = JSON.stringify(fieldsOf(form))
  const found = document.querySelector<HTMLElement>('[data-draft-found]')
  const offline = document.querySelector<HTMLElement>('[data-draft-offline]')
  const stored = storedDraft(key)
  const isSavedNow = new URLSearchParams(location.search).has('saved')
  if (stored && (isSavedNow || JSON.stringify(stored.fields) === initial)) forget(key)
  else if (stored && found) found.hidden = false

  found?.querySelector('[data-draft-restore]')?.addEventListener('click', () => {
    if (!stored) return
    restore(form, stored)
    found.hidden = true
    check(form)
  })
  found?.querySelector('[data-draft-discard]')?.addEventListener('click', () => {
    forget(key)
    found.hidden = true
  })

  let storing = 0
  let checking = 0
  form.addEventListener('input', () => {
    clearTimeout(storing)
    storing = setTimeout(() => store(key, form), storeAfterMs)
    clearTimeout(checking)
    checking = setTimeout(() => check(form), checkAfterMs)
  })
  form.addEventListener('submit', (event) => {
    clearTimeout(storing)
    store(key, form)
    if (navigator.onLine) return
    event.preventDefault()
    if (offline) offline.hidden = false
    offline?.scrollIntoView({ block: 'center' })
  })
  addEventListener('online', () => {
    if (offline) offline.hidden = true
  })
}

/** The fields that somebody types or chooses; not the token, which is of one session. */
function fieldsOf(form: HTMLFormElement): StoredDraft['fields'] {
  return [...new FormData(form)].flatMap(([name, value]): StoredDraft['fields'] =>
    typeof value === 'string' && name !== 'token' && name !== 'version' ? [[name, value]] : [],
  )
}

function store(key: string, form: HTMLFormElement) {
  const version = new FormData(form).get('version')
  const draft: StoredDraft = {
    version: typeof version === 'string' ? version : '',
    at: Date.now(),
    fields: fieldsOf(form),
  }
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The storage is full or switched off: the page works without it.
    return
  }
}

function storedDraft(key: string): StoredDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null
    if (draft && Date.now() - draft.at < keepMs) return draft
    forget(key)
  } catch {
    return null
  }
  return null
}

function forget(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  }
}

/** Fills the form in, with the version that the draft was begun from: who saved meanwhile is
 *  noticed when it is sent. */
function restore(form: HTMLFormElement, { version, fields }: StoredDraft) {
  const values = new Map(fields)
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
      element.checked =
        values.get(element.name) === element.value ||
        (element.type === 'checkbox' && values.has(element.name))
    else if (element instanceof HTMLInputElement && element.name === 'version')
      element.value = version
    else if (isTyped(element) && element.name !== 'token')
      element.value = values.get(element.name) ?? element.value
  }
}

const isTyped = (
  element: Element,
): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

let checkNumber = 0

/** Shows what readers would see, and what is wrong at each field. Without a connection both stay as
 *  they are. */
function check(form: HTMLFormElement) {
  const address = form.dataset.check
  const live = document.getElementById('live')
  if (address === undefined || !live || !navigator.onLine) return
  const number = ++checkNumber
  const body = new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  fetch(address, { method: 'POST', body })
    .then(async (answer) => {
      if (!answer.ok || answer.redirected) return
      const html = await answer.text()
      // A later answer is of a later text.
      if (number !== checkNumber) return
      live.innerHTML = html
      showProblems(form, live)
    })
    .catch(() => undefined)
}

/** Moves each problem to its field. */
function showProblems(form: HTMLFormElement, live: HTMLElement) {
  for (const old of form.querySelectorAll('.f.bad')) old.classList.remove('bad')
  for (const old of form.querySelectorAll('.f > .err')) old.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
  for (const problem of live.querySelectorAll<HTMLElement>('[data-of]')) {
    const name = problem.dataset.of ?? ''
    const field = document.getElementById(name) ?? document.getElementById(`${name}-field`)
    const box = field?.closest('.f')
    if (!box || box.querySelector('.err')) {
      problem.remove()
      continue
    }
    problem.hidden = false
    box.append(problem)
    box.classList.add('bad')
    if (field !== box) field?.setAttribute('aria-invalid', 'true')
  }
}
