import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { cached } from '../../middleware/page-cache.ts'
import { OfflinePage } from './offline-page.tsx'
import { PackPage } from './pack-page.tsx'
import { offeredPacks, packOf } from './packs.ts'

/** What opens without a network, and what can be kept for it. */
export const offline = new Hono<AppEnv>()

/** Also what the service worker shows where there is neither network nor copy. */
offline.get('/offline', cached(), (c) =>
  c.render(<OfflinePage page={c.var.page} offered={offeredPacks(new Date())} />),
)

offline.get('/offline/:pack', cached(), async (c) => {
  const { api, page } = c.var
  const found = await packOf(api, c.req.param('pack'), page.locale, new Date())
  if (!found.ok) return c.var.fail(found.error)
  return found.value ? c.render(<PackPage page={page} pack={found.value} />) : c.notFound()
})

/** The same as JSON, by which a device finds what has changed since it kept the pack. */
offline.get('/offline/:pack/pages', async (c) => {
  const { api, page } = c.var
  const found = await packOf(api, c.req.param('pack'), page.locale, new Date())
  if (!found.ok) return c.var.fail(found.error, 'json')
  if (!found.value) return c.json({ message: 'Not Found' }, 404)
  c.header('cache-control', 'public, max-age=60')
  return c.json({ version: 1, ...found.value })
})
