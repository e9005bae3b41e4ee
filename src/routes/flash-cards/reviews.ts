import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { unreachableMessage, unreachableStatus } from '../../product/errors.ts'
import { reviewsPath } from '../../product/study.ts'
import { headersOf } from '../../product/users.ts'

/** The review log as a browser's script speaks of it. */
export const reviews = new Hono<Edge>()

const longestBody = 131_072
const deadlineMs = 10_000
const address = '/flash-cards/reviews'

/** What arrived after an entry; nothing for a visitor under whose name nothing is kept. */
reviews.get(address, (c) => {
  if (!c.var.reader.isNamed) {
    const now = new Date().toISOString()
    return answer({ data: { reviews: [], next: 0, isAll: true, exam: null, now } }, 200)
  }
  return passOn(c, `?${new URLSearchParams({ after: c.req.query('after') ?? '0' })}`, null)
})

/** Reviews to be kept. A visitor gets a name with the first. */
reviews.post(address, async (c) => {
  if (!c.req.header('content-type')?.startsWith('application/json'))
    return answer({ message: 'Unsupported Media Type' }, 415)
  if (Number(c.req.header('content-length') ?? 0) > longestBody)
    return answer({ message: 'Payload Too Large' }, 413)
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength > longestBody) return answer({ message: 'Payload Too Large' }, 413)
  const named = await c.var.reader.beGuest()
  if (!named.ok) return answer({ message: unreachableMessage }, unreachableStatus)
  return passOn(c, '', new TextDecoder().decode(bytes))
})

async function passOn(c: Context<Edge>, query: string, body: string | null): Promise<Response> {
  try {
    const response = await c.var.reader.send(reviewsPath + query, {
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
    // Refused, reset, or too slow: the reviews are still on the device, which sends them again.
    return answer({ message: unreachableMessage }, unreachableStatus)
  }
}

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const answer = (body: object, status: number) =>
  new Response(JSON.stringify(body), { status, headers })
