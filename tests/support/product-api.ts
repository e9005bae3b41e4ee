import { env, exports } from 'cloudflare:workers'
import type { Database } from '../../product-api/database.ts'

type Worker = { default: { fetch: (url: string, init?: RequestInit) => Promise<Response> } }

/** A request to the product API's fetch handler. */
export const requestProductApi = (path: string, init?: RequestInit) =>
  (exports as unknown as Worker).default.fetch(`http://product-api${path}`, init)

/** The body of a GET. */
export async function getBody<Body = ListBody>(path: string): Promise<Body> {
  return (await requestProductApi(path)).json<Body>()
}

export type ListBody = {
  data: Record<string, unknown>[]
  meta: { pagination: Record<string, number> }
}

export const database = () => (env as unknown as { DB: Database }).DB

export const postJson = (path: string, body: unknown) =>
  requestProductApi(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
