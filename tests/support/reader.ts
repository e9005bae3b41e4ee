import type { Tokens } from '../../domain/session-user.ts'
import { origin, productApiAnswers, visit, type Wire } from './site.ts'

export const sessionCookie = '__Host-session'
export const csrfCookie = '__Host-next-auth.csrf-token'
export const callbackCookie = '__Secure-next-auth.callback-url'
export const flowCookie = '__Secure-next-auth.state'

/** The two keys of vitest.config.ts, newest first. */
export const keys = [
  'test-key-newest-0123456789abcdef0123',
  'test-key-older-0123456789abcdef01234',
] as const

const part = (content: object) =>
  btoa(JSON.stringify(content)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** An access token like the product API's, unsigned: the site reads only its expiry and its
 *  session. */
export function accessToken({
  sessionId = `session-${crypto.randomUUID()}`,
  endsInSec = 900,
  signature = 'signature',
} = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { id: 7, sessionId, type: 'access', iat: now - 900, exp: now + endsInSec }
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${signature}`
}

/** A pair of tokens that no other test uses. */
export const freshTokens = (claims?: Parameters<typeof accessToken>[0]) => ({
  jwt: accessToken(claims),
  refreshToken: `refresh-${crypto.randomUUID()}`,
})

/** A user as the product API returns one. */
export const userRow = (row: Record<string, unknown> = {}) => ({
  id: 7,
  isPremium: false,
  device_id: null,
  gender: 'others',
  blocked: false,
  confirmed: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  username: 'ರವಿ',
  provider: 'local',
  freeTestTaken: false,
  ...row,
})

type SetCookie = { value: string; attributes: string[] }

/** The cookies that an answer sets, by name. */
export function cookiesOf(response: Response): Record<string, SetCookie> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', ...value] = pair.split('=')
      return [name, { value: value.join('='), attributes }]
    }),
  )
}

export const isCleared = (response: Response) =>
  cookiesOf(response)[sessionCookie]?.attributes.includes('Max-Age=0') === true

/** Where a next-auth call redirects: {url}, or the Location header. */
export async function redirectTarget(response: Response): Promise<string | null> {
  const location = response.headers.get('location')
  return location ?? (await response.json<{ url: string }>()).url
}

type Init = { method?: string; headers?: Record<string, string>; body?: BodyInit } & {
  settings?: Record<string, unknown>
}

const isChange = (method = 'GET') => method !== 'GET' && method !== 'HEAD'

/** A browser with a cookie jar: stores what an answer sets, deletes what it clears. */
export function newBrowser(jar = new Map<string, string>()) {
  async function go(path: string, { headers = {}, ...init }: Init = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await visit(path, {
      ...init,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(isChange(init.method) && !('sec-fetch-site' in headers) && { origin: origin() }),
        ...headers,
      },
    })
    for (const [name, { value, attributes }] of Object.entries(cookiesOf(response)))
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    return response
  }
  const post = (path: string, fields: Record<string, string> = {}, init: Init = {}) =>
    go(path, { method: 'POST', body: new URLSearchParams(fields), ...init })

  const postJson = (path: string, content: unknown) =>
    go(path, {
      method: 'POST',
      body: JSON.stringify(content),
      headers: { 'content-type': 'application/json' },
    })

  async function csrfToken(): Promise<string> {
    return (await (await go('/api/auth/csrf')).json<{ csrfToken: string }>()).csrfToken
  }

  /** A call like next-auth's client: with its CSRF token, asking for JSON. */
  const call = async (path: string, fields: Record<string, string> = {}, init: Init = {}) =>
    post(path, { csrfToken: await csrfToken(), json: 'true', ...fields }, init)

  return {
    jar,
    go,
    post,
    postJson,
    csrfToken,
    call,
    read: async (path: string) => (await go(path)).text(),
    session: async () => (await go('/api/auth/session')).json<Record<string, unknown>>(),
    signOut: () => call('/api/auth/signout'),
    /** A second browser with the same cookies. */
    copy: () => newBrowser(new Map(jar)),
  }
}
export type Browser = ReturnType<typeof newBrowser>

export const password = 'ಗುಟ್ಟು-12345'

/** The product API's responses about a member. */
export const memberWire = (row: Record<string, unknown> = {}): Wire => ({
  '/api/users/': { ...userRow(row), email: 'ravi@example.in', phone: null },
  '/api/sessions': { data: [] },
})

/** A signed-in browser, its tokens, and the requests that reached the product API since. */
export async function signIn({
  tokens = freshTokens(),
  row = {},
  wire = {},
}: { tokens?: Tokens; row?: Record<string, unknown>; wire?: Wire } = {}) {
  const browser = newBrowser()
  productApiAnswers({ '/api/auth/local': { ...tokens, user: userRow(row) } })
  await browser.call('/api/auth/callback/credentials', { email: 'ravi@example.in', password })
  if (!browser.jar.has(sessionCookie)) throw new Error('the sign-in failed')
  const seen = productApiAnswers({ ...wire, ...memberWire(row) })
  return { browser, tokens, seen }
}

/** Those of the requests that have the path. */
export const requestsTo = (seen: Request[], path: string) =>
  seen.filter((request) => new URL(request.url).pathname === path)
