import { openTextStore } from '../indexed-db.ts'
import { buildIn } from './kept-page.ts'
import { isOfLaterVersion, isRecord, parseJson, storedVersion } from '../untyped-data.ts'

// Papers that were submitted as plain forms without a network, in IndexedDB:
//
// form/{sending}  JSON of StoredForm with its version. It stays until the server has answered with
//                 the attempt's result.
//
// `sending` is part of the form: the server derives the attempt's id from it, so that a form that
// is sent twice is one attempt.

const root = 'form/'
const maxForms = 50

/** owner: the account that filled it in; '' nobody was signed in. refused: the status by which the
 *  server did not accept it; null if it has not answered. reason: the heading of that answer.
 *  result: where its score is; null before. */
export type StoredForm = {
  sending: string
  path: string
  body: string
  owner: string
  at: number
  refused: number | null
  reason: string | null
  result: string | null
}

const store = openTextStore()

export type NewForm = Omit<StoredForm, 'refused' | 'reason' | 'result'>

/** Errors: rejects if the browser does not store anything. */
export async function storeForm(form: NewForm) {
  const all = await storedForms()
  if (all.filter(({ result }) => result === null).length >= maxForms)
    throw new Error('too many forms')
  await put(form)
}

const put = (form: NewForm | StoredForm) =>
  store.put([[root + form.sending, JSON.stringify({ version: storedVersion, ...form })]])

/** Oldest first. Errors: rejects if the browser does not store anything. */
export async function storedForms(): Promise<StoredForm[]> {
  const forms = (await store.entries(root)).flatMap(([, text]) => parseForm(text) ?? [])
  return forms.sort((one, other) => one.at - other.at)
}

export const removeForm = (sending: string) => store.remove([root + sending])

function parseForm(text: string): StoredForm | null {
  const found = parseJson(text)
  if (!isRecord(found) || isOfLaterVersion(found)) return null
  const { sending, path, body, owner, at, refused, reason, result } = found
  if (typeof sending !== 'string' || typeof path !== 'string' || typeof body !== 'string')
    return null
  return {
    ...{ sending, path, body },
    owner: typeof owner === 'string' ? owner : '',
    at: typeof at === 'number' ? at : 0,
    refused: typeof refused === 'number' ? refused : null,
    reason: typeof reason === 'string' ? reason : null,
    result: typeof result === 'string' ? result : null,
  }
}

const resultPath = /\/attempts\/[0-9a-f-]{36}\/result$/
/** For how long a sent form is listed with its result. */
const listedForMs = 14 * 86_400_000

/** Sends the stored forms of this reader, one after another, and those that were filled in before
 *  anybody signed in. A refusal concerns that form alone; without a network, or while the server
 *  fails, nothing more is sent. Errors: none. */
export async function sendForms(owner: string) {
  for (const form of await storedForms().catch(() => [])) {
    if (form.result !== null && form.at < Date.now() - listedForMs) await removeForm(form.sending)
    if (form.result !== null || (form.owner !== '' && form.owner !== owner)) continue
    const answer = await postForm(form).catch(() => null)
    if (!answer?.result && !answer?.refused) return
    const { refused, reason, result } = answer
    await put({ ...form, refused, reason, result: result && new URL(result).pathname })
  }
}

/** Sends a form. The answer is of this site, and the same form would get it again, if there is a
 *  result or it is refused. Errors: rejects without a network. */
export async function postForm({ path, body }: NewForm) {
  const page = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body,
    // The login page of a Wi-Fi network is one, or behind a redirect to one.
    redirect: 'manual',
  })
  const text = await page.clone().text()
  const { status } = page
  const json = parseJson(text)
  const address = isRecord(json) && typeof json.result === 'string' ? json.result : ''
  const result = resultPath.test(address.split('?')[0]!) ? address : null
  const isRefused = /4(?!08|29)../.test(String(status)) && buildIn(text) !== null
  return {
    ...{ page, result },
    refused: isRefused ? status : null,
    reason: /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? null,
  }
}
