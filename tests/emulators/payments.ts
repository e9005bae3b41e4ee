import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { ApiEnv } from '../../product-api/env.ts'
import type { ClockNamespace } from '../../product-api/object-bindings.ts'
import { encrypt } from '../../product-api/cryptography.ts'
import { paymentSettingNames } from '../../product-api/payments/configure-payments.ts'
import worker from '../../product-api/worker.ts'
import {
  fetchFromPaymentEmulator,
  paymentEmulatorSettings,
  paymentPages,
  providerNames,
  type ProviderName,
} from '../support/payment-emulators.ts'
import { database } from '../support/product-api.ts'
import { formPost, jsonPost, settings, siteHost } from './identity.ts'

// The product API with the settings of payments, and the providers' emulators in place of the
// network. `finishBackgroundWork` waits for what runs in `waitUntil`; the clock stops unless a test
// advances it.

// One test makes many calls, and the machine may be busy.
vi.setConfig({ testTimeout: 20_000 })

export const providerSettings = {
  JWT_SECRETS: 'a-secret-of-the-tests-number-one-1111',
  PAYMENT_SECRETS: 'a-payment-secret-of-the-tests-1111111, an-older-payment-secret-of-tests-22222',
  ...paymentEmulatorSettings,
  PROVIDER_DEADLINE_MS: '150',
  RETURN_BUDGET_MS: '2000',
}

/** Handles a call to a provider in place of the network; tests inject network failures with it. */
export type ProviderInterceptor = (
  request: Request,
  pass: () => Promise<Response>,
) => Promise<Response>
let interceptor: ProviderInterceptor = (_request, pass) => pass()
export const interceptProviderCalls = (replacement: ProviderInterceptor) => {
  interceptor = replacement
}

/** The clocks of orders; none unless a test uses them: then the cron trigger asks about all. */
let clocks: ClockNamespace | undefined
export const useClocks = (namespace: ClockNamespace | undefined) => {
  clocks = namespace
}
const bindings = () => ({
  ...(env as unknown as ApiEnv['Bindings']),
  PAYMENT_CLOCKS: clocks,
})

const backgroundWork: Promise<unknown>[] = []
const context = () =>
  ({
    waitUntil: (one: Promise<unknown>) => void backgroundWork.push(one),
    passThroughOnException: () => undefined,
    props: {},
  }) as unknown as ExecutionContext

/** Waits for everything that was passed to `waitUntil`. */
export async function finishBackgroundWork() {
  while (backgroundWork.length > 0) await Promise.all(backgroundWork.splice(0))
}

/** Sets the product API's settings, replaces the network by the emulators, and stops the clock. */
export async function setUpPayments(more: Record<string, string> = {}) {
  for (const name of paymentSettingNames) if (name in settings) settings[name] = ''
  Object.assign(settings, providerSettings, more)
  interceptor = (_request, pass) => pass()
  useClocks(undefined)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { hostname, pathname } = new URL(request.url)
    if (hostname === '127.0.0.1') return atApi(`/api/payment-transactions${pathname}`, request)
    const timeout = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(timedOut()))
    })
    return Promise.race([interceptor(request, () => atProvider(request)), timeout])
  })
  await Promise.all(providerNames.map((name) => atEmulator(name, '/reset', { method: 'POST' })))
}

export const timedOut = () => new DOMException('The operation timed out', 'TimeoutError')

const atProvider = (request: Request) => fetchFromPaymentEmulator(request, context())

/** A request to an emulator, as a browser or a tester makes it. */
const atEmulator = (provider: ProviderName, path: string, init?: RequestInit) =>
  atProvider(new Request(`https://${provider}.test${path}`, init))

const atApi = async (path: string, request: Request): Promise<Response> => {
  const { method, headers } = request
  const body = method === 'GET' ? null : await request.arrayBuffer()
  return api(path, { method, headers, body })
}

const api = async (path: string, init: RequestInit): Promise<Response> =>
  worker.fetch(new Request(`http://product-api${path}`, init), bindings(), context())

export type Answer = { status: number; headers: Headers; body: AnswerBody }
export type AnswerBody = {
  data: View & View[]
  meta: Record<string, unknown>
  links: { rel: string; href: string }[]
  error: {
    name: string
    message: string
    details: Record<string, unknown> & { transaction: View }
  }
}
export type View = {
  id: string
  status: string
  state: string
  failure: string | null
  reference: string | null
  amountMinor: number
  currency: string
  redirectUrl: string | null
  nextCheckMs: number | null
  subscription: { startsAt: string; endsAt: string; status: string } | null
  refund: { status: string } | null
  receiptNumber: string | null
  statusSig: string
  token: string
  account: string
  lines: { kind: string; label?: string; amountMinor: number }[]
} & Record<string, unknown>

type Options = { body?: unknown; jwt?: string; headers?: Record<string, string> }

/** A call of the site to the product API. */
export async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
  const { body, jwt, headers = {} } = options
  const answer = await api(path, {
    method,
    headers: {
      'x-client-address': Array.from(crypto.getRandomValues(new Uint8Array(4)), String).join('.'),
      'x-site-host': siteHost,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const parsed = (text === '' ? null : JSON.parse(text)) as AnswerBody
  return { status: answer.status, headers: answer.headers, body: parsed }
}

export const vaoPack = 'village-administrative-officer-pack'
const transactionsPath = '/api/payment-transactions'
export const paymentsPath = (path: string) => `${transactionsPath}${path}`

/** Starts a checkout as the site does when "Pay" is pressed. */
export const checkout = (jwt: string, provider: ProviderName, more: object = {}) =>
  call('POST', paymentsPath(`/${provider}/checkout`), {
    jwt,
    body: { data: { plan: vaoPack, checkoutKey: crypto.randomUUID(), locale: 'kn', ...more } },
  })

/** Submits a choice on the provider's page. Returns the URL of the provider's redirect, or null. */
export async function chooseAtProvider(
  provider: ProviderName,
  redirectUrl: string,
  choice: string,
  more: Record<string, string> = {},
): Promise<string | null> {
  const token = new URL(redirectUrl).searchParams.get('token') ?? ''
  const { path } = paymentPages[provider]
  const answer = await atEmulator(provider, path, formPost({ token, choice, ...more }))
  return answer.status === 303 ? answer.headers.get('location') : null
}

/** Forwards the URL of the payer's return to the product API, as the site does. */
export const returnToSite = (address: string, options: Options = {}) => {
  const { pathname, search } = new URL(address)
  return call('GET', paymentsPath(pathname + search), options)
}

export const transactionDetails = (id: string, options: Options & { s?: string } = {}) =>
  call(
    'GET',
    paymentsPath(
      `/transaction/details?id=${id}${options.s === undefined ? '' : `&s=${options.s}`}`,
    ),
    options,
  )

/** Runs the product API's cron trigger. */
export async function runCron() {
  worker.scheduled({} as never, bindings(), context())
  await finishBackgroundWork()
}

export const advanceTime = (seconds: number) => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** Advances the clock and runs the cron trigger, minute by minute. */
export async function runCronFor(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    advanceTime(60)
    await runCron()
  }
}

/** Stores an access token in the database that the provider rejects. */
export async function storeRevokedToken() {
  const endsAtMs = Date.now() + 3_600_000
  const token = { authorization: 'Bearer revoked', renewAtMs: endsAtMs, endsAtMs }
  const [secret = ''] = providerSettings.PAYMENT_SECRETS.split(', ')
  await database()
    .prepare('UPDATE provider_tokens SET sealed = ?')
    .bind(await encrypt(secret, JSON.stringify(token)))
    .run()
}

export async function activateFault(provider: ProviderName, name: string, more: object = {}) {
  const answer = await atEmulator(provider, '/faults', jsonPost({ name, ...more }))
  if (!answer.ok) throw new Error(await answer.text())
}
export const postToEmulator = async (provider: ProviderName, path: string, body: object) =>
  atEmulator(provider, path, jsonPost(body))

export type ProviderOrders = {
  orders: {
    orderId: string
    reference: string
    capturedMinor: number
    refundedMinor: number
    reversedMinor: number
    disputedMinor: number
    payments: { id: string; state: string }[]
  }[]
  totals: Record<string, { capturedMinor: number; refundedMinor: number }>
}
export const providerOrders = async (provider: ProviderName): Promise<ProviderOrders> =>
  (await atEmulator(provider, '/orders.json')).json()

export type SentWebhook = { id: string; event: string; body: string; state: string }
export const sentWebhooks = async (provider: ProviderName): Promise<SentWebhook[]> =>
  (await (await atEmulator(provider, '/webhooks.json')).json<{ webhooks: SentWebhook[] }>())
    .webhooks

/** Makes the emulator send a webhook again, with a new signature. */
export const resendWebhook = (provider: ProviderName, id: string) =>
  atEmulator(provider, '/webhooks/resend', jsonPost({ id })).then(finishBackgroundWork)

let members = 0
/** A member and their token, inserted directly in the database; sign-in is tested elsewhere. */
export async function newMember(): Promise<{ id: number; jwt: string; email: string }> {
  const { accessToken } = await import('../../product-api/identity/signed-tokens.ts')
  const email = `payer${(members += 1)}@example.in`
  const at = new Date().toISOString()
  const user = await database()
    .prepare(
      `INSERT INTO users (document_id, username, email, provider, confirmed, created_at, updated_at)
       VALUES (?, ?, ?, 'local', 1, ?, ?) RETURNING id`,
    )
    .bind(crypto.randomUUID(), `payer-${members}-${Date.now()}`, email, at, at)
    .first<{ id: number }>()
  const id = user?.id ?? 0
  const sessionId = crypto.randomUUID()
  await database()
    .prepare(
      `INSERT INTO sessions (id, user_id, device_kind, user_agent, created_at, last_seen_at)
       VALUES (?, ?, 'browser', '', ?, ?)`,
    )
    .bind(sessionId, id, at, at)
    .run()
  const jwt = await accessToken(
    [providerSettings.JWT_SECRETS],
    { userId: id, sessionId },
    new Date(),
  )
  return { id, jwt, email }
}

/** A new access token for a member, because the old one expires when a test advances the clock. */
export async function freshJwt(userId: number): Promise<string> {
  const { accessToken } = await import('../../product-api/identity/signed-tokens.ts')
  const session = await database()
    .prepare('SELECT id FROM sessions WHERE user_id = ?')
    .bind(userId)
    .first<{ id: string }>()
  return accessToken(
    [providerSettings.JWT_SECRETS],
    { userId, sessionId: session?.id ?? '' },
    new Date(),
  )
}

export const rows = async <Row = Record<string, unknown>>(
  sql: string,
  ...values: (string | number | null)[]
): Promise<Row[]> =>
  (
    await database()
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results
