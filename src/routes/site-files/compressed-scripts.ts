import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'

export const compressedScripts = new Hono<AppEnv>()

/** A large script: for browsers that accept Brotli as the build compressed it
 *  (tasks/compressed-scripts.ts), and otherwise the script itself. Only the addresses under
 *  `run_worker_first` in wrangler.toml come here; the edge answers other files by itself. */
compressedScripts.get('/assets/:file{[\\w-]+\\.js}', async (c) => {
  const { url } = c.req
  const compressed = acceptsBrotli(c.req.raw) ? await c.env.ASSETS.fetch(`${url}.br`) : null
  if (!compressed?.ok) return c.env.ASSETS.fetch(url)
  const headers = new Headers(compressed.headers)
  headers.set('content-type', 'text/javascript; charset=utf-8')
  headers.set('content-encoding', 'br')
  headers.set('vary', 'accept-encoding')
  return new Response(compressed.body, { headers, encodeBody: 'manual' })
})

/** At the edge the header says what Cloudflare accepts, and `cf` what the browser does. */
function acceptsBrotli(request: Request): boolean {
  const { clientAcceptEncoding } = (request.cf ?? {}) as { clientAcceptEncoding?: string }
  return /\bbr\b/.test(clientAcceptEncoding ?? request.headers.get('accept-encoding') ?? '')
}
