import {
  earlierPrefix,
  identityLength,
  optionsIdentity,
  orderShown,
} from '../domain/attempt/option-identity.ts'
import { openTextStore } from './device/indexed-db.ts'
import { isRecord, parseJson, storedVersion } from './device/untyped-data.ts'

// What was chosen in a paper's plain form or in that of its answer sheet, until its result is
// shown: a phone that dropped the page, whose browser was killed, or whose submission failed, shows
// it again. In IndexedDB, because a browser writes localStorage to disk some seconds later:
//
// draft/{path}  JSON with its version. choices: the value of each field; sending: the id of the
//               form, which the server and the forms without network know it by

const root = 'draft/'
const maxDrafts = 5
/** How long a submission waits until its choices are stored. */
const maxStoreMs = 2000
const device = openTextStore()

type Choices = Record<string, string>
type Draft = { sending: string; at: number; choices: Choices }

/** Restores and stores the choices of a paper's form. Where the browser stores nothing, the form
 *  works as without script. */
export async function watchPaperDraft(form: HTMLFormElement) {
  const key = root + location.pathname
  const sending = appendHidden(form, 'sending', crypto.randomUUID())
  /** Of questions that this version of the paper has not, or has with other options. */
  let others: Choices = {}
  const drafts = device.entries(root).catch(() => [])
  // A tap before that stores nothing: it would replace what has not been restored yet.
  const restored = drafts.then(restoreDraft).catch(() => undefined)
  const store = async () => {
    await restored
    const answers = chosen(form)
    const choices = { ...unanswered(others, answers), ...answers }
    const draft = { version: storedVersion, sending: sending.value, at: Date.now(), choices }
    await device.put([[key, JSON.stringify(draft)]]).catch(() => undefined)
  }
  form.addEventListener('change', () => void store())
  const isOwnResult = form.dataset.draft === undefined
  let isLeaving = false
  form.addEventListener('submit', (event) => {
    // A page that is left loses what it has not stored yet, and the next one may be an error.
    event.preventDefault()
    if (isLeaving) return
    isLeaving = true
    // Questions that are answered once more have no result page: the next page shows them.
    const stored = isOwnResult ? device.remove([key]).catch(() => undefined) : store()
    const waited = new Promise((end) => setTimeout(end, maxStoreMs))
    void Promise.race([stored, waited]).then(() => {
      if (!isLeaving) return
      isLeaving = false
      if (!isOwnResult) appendEarlier(form, unanswered(others, chosen(form)))
      form.submit()
    })
  })
  // Who goes back meanwhile sends nothing when the page is shown again.
  addEventListener('pagehide', () => (isLeaving = false))

  async function restoreDraft(found: readonly (readonly [key: string, text: string])[]) {
    const draft = parseDraft(found.find(([other]) => other === key)?.[1] ?? '')
    if (!draft) return
    if (await hasResult(draft)) return device.remove([key])
    if (draft.sending) sending.value = draft.sending
    const { restored, left } = restore(form, draft.choices)
    others = left
    const count = restored + Object.keys(left).length
    if (count > 0) sayRestored(form, restored, count)
  }

  await restored
  await device.remove(oldest(await drafts))
}

/** Removes the draft of the form whose result this page shows, and then the form's id from its
 *  address: a page that is left before keeps the address by which it is removed later. */
export async function removeSentDraft(sending: string) {
  const drafts = await device.entries(root).catch(() => [])
  const sent = drafts.filter(([, text]) => parseDraft(text)?.sending === sending)
  await device.remove(sent.map(([key]) => key)).catch(() => undefined)
  const url = new URL(location.href)
  url.searchParams.delete('sent')
  history.replaceState(history.state, '', url)
}

/** Whether the service worker has sent the form later (device/offline/form-outbox.ts). */
async function hasResult({ sending }: Draft): Promise<boolean> {
  const forms = sending ? await device.entries(`form/${sending}`) : []
  return forms.some(([, text]) => {
    const form = parseJson(text)
    return isRecord(form) && typeof form.result === 'string'
  })
}

const radios = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>('[type=radio]'),
]

const chosen = (form: HTMLFormElement): Choices =>
  Object.fromEntries(
    radios(form)
      .filter(({ checked, value }) => checked && value !== '')
      .map(({ name, value }) => [name, value]),
  )

/** The choices whose question is not answered in the form. */
function unanswered(others: Choices, answers: Choices): Choices {
  const answered = new Set(Object.keys(answers).map(questionOf))
  return Object.fromEntries(
    Object.entries(others).filter(([name]) => !answered.has(questionOf(name))),
  )
}

/** Choices that the form has no place for go with it, so that the result names them. */
function appendEarlier(form: HTMLFormElement, choices: Choices) {
  form.querySelectorAll(`[name^=${earlierPrefix}]`).forEach((input) => input.remove())
  for (const [name, place] of Object.entries(choices))
    appendHidden(form, earlierPrefix + name, place)
}

function appendHidden(form: HTMLFormElement, name: string, value: string): HTMLInputElement {
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name, value })
  form.append(input)
  return input
}

const questionOf = (name: string) => name.slice(0, -identityLength)

/** Fills in the choices whose question the paper still has with the same options, in whatever
 *  order. What the browser itself has restored stays. left: the other choices. */
function restore(form: HTMLFormElement, choices: Choices) {
  const all = radios(form)
  const left: Choices = {}
  let restored = 0
  for (const [name, value] of Object.entries(choices)) {
    const inputs = all.filter((input) => questionOf(input.name) === questionOf(name))
    const place = inputs[0]?.name === name ? value : placeNow(inputs, name, value)
    const input = inputs.find((other) => other.value === place)
    if (!input) left[name] = value
    else {
      restored++
      if (!inputs.some(({ checked, value: other }) => checked && other !== '')) input.checked = true
    }
  }
  return { restored, left }
}

/** Where an option stands now that stood at a place of an earlier form. undefined: nowhere. */
function placeNow(inputs: HTMLInputElement[], name: string, place: string): string | undefined {
  const labels = inputs.filter(({ value }) => value !== '').map(({ labels }) => labels?.[0])
  const isOption = (label: HTMLElement | undefined) => !label?.classList.contains('fifth')
  const options = labels.filter(isOption).map((label) => label?.textContent ?? '')
  // A text with markup is not the one that the name was made of.
  if (optionsIdentity(options) !== inputs[0]?.name.slice(-identityLength)) return undefined
  const order = orderShown(options, name.slice(-identityLength))
  return order && String(order[Number(place)] ?? place)
}

/** Says how many of the answers are filled in, if it is not all. */
function sayRestored(form: HTMLFormElement, restored: number, count: number) {
  const notice = document.createElement('p')
  notice.className = 'small'
  notice.setAttribute('role', 'status')
  const { draft = '', draftPart = '' } = form.dataset
  notice.textContent = (restored === count ? draft : draftPart)
    .replace('{kept}', String(restored))
    .replace('{count}', String(count))
  form.querySelector('section,ol')?.before(notice)
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
