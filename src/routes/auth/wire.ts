import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../../app-env.ts'
import { safeCallbackUrl } from '../../addresses/callback-url.ts'
import { csrfTokenIn, isSame, newCsrfPair } from '../../session/csrf.ts'

/** next-auth's own names, under which its browser client and its users' tests look for them. */
export const csrfCookie = '__Host-next-auth.csrf-token'
export const callbackCookie = '__Secure-next-auth.callback-url'
/** For this site alone, and for no script. */
export const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** What came with a call of the session wire: form or JSON, whichever its type says; every value as text. */
export type Fields = Record<string, string>

const longestBody = 16_384

export async function fieldsOf(c: Context<AppEnv>): Promise<Fields> {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > longestBody) return {}
  const text = await c.req.text()
  if (text.length > longestBody) return {}
  if (c.req.header('content-type')?.includes('json')) return jsonFields(text)
  return Object.fromEntries(new URLSearchParams(text))
}

/** Texts stay texts, anything else becomes its JSON: `json: true` is not the text "true" that the wire wants. */
function jsonFields(text: string): Fields {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(
      Object.entries(read).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : `json:${JSON.stringify(value)}`,
      ]),
    )
  } catch {
    return {}
  }
}

export const authUrl = (c: Context<AppEnv>, path: string) => `${c.var.page.origin}/api/auth/${path}`

/** An address, given as JSON or as a redirect, as the caller asked: only the text "true" asks for JSON. */
export function give(
  c: Context<AppEnv>,
  fields: Fields,
  url: string,
  status: 200 | 401 | 403 = 200,
) {
  return fields.json === 'true' ? c.json({ url }, status) : c.redirect(url, 302)
}

export const isUnsupported = (c: Context<AppEnv>) =>
  c.text(`Error: This action with HTTP ${c.req.method} is not supported by NextAuth.js`, 400)

const secretOf = (c: Context<AppEnv>) => c.var.config.session?.keys[0] ?? ''

/** The token in the reader's cookie, whichever of our keys made it. */
async function keptToken(c: Context<AppEnv>): Promise<string | null> {
  const cookie = getCookie(c, csrfCookie)
  for (const key of c.var.config.session?.keys ?? ['']) {
    const token = await csrfTokenIn(cookie, key)
    if (token !== null) return token
  }
  return null
}

/** Whether the call comes from a page of ours. A missing or forged cookie is replaced in this very answer. */
export async function isOurs(c: Context<AppEnv>, fields: Fields): Promise<boolean> {
  const token = await keptToken(c)
  if (token !== null) return isSame(fields.csrfToken ?? '', token)
  await newCsrfToken(c)
  return false
}

/** The token that forms of this reader have to bring; it stays as long as its cookie. */
export async function csrfToken(c: Context<AppEnv>): Promise<string> {
  return (await keptToken(c)) ?? newCsrfToken(c)
}

async function newCsrfToken(c: Context<AppEnv>): Promise<string> {
  const { token, cookie } = await newCsrfPair(secretOf(c))
  setCookie(c, csrfCookie, cookie, attributes)
  return token
}

/** Where to go afterwards: what the call says, else its query, else what was said before, else the home page. Remembered. */
export function callbackUrl(c: Context<AppEnv>, fields: Fields): string {
  const kept = getCookie(c, callbackCookie)
  const url = safeCallbackUrl(
    fields.callbackUrl ?? c.req.query('callbackUrl') ?? kept,
    c.var.page.origin,
  )
  if (
    url !== kept &&
    (fields.callbackUrl !== undefined || c.req.query('callbackUrl') !== undefined)
  )
    setCookie(c, callbackCookie, url, attributes)
  return url
}

/** Answers about a session are kept nowhere. */
export function keepNowhere(c: Context<AppEnv>) {
  c.header('cache-control', 'private, no-cache, no-store')
  c.header('pragma', 'no-cache')
  c.header('expires', '0')
}
