import { env, exports } from 'cloudflare:workers'
import type { Database } from '../../product-api/database.ts'

type Worker = { default: { fetch: (url: string, init?: RequestInit) => Promise<Response> } }

/** A request to the product API through its front door. */
export const ask = (path: string, init?: RequestInit) =>
  (exports as unknown as Worker).default.fetch(`http://product-api${path}`, init)

/** The body of a GET. */
export async function get<Body = ListBody>(path: string): Promise<Body> {
  return (await ask(path)).json<Body>()
}

export type ListBody = {
  data: Record<string, unknown>[]
  meta: { pagination: Record<string, number> }
}

export const database = () => (env as unknown as { DB: Database }).DB

export const post = (path: string, body: unknown) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
