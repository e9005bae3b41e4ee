import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { edgeCache } from '../../edge-cache.ts'
import { imageQuality, imageWidths } from '../../../domain/image-sizes.ts'

export const image = new Hono<AppEnv>()

const keptForSec = 30 * 24 * 3600

/** A picture of the product API's media in one of the known widths, in the best format that the browser takes.
 *  Anything else is 404: whoever could choose width or origin freely could make us resize the internet. */
image.get('/image/:width{\\d+}', async (c) => {
  const width = imageWidths.find((known) => String(known) === c.req.param('width'))
  const url = mediaPath(c.req.query('url') ?? '', c.var.config.PRODUCT_API_URL)
  const { images, productApi } = c.var.config
  if (width === undefined || url === null || !images) return c.notFound()

  const format = c.req.header('accept')?.includes('image/webp') ? 'image/webp' : 'image/jpeg'
  const key = new Request(`https://image.invalid/${width}/${format}/${encodeURIComponent(url)}`)
  const kept = await edgeCache.match(key)
  if (kept) return new Response(kept.body, kept)

  const original = await productApi(url, { signal: AbortSignal.timeout(8000) }).catch(() => null)
  if (
    !original?.ok ||
    !original.body ||
    !original.headers.get('content-type')?.startsWith('image/')
  )
    return c.notFound()
  if (original.headers.get('content-type')?.startsWith('image/svg'))
    return keep(original, 'image/svg+xml')
  const made = await images
    .input(original.body)
    .transform({ width, fit: 'scale-down' })
    .output({ format, quality: imageQuality })
  return keep(made.response(), format)

  function keep(response: Response, type: string) {
    const headers = {
      'content-type': type,
      'cache-control': `public, max-age=${keptForSec}`,
      vary: 'accept',
    }
    const answer = new Response(response.body, { headers })
    c.executionCtx.waitUntil(edgeCache.put(key, answer.clone()))
    return answer
  }
})

/** A path of the product API's own media, or null: '/figures/map.png', or the same with the API's origin before it. */
function mediaPath(url: string, productApiUrl: string): string | null {
  const path =
    productApiUrl !== '' && url.startsWith(`${productApiUrl}/`)
      ? url.slice(productApiUrl.length)
      : url
  return /^\/(figures|uploads)\/[\w-]+(\.[\w-]+)*$/.test(path) ? path : null
}
