import type { Context } from 'hono'
import { readText } from '../../http/request-body.ts'
import type { AppEnv } from '../app-env.ts'

/** Forwards a call of a page's script to the product API in the reader's name, and its answer back
 *  with its status; it is stored nowhere. `body`: null for a GET. Errors: 532 where nobody answers;
 *  what was sent is still on the device, which sends it again. */
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
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(answer, { status, headers })
}

/** A body of JSON as text, read whole: a call whose token had expired is sent once more. Errors:
 *  for `c.var.fail`. */
export const jsonText = (c: Context<AppEnv>, maxBytes: number) =>
  readText(c.req.raw, { maxBytes, types: ['application/json'] })
