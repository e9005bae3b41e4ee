import { openTextStore } from './device/indexed-db.ts'
import { isRecord, parseJson, storedVersion } from './device/untyped-data.ts'

// What was chosen in a paper's plain form, until it is submitted: a phone that dropped the page, or
// whose browser was killed, shows it again. In IndexedDB, because a browser writes localStorage to
// disk some seconds later:
//
// draft/{path}  JSON with its version. choices: the value of each field; digest: of the paper that
//               was shown

const root = 'draft/'
const maxDrafts = 5
const device = openTextStore()

type Draft = { digest: string; at: number; choices: Record<string, string> }

/** Restores and stores the choices of a paper's form. Where the browser stores nothing, the form
 *  works as without script. */
export async function watchPaperDraft(form: HTMLFormElement) {
  const key = root + location.pathname
  const digest = form.querySelector<HTMLInputElement>('[name=digest]')?.value ?? ''
  form.addEventListener('change', () => {
    const draft: Draft = { digest, at: Date.now(), choices: chosen(form) }
    const text = JSON.stringify({ version: storedVersion, ...draft })
    void device.put([[key, text]]).catch(() => undefined)
  })
  // Submitted without a network, the form is stored by the service worker.
  form.addEventListener('submit', () => void device.remove([key]).catch(() => undefined))
  const drafts = await device.entries(root).catch(() => [])
  const draft = parseDraft(drafts.find(([other]) => other === key)?.[1] ?? '')
  if (draft?.digest === digest && restore(form, draft)) sayRestored(form)
  await device.remove(oldest(drafts))
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

/** The keys of all drafts but the newest. */
const oldest = (drafts: readonly [key: string, text: string][]) =>
  drafts
    .toSorted(([, one], [, other]) => (parseDraft(other)?.at ?? 0) - (parseDraft(one)?.at ?? 0))
    .slice(maxDrafts)
    .map(([key]) => key)

function parseDraft(text: string): Draft | null {
  const found = parseJson(text)
  if (!isRecord(found) || found.version !== storedVersion || !isRecord(found.choices)) return null
  return found as unknown as Draft
}
