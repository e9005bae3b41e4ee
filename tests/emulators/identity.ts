import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import google from '../../emulators/google/google.ts'
import messages from '../../emulators/messages/messages.ts'
import { forgetRecentHashes } from '../../product-api/identity/passwords.ts'
import { forgetCounts } from '../../product-api/limits/counters.ts'
import type { PreparedStatement, SqlValue } from '../../product-api/database.ts'
import { requestProductApi, database } from '../support/product-api.ts'

// The product API with settings for tests, and the emulators in place of the network.

export const settings = env as unknown as Record<string, string>

export const signedInKeys = ['jwt', 'refreshToken', 'user']
export const siteHost = 'abhyasa.test'

/** Sets the product API's settings and answers its fetches by the emulators; any other host is an
 *  error. */
export function simulateGateways() {
  Object.assign(settings, {
    JWT_SECRETS: 'a-secret-of-the-tests-number-one-1111, an-older-secret-of-the-tests-2222',
    SMS_GATEWAY_URL: 'https://messages.test/sms',
    SMS_GATEWAY_TOKEN: 'messages-emulator-token',
    MAIL_GATEWAY_URL: 'https://messages.test/mail',
    MAIL_GATEWAY_TOKEN: 'messages-emulator-token',
    GOOGLE_CLIENT_ID: 'google-emulator-client',
    GOOGLE_JWKS_URL: 'https://google.test/oauth2/v3/certs',
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    const emulator = host === 'messages.test' ? messages : host === 'google.test' ? google : null
    if (!emulator) throw new Error(`No emulator for ${host}`)
    const timeout = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('timed out')))
    })
    return Promise.race([emulator.fetch(request, {}), timeout])
  })
}

/** A request to an emulator. */
export const atGoogle = async (path: string, init?: RequestInit) =>
  google.request(`https://google.test${path}`, init, {})
export const atMessages = async (path: string, init?: RequestInit) =>
  messages.request(`https://messages.test${path}`, init, {})

export const jsonPost = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
export const formPost = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

type Options = {
  body?: unknown
  jwt?: string
  /** The client's address. By default a random one, so that no test hits another's rate limits. */
  address?: string
  headers?: Record<string, string>
}

/** A call as the site makes it -> status, headers and the parsed JSON body. */
export async function call(method: string, path: string, options: Options = {}) {
  const { body, jwt, address = anyAddress(), headers = {} } = options
  // Tests hash more passwords in ten seconds than a Worker does
  // (product-api/limits/concurrency-limit.ts).
  forgetRecentHashes()
  const answer = await requestProductApi(path, {
    method,
    headers: {
      'x-client-address': address,
      'x-site-host': siteHost,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? null : JSON.parse(text)) as Body,
  }
}

/** Every field that a response body may have; a test checks those that it expects. */
export type Body = {
  jwt: string
  refreshToken: string
  user: UserBody
  error: {
    status: number
    name: string
    message: string
    details: { errors?: { path: string[]; message: string; name: string }[] } & Record<
      string,
      unknown
    >
  }
  data: Record<string, unknown>[]
} & Record<string, unknown>

export type UserBody = { id: number; email: string | null; phone: string | null } & Record<
  string,
  unknown
>

export const onPhone = { 'x-device-kind': 'phone' }

export const anyAddress = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), String).join('.')

let memberCount = 0
export const newEmail = () => `aspirant${(memberCount += 1)}@example.in`
export const newPhone = () => `+9198${String(10_000_000 + (memberCount += 1))}`
export const password = 'ಗುಪ್ತಪದ-1234'

/** A member who registered by e-mail in a browser. */
export async function registerMember(email = newEmail()) {
  const { body } = await call('POST', '/api/auth/local/register', { body: { email, password } })
  return { email, password, ...body }
}

/** The messages that were sent to somebody, newest first. */
export async function messagesTo(to: string): Promise<{ subject: string | null; text: string }[]> {
  const answer = await atMessages(`/messages.json?to=${encodeURIComponent(to)}`)
  return answer.json()
}

export const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? ''

/** Requests a code and reads it from the SMS. */
export async function codeFor(phone: string): Promise<string> {
  await call('POST', '/api/auth/local/registerPhone', { body: { phone } })
  const [message] = await messagesTo(phone)
  return codeIn(message?.text ?? '')
}

/** A member who signed in by phone. */
export async function signedInByPhone(phone = newPhone(), headers: Record<string, string> = {}) {
  const otp = await codeFor(phone)
  const { body } = await call('POST', '/api/auth/local/verifyOtp', {
    body: { phone, otp },
    headers,
  })
  return body
}

/** Changes rows directly in the database, for example as if time had passed. */
export function updateRows(sql: string, ...values: (string | number | null)[]) {
  forgetCounts()
  return database()
    .prepare(sql)
    .bind(...values)
    .run()
}

/** Makes `count` requests race: each one waits, after its query that contains `part`, until all
 *  have run theirs, so that all continue from the same state. Without it, one mostly ends before
 *  the next begins. */
export async function runConcurrently<Value>(
  count: number,
  part: string,
  work: () => Promise<Value>,
) {
  const db = database()
  const { promise: barrier, resolve: releaseBarrier } = Promise.withResolvers<undefined>()
  let arrived = 0
  const waitForOthers = async (answer: unknown) => {
    if ((arrived += 1) === count) releaseBarrier(undefined)
    await barrier
    return answer
  }
  const bindings = env as unknown as { DB: unknown }
  bindings.DB = {
    batch: (statements: PreparedStatement[]) => db.batch(statements),
    prepare: (sql: string) =>
      sql.includes(part)
        ? {
            bind: (...values: SqlValue[]) => ({
              first: async () =>
                waitForOthers(
                  await db
                    .prepare(sql)
                    .bind(...values)
                    .first(),
                ),
            }),
          }
        : db.prepare(sql),
  }
  try {
    return await work()
  } finally {
    bindings.DB = db
  }
}

/** Runs `between` between a request's read and its write: once the first rows of the statement that
 *  contains `part` were read. Throws where no statement does: it would prove nothing. */
export async function runAfterRead<Value>(
  part: string,
  work: () => Promise<Value>,
  between: () => Promise<void>,
): Promise<Value> {
  const db = database()
  const bindings = env as unknown as { DB: unknown }
  const found = { isRead: false }
  const awaited = new WeakSet<PreparedStatement>()
  bindings.DB = {
    batch: async (statements: PreparedStatement[]) => {
      const answers = await db.batch(statements)
      if (found.isRead || !statements.some((one) => awaited.has(one))) return answers
      found.isRead = true
      bindings.DB = db
      await between()
      return answers
    },
    prepare: (sql: string) => {
      const statement = db.prepare(sql)
      if (found.isRead || !sql.includes(part)) return statement
      return {
        bind: (...values: SqlValue[]) => {
          const bound = statement.bind(...values)
          awaited.add(bound)
          return bound
        },
      }
    },
  }
  try {
    const value = await work()
    if (!found.isRead) throw new Error(`no statement contains ${part}`)
    return value
  } finally {
    bindings.DB = db
  }
}

export const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** The claims of a JWT, without verifying it. */
export const claimsIn = (jwt: string) =>
  JSON.parse(atob(jwt.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
    string,
    unknown
  > & { sessionId: string }
