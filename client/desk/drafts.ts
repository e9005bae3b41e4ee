// The pages of the desk with an editor: what is typed is kept on the device until it is saved, so
// that a lost connection loses nothing, and a question is checked and shown while it is typed.

import { sendFiles } from './upload.ts'

/** `isSent`: the form was sent with it, which may have failed. `more`: of the address, the empty
 *  fields that the page had for another item or question. */
type StoredDraft = {
  version: string
  at: number
  isSent: boolean
  more: string | null
  fields: [name: string, value: string][]
}

const keepMs = 14 * 86_400_000
const storeAfterMs = 300
const checkAfterMs = 700
/** The token is of one session; `writing` is which language is shown. */
const notTyped = ['token', 'version', 'writing']

const address = new URL(location.href)
const keyOf = (path: string) => `desk-draft ${path}`

forgetSent()
const form = document.querySelector<HTMLFormElement>('form[data-draft]')
if (form) keepDrafts(form)
sendFiles()

/** On the page that says that a form was saved: drops what was sent with it. A page that is
 *  reloaded says nothing new; what was typed there since then is kept. */
function forgetSent() {
  const isSaved = address.searchParams.has('saved') || address.searchParams.has('sent')
  if (!isSaved || history.state === 'seen') return
  history.replaceState('seen', '')
  const from = URL.canParse(document.referrer) ? new URL(document.referrer).pathname : null
  for (const path of [address.pathname, from])
    if (path !== null && storedDraft(keyOf(path))?.isSent) forget(keyOf(path))
}

/** data-draft-state, on an answer to the form: 'saved'; 'unsaved', and the form holds what was
 *  typed; 'refused', and the form holds what somebody else saved. */
function keepDrafts(form: HTMLFormElement) {
  // An answer to another form of the page, such as a refused new section, has another address.
  const key = keyOf(new URL(form.action).pathname)
  const found = document.querySelector<HTMLElement>('[data-draft-found]')
  const offline = document.querySelector<HTMLElement>('[data-draft-offline]')
  const stored = draftFor(form, key)
  if (form.dataset.draftState === 'unsaved') store(key, form, false)
  else if (form.dataset.draftState === 'saved') forget(key)
  else if (stored && textOf(stored.fields) === textOf(fieldsOf(form))) forget(key)
  else if (stored && address.searchParams.has('restore')) restore(form, stored)
  else if (stored && found) found.hidden = false

  found?.querySelector('[data-draft-restore]')?.addEventListener('click', () => {
    if (!stored) return
    const isRoomMissing = stored.fields.some(([name]) => !hasField(form, name))
    if (isRoomMissing && stored.more !== address.searchParams.get('more')) {
      const more = stored.more === null ? '' : `more=${stored.more}&`
      location.assign(`${address.pathname}?${more}restore`)
      return
    }
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
  const storeTyped = () => {
    storing = 0
    store(key, form, false)
  }
  form.addEventListener('input', () => {
    clearTimeout(storing)
    storing = setTimeout(storeTyped, storeAfterMs)
    clearTimeout(checking)
    checking = setTimeout(() => check(form), checkAfterMs)
  })
  form.addEventListener('submit', (event) => {
    clearTimeout(storing)
    storing = 0
    store(key, form, navigator.onLine)
    if (navigator.onLine) return
    event.preventDefault()
    if (offline) offline.hidden = false
    offline?.scrollIntoView({ block: 'center' })
  })
  // By a link or another form, before the time is over.
  addEventListener('pagehide', () => {
    if (storing !== 0) storeTyped()
  })
  addEventListener('online', () => {
    if (offline) offline.hidden = true
  })
}

/** The draft of a form. One that was refused can be saved after all: over what the page shows. */
function draftFor(form: HTMLFormElement, key: string): StoredDraft | null {
  const stored = storedDraft(key)
  if (!stored || form.dataset.draftState !== 'refused') return stored
  const draft = { ...stored, isSent: false, version: form.dataset.draft ?? stored.version }
  write(key, draft)
  return draft
}

function hasField(form: HTMLFormElement, name: string): boolean {
  return form.elements.namedItem(name) !== null
}

/** What was typed, for comparing: without the space that is not stored either. */
function textOf(fields: StoredDraft['fields']): string {
  const typed = fields.filter(([name]) => !name.endsWith('.id'))
  return JSON.stringify(
    typed.map(([name, value]) => [name, value.normalize().replace(/\s+/g, ' ').trim()]),
  )
}

/** The fields that somebody types or chooses. */
function fieldsOf(form: HTMLFormElement): StoredDraft['fields'] {
  return [...new FormData(form)].flatMap(([name, value]): StoredDraft['fields'] =>
    typeof value === 'string' && !notTyped.includes(name) ? [[name, value]] : [],
  )
}

function store(key: string, form: HTMLFormElement, isSent: boolean) {
  const version = new FormData(form).get('version')
  write(key, {
    version: typeof version === 'string' ? version : '',
    at: Date.now(),
    isSent,
    more: address.searchParams.get('more'),
    fields: fieldsOf(form),
  })
}

function write(key: string, draft: StoredDraft) {
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
    if (element instanceof HTMLInputElement && element.name === 'writing') continue
    const before = valueOf(element)
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
      element.checked =
        values.get(element.name) === element.value ||
        (element.type === 'checkbox' && values.has(element.name))
    else if (element instanceof HTMLInputElement && element.name === 'version')
      element.value = version
    else if (isTyped(element) && !notTyped.includes(element.name))
      element.value = values.get(element.name) ?? element.value
    if (valueOf(element) !== before) element.closest('details')?.setAttribute('open', '')
  }
}

function valueOf(element: Element): string | boolean {
  const isTicked = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)
  return isTicked ? element.checked : isTyped(element) ? element.value : ''
}

function isTyped(
  element: Element,
): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

let checkNumber = 0

/** Shows what readers would see, and what is wrong at each field. Without a connection both stay as
 *  they are. */
function check(form: HTMLFormElement) {
  const target = form.dataset.check
  const live = document.getElementById('live')
  if (target === undefined || !live || !navigator.onLine) return
  const number = ++checkNumber
  const body = new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  fetch(target, { method: 'POST', body })
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
