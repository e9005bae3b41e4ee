import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { siteCookieAttributes } from './cookies.ts'
import type { Reader } from './reader.ts'

const codeCookie = '__Host-code'
const version = 1
/** Longer than a code is valid, so that the page still offers another one. */
const lifetimeSec = 1800

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    v: v.literal(version),
    phone: v.string(),
    callbackPath: v.string(),
    minutes: v.number(),
    resendAtMs: v.number(),
    endsAtMs: v.number(),
  }),
)

/** A one-time code that this browser asked for. minutes: how long it is valid from then on. */
export type CodeRequest = Omit<v.InferOutput<typeof stored>, 'v' | 'endsAtMs'>

const sealing = () => import('../../http/sealed-text.ts')

/** Keeps it in a sealed cookie for half an hour, so that the page which asks for the code has an
 *  address of its own without the phone in it. -> whether it could be sealed. */
export async function storeCodeRequest(
  c: Context,
  { session }: Config,
  request: CodeRequest,
): Promise<boolean> {
  if (!session) return false
  const endsAtMs = Date.now() + lifetimeSec * 1000
  const text = JSON.stringify({ v: version, ...request, endsAtMs })
  const value = await (await sealing()).encryptText(session.keys, text)
  setCookie(c, codeCookie, value, { ...siteCookieAttributes, maxAge: lifetimeSec })
  return true
}

/** The code that this browser asked for; null: none, or too long ago. */
export async function findCodeRequest(
  reader: Reader,
  { session }: Config,
): Promise<CodeRequest | null> {
  const sealed = reader.cookie(codeCookie)
  if (!session || sealed === undefined) return null
  const { decryptText } = await sealing()
  const parsed = v.safeParse(stored, await decryptText(session.keys, sealed))
  return parsed.success && parsed.output.endsAtMs > Date.now() ? parsed.output : null
}

export const forgetCodeRequest = (c: Context) => deleteCookie(c, codeCookie, siteCookieAttributes)
