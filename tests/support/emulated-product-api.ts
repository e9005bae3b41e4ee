import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import google from '../../emulators/google/google.ts'
import messages from '../../emulators/messages/messages.ts'
import { forgetReads } from '../../product-api/content/collection-routes.ts'
import { forgetPasswordAttempts } from '../../product-api/identity/password-attempts.ts'
import { forgetRecentHashes } from '../../product-api/identity/passwords.ts'
import { forgetCounts } from '../../product-api/limits/counters.ts'
import worker from '../../product-api/worker.ts'
import { fetchFromPaymentEmulator, paymentEmulatorSettings } from './payment-emulators.ts'
import { database } from './product-api.ts'
import { pushSettings } from './push.ts'

// The product API with every setting; its requests to other services go to their emulators.

export const settings = {
  JWT_SECRETS: 'a-secret-of-the-tests-number-one-1111',
  SMS_GATEWAY_URL: 'https://messages.test/sms',
  SMS_GATEWAY_TOKEN: 'messages-emulator-token',
  MAIL_GATEWAY_URL: 'https://messages.test/mail',
  MAIL_GATEWAY_TOKEN: 'messages-emulator-token',
  ...pushSettings,
  GOOGLE_CLIENT_ID: 'google-emulator-client',
  GOOGLE_JWKS_URL: 'https://google.test/oauth2/v3/certs',
  PAYMENT_SECRETS: 'a-payment-secret-of-the-tests-1111111',
  ...paymentEmulatorSettings,
  PROVIDER_DEADLINE_MS: '10000',
  RETURN_BUDGET_MS: '5000',
  REFERRAL_CREDIT: '',
}

const pending: Promise<unknown>[] = []
const context = () =>
  ({
    waitUntil: (work: Promise<unknown>) => void pending.push(work),
    passThroughOnException: () => undefined,
    props: {},
  }) as unknown as ExecutionContext

/** Webhooks that the emulators sent, by path; they are recorded, not delivered. */
export const sentWebhooks = new Map<string, { headers: Record<string, string>; body: string }>()

export function startEmulatedProductApi() {
  Object.assign(env, settings)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { hostname, pathname } = new URL(request.url)
    if (hostname !== '127.0.0.1') return fetchFromEmulator(request)
    sentWebhooks.set(pathname, {
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
    return new Response(null, { status: 200 })
  })
}

export const fetchFromEmulator = async (request: Request): Promise<Response> => {
  const { hostname } = new URL(request.url)
  if (hostname === 'google.test') return google.fetch(request, {}, context())
  if (hostname === 'messages.test') return messages.fetch(request, {}, context())
  return fetchFromPaymentEmulator(request, context())
}

/** Posts a form to an emulator, as a browser does. `location`: where it redirects to, or null. */
export async function submitForm(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const answer = await fetchFromEmulator(new Request(url, { method: 'POST', body }))
  return { location: answer.headers.get('location'), text: await answer.text() }
}

/** As if nobody had asked for anything yet: these tests send more than any limit allows. */
export async function resetLimits() {
  await database().prepare('DELETE FROM limit_counters').run()
  forgetCounts()
  forgetRecentHashes()
  forgetPasswordAttempts()
  forgetReads()
}

export const randomAddress = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), String).join('.')

/** Sends a request to the product API; waits for its answer and for its work in `waitUntil`. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const answer = await worker.fetch(new Request(`http://product-api${path}`, init), env, context())
  while (pending.length > 0) await Promise.all(pending.splice(0))
  return answer
}

type Options = {
  body?: unknown
  jwt?: string | undefined
  headers?: Record<string, string>
}
type Document = {
  id: string
  documentId: string
  slug: string
  token: string
  redirectUrl: string
  statusSig: string
  questions: { id: string }[]
}
/** The members of answers that tests use. Every answer has some of them. */
export type ApiAnswer = {
  jwt: string
  refreshToken: string
  user: { id: number }
  data: Document & { 0: Document }
  meta: { code: string }
}

/** Sends a request with the headers that the site sends -> the parsed body of the answer. */
export async function call(
  method: string,
  path: string,
  { body, jwt, headers = {} }: Options = {},
): Promise<ApiAnswer> {
  const answer = await send(path, {
    method,
    headers: {
      'x-client-address': randomAddress(),
      'x-site-host': 'abhyasa.test',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return answer.json<ApiAnswer>()
}

/** The text of the last SMS or mail to a phone number or an e-mail address. */
export async function lastMessageTo(to: string): Promise<string> {
  const url = `https://messages.test/messages.json?to=${encodeURIComponent(to)}`
  const [message] = await (await fetchFromEmulator(new Request(url))).json<{ text: string }[]>()
  return message?.text ?? ''
}

let members = 0
export const password = 'ಗುಪ್ತಪದ-1234'
export const newEmail = () => `member${(members += 1)}@example.in`
export const newPhone = () => `+9197${String(10_000_000 + (members += 1))}`

/** Registers a member by phone, which needs no slow password hash. */
export async function newMember(): Promise<{
  jwt: string
  refreshToken: string
  user: { id: number }
  phone: string
}> {
  const phone = newPhone()
  const otp = await requestPhoneCode(phone)
  return { ...(await call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp } })), phone }
}

export async function requestPhoneCode(phone: string): Promise<string> {
  await call('POST', '/api/auth/local/registerPhone', { body: { phone } })
  return /\d{6}/.exec(await lastMessageTo(phone))?.[0] ?? ''
}

/** Adds the kinds of content that tests/support/test-content.ts lacks. */
export async function addMissingContent() {
  const at = '2026-11-21T06:00:00.000Z'
  await database().batch([
    database()
      .prepare(
        `INSERT OR IGNORE INTO pattern_sheets (
           id, document_id, slug, checked_on, digest, created_at, updated_at)
         VALUES (1, 'sheet-1', 'vao', '2026-11-21', '', ?1, ?1)`,
      )
      .bind(at),
    database()
      .prepare(
        `INSERT OR IGNORE INTO pattern_sheet_texts (sheet_id, locale, title, stages)
         VALUES (1, 'kn', 'VAO', '[]')`,
      )
      .bind(),
  ])
  await addFigure()
}

const addFigure = () =>
  database()
    .prepare(
      'INSERT OR IGNORE INTO media (path, content_type, bytes) VALUES (?, ?, CAST(? AS BLOB))',
    )
    .bind('/figures/test.svg', 'image/svg+xml', '<svg/>')
    .run()
