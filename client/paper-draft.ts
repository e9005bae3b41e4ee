import { isRecord, parseJson, storedVersion } from './device/untyped-data.ts'

// What was chosen in a paper's plain form, until it is submitted: a phone that dropped the page, or
// whose browser was killed, shows it again. JSON with its version in localStorage:
//
// abhyasa.draft.{path}  choices: the value of each field; digest: of the paper that was shown

const root = 'abhyasa.draft.'
const maxDrafts = 5

type Draft = { digest: string; at: number; choices: Record<string, string> }

/** Restores and stores the choices of a paper's form. notice: said when something is restored. */
export function watchPaperDraft(form: HTMLFormElement) {
  const key = root + location.pathname
  const digest = form.querySelector<HTMLInputElement>('[name=digest]')?.value ?? ''
  const draft = readDraft(key)
  if (draft?.digest === digest && restore(form, draft)) sayRestored(form)
  form.addEventListener('change', () => store(key, { digest, at: Date.now(), choices: chosen(form) }))
  // Submitted without a network, the form is stored by the service worker.
  form.addEventListener('submit', () => forget(key))
}

const chosen = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('[type=radio]:checked')].map((input) => [
      input.name,
      input.value,
    ]),
  )

/** Returns whether anything was restored. What the browser itself has restored stays. */
function restore(form: HTMLFormElement, { choices }: Draft): boolean {
  let isRestored = false
  for (const input of form.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    if (choices[input.name] !== input.value || input.checked) continue
    input.checked = isRestored = true
  }
  return isRestored
}

function sayRestored(form: HTMLFormElement) {
  const notice = document.createElement('p')
  notice.className = 'small'
  notice.setAttribute('role', 'status')
  notice.textContent = form.dataset.draft ?? ''
  form.querySelector('section')?.before(notice)
}

function readDraft(key: string): Draft | null {
  try {
    const found = parseJson(localStorage.getItem(key) ?? '')
    if (!isRecord(found) || found.version !== storedVersion || !isRecord(found.choices)) return null
    return found as unknown as Draft
  } catch {
    return null
  }
}

/** Does nothing where the browser stores nothing: the form works as without script. */
function store(key: string, draft: Draft) {
  try {
    localStorage.setItem(key, JSON.stringify({ version: storedVersion, ...draft }))
    for (const old of oldDrafts()) localStorage.removeItem(old)
  } catch {
    // The choices are in the form.
  }
}

/** The keys of all drafts but the newest. */
const oldDrafts = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(root))
    .sort((one, other) => (readDraft(other)?.at ?? 0) - (readDraft(one)?.at ?? 0))
    .slice(maxDrafts)

function forget(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
