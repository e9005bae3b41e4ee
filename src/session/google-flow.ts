import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { Reader } from './reader.ts'

export const flowCookie = '__Secure-next-auth.state'

/** The values that must match when Google sends the reader back. Sealed in a cookie, so that only the
 *  browser that began a sign-in can finish it. */
const flow = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    state: v.string(),
    nonce: v.string(),
    verifier: v.string(),
    goOn: v.string(),
    endsAt: v.number(),
  }),
)
export type GoogleFlow = v.InferOutput<typeof flow>

const sealing = () => import('./sealed-cookie.ts')

export async function sealGoogleFlow(
  keys: readonly [string, ...string[]],
  begun: GoogleFlow,
): Promise<string> {
  return (await sealing()).encryptText(keys, JSON.stringify(begun))
}

/** The sign-in that this browser began; null: none, or too long ago. */
export async function begunGoogleFlow(reader: Reader, config: Config): Promise<GoogleFlow | null> {
  const sealed = reader.cookie(flowCookie)
  if (!config.session || sealed === undefined) return null
  const { decryptText } = await sealing()
  const read = v.safeParse(flow, await decryptText(config.session.keys, sealed))
  return read.success && read.output.endsAt > Date.now() ? read.output : null
}
