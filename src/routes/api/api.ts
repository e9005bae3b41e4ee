import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { endpointFor } from '../../api-client/endpoints.ts'
import { unreachableMessage, unreachableStatus } from '../../api-client/errors.ts'
import { headersOf, signedInFrom } from '../../api-client/users.ts'

export const api = new Hono<AppEnv>()

const longestBody = 65_536
const deadlineMs = 10_000

/** Hands on exactly the calls of the table, in the reader's name, with nothing of the browser's but the query, the body and its type. */
api.all('/api/*', async (c) => {
  const url = new URL(c.req.url)
  const { method } = c.req
  const endpoint = endpointFor(method, url)
  if (endpoint === 'unknown') return c.json({ message: 'Not Found' }, 404)
  if (endpoint === 'bad-query') return c.json({ message: 'Invalid query' }, 400)
  if (url.pathname === '/api/token/refresh') return renewed(c)
  if (isPaymentInApp(c, url.pathname)) return c.json(notInApp, 403)
  // A link on another site must not sign anybody in, least of all as somebody else.
  if (endpoint.bringsTokens && c.req.header('sec-fetch-site') === 'cross-site')
    return c.json({ message: 'Forbidden' }, 403)
  // Held whole, because a call whose token was over is sent once more.
  const body = method === 'GET' ? null : await bodyOf(c)
  if (body === 'too-long') return c.json({ message: 'Payload Too Large' }, 413)
  let response: Response
  try {
    response = await c.var.reader.send(url.pathname + url.search, {
      method,
      body,
      headers: {
        ...headersOf(c.var.reader.caller),
        'content-type': c.req.header('content-type') ?? 'application/json',
      },
      signal: AbortSignal.timeout(deadlineMs),
    })
  } catch {
    return Response.json({ message: unreachableMessage }, { status: unreachableStatus })
  }
  if (endpoint.bringsTokens && response.ok) return withoutTokens(c, response)
  return new Response(response.body, {
    status: response.status,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/json',
      'cache-control': 'no-store',
    },
  })
})

/** Where the app must not begin payments, a page of ours that was opened before must not either. */
const isPaymentInApp = (c: Context<AppEnv>, path: string) =>
  c.var.page.inApp &&
  c.var.config.IN_APP_CHECKOUT !== 'allow' &&
  /^\/api\/payment-transactions\/(paypal|phonepe)\/checkout$/.test(path)

const notInApp = {
  data: null,
  error: { status: 403, name: 'NotInApp', message: 'Payments are not made inside the app' },
}

/** The refresh token is ours to send; the browser never had it. */
async function renewed(c: Context<AppEnv>) {
  c.header('cache-control', 'no-store')
  const answer = await c.var.reader.renew()
  if (answer.ok) return c.json({ ok: true })
  if (answer.error.kind === 'refused') return c.json({ message: 'Invalid refresh token' }, 401)
  return Response.json({ message: unreachableMessage }, { status: unreachableStatus })
}

async function bodyOf(c: Context<AppEnv>): Promise<ArrayBuffer | 'too-long'> {
  if (Number(c.req.header('content-length') ?? 0) > longestBody) return 'too-long'
  const body = await c.req.arrayBuffer()
  return body.byteLength > longestBody ? 'too-long' : body
}

/** An answer to a sign-in: its tokens begin the session and stay here; the rest goes on. */
async function withoutTokens(c: Context<AppEnv>, response: Response) {
  c.header('cache-control', 'no-store')
  const body: unknown = await response.json().catch(() => null)
  const found = signedInFrom(body)
  if (found && c.var.config.session) c.var.reader.begin(found)
  else if (c.req.path === '/api/guest/token') await keepName(c, body)
  if (typeof body !== 'object' || body === null) return c.json({}, 200)
  const tokens = ['jwt', 'token', 'accessToken', 'refreshToken']
  const rest = JSON.stringify(body, (key, value: unknown) =>
    tokens.includes(key) ? undefined : value,
  )
  return c.body(rest, 200, { 'content-type': 'application/json' })
}

/** A visitor's name is a token as well: it stays here, in a cookie of its own. */
async function keepName(c: Context<AppEnv>, body: unknown) {
  const read = v.safeParse(v.object({ jwt: v.string() }), body)
  if (read.success) await c.var.reader.takeGuest(read.output.jwt)
}
