import type { Context } from 'hono'
import { readText } from '../../http/request-body.ts'
import type { AppEnv } from '../app-env.ts'

/** Forwards a JSON request of a page's script to the product API with the reader's authorization,
 *  and returns its response with the same status. `body`: null for GET. Responds with 532 if the
 *  product API cannot be reached; the device has stored what it sent, and sends it again. */
export async function forwardToApi(
  c: Context<AppEnv>,
  path: string,
  body: string | null,
): Promise<Response> {
  const forwarded = await c.var.reader.api.forward(
    path,
    body === null
      ? { method: 'GET' }
      : { method: 'POST', body, headers: { 'content-type': 'application/json' } },
  )
  if (!forwarded.ok) return c.var.fail(forwarded.error, 'json')
  const { body: answer, status } = forwarded.value
  return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
}

/** A JSON body as text, not as a stream: it has to be sent twice if the token has expired. Pass its
 *  errors to `c.var.fail`. */
export const jsonText = (c: Context<AppEnv>, maxBytes: number) =>
  readText(c.req.raw, { maxBytes, types: ['application/json'] })
