import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import { notFound } from '../strapi/errors.ts'

export const mediaRoutes = new Hono<ApiEnv>()

/** A picture of the content. Its name changes with its content, so it may be kept for ever. */
mediaRoutes.get('/:name', async (c) => {
  const row = await c.env.DB.prepare('SELECT content_type, bytes FROM media WHERE path = ?')
    .bind(`/figures/${c.req.param('name')}`)
    .first<{ content_type: string; bytes: ArrayBuffer }>()
  if (!row) throw notFound()
  return c.body(new Uint8Array(row.bytes), 200, {
    'content-type': row.content_type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})
