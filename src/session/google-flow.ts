import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { Reader } from './reader.ts'

export const flowCookie = '__Secure-next-auth.state'
const flowVersion = 1

/** The values that must match when Google redirects back, in an encrypted cookie, so that only the
 *  browser that began a sign-in can finish it. Version 0, without `v`, had another name for
 *  callbackUrl; its flows end at the home page. */
const storedFlow = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    state: v.string(),
    nonce: v.string(),
    verifier: v.string(),
    callbackUrl: v.fallback(v.string(), ''),
    endsAt: v.number(),
  }),
)
export type GoogleFlow = v.InferOutput<typeof storedFlow>

const sealing = () => import('../../http/sealed-text.ts')

export async function sealGoogleFlow(
  keys: readonly [string, ...string[]],
  flow: GoogleFlow,
): Promise<string> {
  return (await sealing()).encryptText(keys, JSON.stringify({ v: flowVersion, ...flow }))
}

/** The sign-in that this browser began; null: none, or too long ago. */
export async function googleFlowInCookie(
  reader: Reader,
  config: Config,
): Promise<GoogleFlow | null> {
  const sealed = reader.cookie(flowCookie)
  if (!config.session || sealed === undefined) return null
  const { decryptText } = await sealing()
  const parsed = v.safeParse(storedFlow, await decryptText(config.session.keys, sealed))
  return parsed.success && parsed.output.endsAt > Date.now() ? parsed.output : null
}
