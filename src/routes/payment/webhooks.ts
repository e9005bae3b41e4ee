import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { webhookPaths } from '../../../domain/payment.ts'
import { headersOf } from '../../api-client/users.ts'

/** What providers tell us behind the payer's back, handed on byte for byte with what proves it: the product API looks at
 *  the proof, and believes nothing that it has not asked the provider itself. */
export const webhooks = new Hono<AppEnv>()

const longestBody = 262_144
/** PhonePe waits three to five seconds for an answer, and sends again what was not answered. */
const deadlineMs = 10_000
/** What belongs to this connection or to us. Which header a provider signs with is the product API's setting. */
const notTheirs =
  /^(cookie|host|connection|content-length|transfer-encoding|accept-encoding|expect|forwarded|cf-.*|x-forwarded-.*|x-real-ip)$/

for (const [path, asked] of Object.entries(webhookPaths))
  webhooks.post(path, async (c) => {
    c.header('cache-control', 'no-store')
    if (Number(c.req.header('content-length') ?? 0) > longestBody) return c.body(null, 413)
    const body = await c.req.arrayBuffer()
    if (body.byteLength > longestBody) return c.body(null, 413)
    const theirs = Object.entries(c.req.header()).filter(([name]) => !notTheirs.test(name))
    try {
      const answer = await c.var.config.productApi(asked, {
        method: 'POST',
        body,
        headers: { ...Object.fromEntries(theirs), ...headersOf(c.var.reader.caller) },
        signal: AbortSignal.timeout(deadlineMs),
      })
      // Read to its end, or the connection could not be used again.
      await answer.arrayBuffer()
      return new Response(null, { status: answer.status, headers: { 'cache-control': 'no-store' } })
    } catch (error) {
      console.error(JSON.stringify({ requestId: c.var.requestId, webhook: String(error) }))
      // Whoever sent it sends it again.
      return c.body(null, 503)
    }
  })
