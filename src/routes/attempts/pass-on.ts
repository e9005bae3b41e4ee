import type { Context } from 'hono'
import type { Edge } from '../../middleware/edge.ts'
import { unreachableMessage, unreachableStatus } from '../../product/errors.ts'
import { headersOf } from '../../product/users.ts'

const longestBody = 262_144
const deadlineMs = 10_000

/** Hands what the hall's script says on to the product API, in the reader's name, and its answer back with its status.
 *  JSON only, 256 KB at most; the answer is kept nowhere. */
export async function passOn(
  c: Context<Edge>,
  method: 'GET' | 'POST',
  what: 'events' | 'submit' | 'reveal',
): Promise<Response> {
  const body = method === 'POST' ? await bodyOf(c) : null
  if (body instanceof Response) return body
  const after = c.req.query('after')
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`
  try {
    const response = await c.var.reader.send(
      `/api/user-test-progresses/${c.req.param('id')}/${what}${query}`,
      {
        method,
        body,
        headers: {
          ...headersOf(c.var.reader.caller),
          ...(body !== null && { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(deadlineMs),
      },
    )
    return new Response(response.body, { status: response.status, headers })
  } catch {
    // Refused, reset, or too slow: what was sent is still on the device, which asks again.
    return answer({ message: unreachableMessage }, unreachableStatus)
  }
}

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const answer = (body: object, status: number) =>
  new Response(JSON.stringify(body), { status, headers })

/** Held whole: a call whose token was over is sent once more. A Response: why it goes no further. */
async function bodyOf(c: Context<Edge>): Promise<string | Response> {
  if (!c.req.header('content-type')?.startsWith('application/json'))
    return answer({ message: 'Unsupported Media Type' }, 415)
  const tooLong = () => answer({ message: 'Payload Too Large' }, 413)
  if (Number(c.req.header('content-length') ?? 0) > longestBody) return tooLong()
  const bytes = await c.req.arrayBuffer()
  return bytes.byteLength > longestBody ? tooLong() : new TextDecoder().decode(bytes)
}
