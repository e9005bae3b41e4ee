import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { deadlines } from '../../api-client/deadlines.ts'
import { edgeCache } from '../../edge-cache.ts'
import { imageQuality, imageWidths } from '../../../domain/image-sizes.ts'

export const image = new Hono<AppEnv>()

const maxAgeSec = 30 * 24 * 3600

/** A resized image of the product API's media, in the best format that the browser accepts. Only
 *  the widths of `imageWidths` and the product API's own paths are allowed, so that nobody can use
 *  this endpoint to resize arbitrary images. */
image.get('/image/:width{\\d+}', async (c) => {
  const width = imageWidths.find((known) => String(known) === c.req.param('width'))
  const url = mediaPath(c.req.query('url') ?? '', c.var.config.PRODUCT_API_URL)
  const { images } = c.var.config
  if (width === undefined || url === null || !images) return c.notFound()

  const format = c.req.header('accept')?.includes('image/webp') ? 'image/webp' : 'image/jpeg'
  const key = new Request(`https://image.invalid/${width}/${format}/${encodeURIComponent(url)}`)
  const stored = await edgeCache.match(key)
  if (stored) return new Response(stored.body, stored)

  const fetched = await c.var.api.forward(url, {
    method: 'GET',
    headers: { accept: 'image/*' },
    deadlineMs: deadlines.mediaMs,
  })
  const original = fetched.ok ? fetched.value : null
  const type = original?.headers.get('content-type') ?? ''
  if (!original?.ok || !original.body || !type.startsWith('image/')) return c.notFound()
  if (type.startsWith('image/svg')) return store(original, 'image/svg+xml')
  const resized = await images
    .input(original.body as ReadableStream<Uint8Array>)
    .transform({ width, fit: 'scale-down' })
    .output({ format, quality: imageQuality })
  return store(resized.response(), format)

  function store(response: Response, type: string) {
    const headers = {
      'content-type': type,
      'cache-control': `public, max-age=${maxAgeSec}`,
      vary: 'accept',
    }
    const answer = new Response(response.body, { headers })
    c.executionCtx.waitUntil(edgeCache.put(key, answer.clone()))
    return answer
  }
})

/** A path of the product API's own media, or null: '/figures/map.png', or the same with the API's
 *  origin before it. */
function mediaPath(url: string, productApiUrl: string): string | null {
  const path =
    productApiUrl !== '' && url.startsWith(`${productApiUrl}/`)
      ? url.slice(productApiUrl.length)
      : url
  return /^\/(figures|uploads)\/[\w-]+(\.[\w-]+)*$/.test(path) ? path : null
}
