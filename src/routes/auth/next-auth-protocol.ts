import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { parseJson, readText } from '../../../http/request-body.ts'
import type { AppEnv } from '../../app-env.ts'
import { safeCallbackUrl } from '../../addresses/callback-url.ts'
import { siteCookieAttributes } from '../../session/cookies.ts'
import { isEqualInConstantTime } from '../../../http/equal-in-constant-time.ts'
import { csrfTokenIn, newCsrfPair } from '../../session/csrf-token.ts'

/** next-auth's cookie names, which its browser client expects. */
export const csrfCookie = '__Host-next-auth.csrf-token'
export const callbackCookie = '__Secure-next-auth.callback-url'

/** The fields of a form or JSON body; every value as text. */
export type Fields = Record<string, string>

const maxBodyBytes = 16_384

/** The fields of the request's body. A body that cannot be read has none, and therefore no CSRF
 *  token: like next-auth, these endpoints never respond with 413. */
export async function requestFields(c: Context<AppEnv>): Promise<Fields> {
  const text = await readText(c.req.raw, { maxBytes: maxBodyBytes })
  if (!text.ok) return {}
  const isJson = c.req.header('content-type')?.includes('json')
  return isJson ? jsonFields(text.value) : Object.fromEntries(new URLSearchParams(text.value))
}

/** Strings stay as they are. Other values get the prefix 'json:', because next-auth distinguishes
 *  `json: true` from the string "true". */
function jsonFields(text: string): Fields {
  const parsed = parseJson(text, v.record(v.string(), v.unknown()))
  if (!parsed.ok) return {}
  return Object.fromEntries(
    Object.entries(parsed.value).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : `json:${JSON.stringify(value)}`,
    ]),
  )
}

export const authUrl = (c: Context<AppEnv>, path: string) => `${c.var.page.origin}/api/auth/${path}`

/** Responds with {url} as JSON if the field `json` is the string "true", otherwise with a
 *  redirect. */
export function respondWithUrl(
  c: Context<AppEnv>,
  fields: Fields,
  url: string,
  status: 200 | 401 | 403 = 200,
) {
  return fields.json === 'true' ? c.json({ url }, status) : c.redirect(url, 302)
}

export const unsupportedAction = (c: Context<AppEnv>) =>
  c.text(`Error: This action with HTTP ${c.req.method} is not supported by NextAuth.js`, 400)

const csrfSecret = (c: Context<AppEnv>) => c.var.config.session?.keys[0] ?? ''

/** The CSRF token in the reader's cookie; null if its hash was not made with a current key. */
async function tokenInCookie(c: Context<AppEnv>): Promise<string | null> {
  const cookie = c.var.reader.cookie(csrfCookie)
  for (const key of c.var.config.session?.keys ?? ['']) {
    const token = await csrfTokenIn(cookie, key)
    if (token !== null) return token
  }
  return null
}

/** Whether the fields have the CSRF token of the cookie. A missing or forged cookie is replaced in
 *  the response. */
export async function hasCsrfToken(c: Context<AppEnv>, fields: Fields): Promise<boolean> {
  const token = await tokenInCookie(c)
  if (token !== null) return isEqualInConstantTime(fields.csrfToken ?? '', token)
  await newCsrfToken(c)
  return false
}

/** The reader's CSRF token. It stays the same as long as the cookie exists. */
export async function csrfToken(c: Context<AppEnv>): Promise<string> {
  return (await tokenInCookie(c)) ?? newCsrfToken(c)
}

async function newCsrfToken(c: Context<AppEnv>): Promise<string> {
  const { token, cookie } = await newCsrfPair(csrfSecret(c))
  setCookie(c, csrfCookie, cookie, siteCookieAttributes)
  return token
}

/** The callback URL of the request: from the fields, else the query, else the cookie of an earlier
 *  request, else the home page. A new one is stored in the cookie. */
export function takeCallbackUrl(c: Context<AppEnv>, fields: Fields): string {
  const stored = c.var.reader.cookie(callbackCookie)
  const url = safeCallbackUrl(
    fields.callbackUrl ?? c.req.query('callbackUrl') ?? stored,
    c.var.page.origin,
  )
  if (
    url !== stored &&
    (fields.callbackUrl !== undefined || c.req.query('callbackUrl') !== undefined)
  )
    setCookie(c, callbackCookie, url, siteCookieAttributes)
  return url
}

/** The headers with which next-auth forbids storing a response about a session. */
export function forbidStoring(c: Context<AppEnv>) {
  c.header('cache-control', 'private, no-cache, no-store')
  c.header('pragma', 'no-cache')
  c.header('expires', '0')
}
