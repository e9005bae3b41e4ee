import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { isForwarded } from '../../product/endpoints.ts'
import { unreachableMessage, unreachableStatus } from '../../product/errors.ts'

export const api = new Hono<Edge>()

const longestBody = 65_536
const deadlineMs = 10_000

/** Hands on exactly the calls of the table, with nothing of the browser's but the query, the body and its type. */
api.all('/api/*', async (c) => {
  const url = new URL(c.req.url)
  const { method } = c.req
  if (!isForwarded(method, url.pathname)) return c.json({ message: 'Not Found' }, 404)
  const body = method === 'GET' ? null : await c.req.arrayBuffer()
  if (body && body.byteLength > longestBody) return c.json({ message: 'Payload Too Large' }, 413)
  let response: Response
  try {
    response = await c.var.config.productApi(url.pathname + url.search, {
      method,
      body,
      headers: {
        accept: 'application/json',
        'content-type': c.req.header('content-type') ?? 'application/json',
        'x-request-id': c.var.requestId,
      },
      signal: AbortSignal.timeout(deadlineMs),
    })
  } catch {
    return Response.json({ message: unreachableMessage }, { status: unreachableStatus })
  }
  return new Response(response.body, {
    status: response.status,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/json',
      'cache-control': 'no-store',
    },
  })
})
