import type { Context } from 'hono'
import { unreachableMessage, unreachableStatus } from '../api-client/errors.ts'
import { headersOf } from '../api-client/users.ts'
import type { AppEnv } from '../app-env.ts'

const deadlineMs = 10_000
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** Hands what a page's script says on to the product API, in the reader's name, and its answer back with its status; the answer is
 *  kept nowhere. `body`: null for a GET. Errors: 532 where nobody answers; what was sent is still on the device, which asks again. */
export async function forwardToApi(
  c: Context<AppEnv>,
  path: string,
  body: string | null,
): Promise<Response> {
  try {
    const response = await c.var.reader.send(path, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: {
        ...headersOf(c.var.reader.caller),
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(deadlineMs),
    })
    return new Response(response.body, { status: response.status, headers })
  } catch {
    return unreachable()
  }
}

export const unreachable = () => jsonAnswer({ message: unreachableMessage }, unreachableStatus)

/** 532 is outside of what c.json takes. */
export const jsonAnswer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers })

/** A body of JSON, held whole: a call whose token was over is sent once more. A Response: why it goes no further. */
export async function jsonBody(
  c: Context<AppEnv>,
  longestBytes: number,
): Promise<string | Response> {
  if (!c.req.header('content-type')?.startsWith('application/json'))
    return jsonAnswer({ message: 'Unsupported Media Type' }, 415)
  const tooLong = () => jsonAnswer({ message: 'Payload Too Large' }, 413)
  if (Number(c.req.header('content-length') ?? 0) > longestBytes) return tooLong()
  const bytes = await c.req.arrayBuffer()
  return bytes.byteLength > longestBytes ? tooLong() : new TextDecoder().decode(bytes)
}
