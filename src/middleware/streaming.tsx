import { reactRenderer } from '@hono/react-renderer'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Layout } from '../addresses/address.ts'
import { isPayersWay } from '../addresses/address.ts'
import { isHall } from '../../domain/attempt/attempt.ts'
import { Document } from '../ui/document.tsx'
import { PagePartsProvider, type PageParts } from '../ui/page-parts.tsx'
import type { AppEnv } from '../app-env.ts'

const latePartsMs = 8000

/** Streams pages with React; see render.ts. */
export const streaming = createMiddleware<AppEnv>((c, next) => {
  const parts: PageParts = { nonce: undefined, sheets: new Set(), scripts: new Set() }
  c.set('parts', parts)

  const options: Parameters<NonNullable<typeof reactRenderer>>[1] & object = {
    stream: { 'content-type': 'text/html; charset=utf-8' },
    readableStreamOptions: {
      // A whole page has no late parts, and React shall not make any of what is merely long.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError(error: unknown) {
        if (c.req.raw.signal.aborted) return
        console.error(
          JSON.stringify({ requestId: c.var.requestId, path: c.req.path, error: String(error) }),
        )
        return c.var.requestId
      },
    },
  }

  c.set('late', async (promise) => {
    if (!runsScript(c.req.header('user-agent') ?? '', getCookie(c, 'script')))
      return { value: await promise }
    parts.nonce = newNonce()
    Object.assign(options.readableStreamOptions!, {
      nonce: { script: parts.nonce, style: parts.nonce },
      signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(latePartsMs)]),
    })
    return { promise }
  })

  return reactRenderer(({ children, layout }: { children?: React.ReactNode; layout?: Layout }) => {
    const { page: place, brand, config } = c.var
    if (layout !== undefined && place.layout === 'full') place.layout = layout
    return (
      <PagePartsProvider value={parts}>
        <Document
          place={place}
          brand={brand}
          reader={c.var.reader}
          tags={isPayersWay(place.path) || isHall(place.path) ? null : tagsOf(config)}
        >
          {children}
        </Document>
      </PagePartsProvider>
    )
  }, options)(c, next)
})

/** Late parts are moved into place by script. A reader who is not known to run it, and every bot, gets the whole page. */
const runsScript = (userAgent: string, cookie: string | undefined) =>
  cookie === '1' && !/bot|crawl|spider|preview|facebookexternalhit|whatsapp/i.test(userAgent)

const newNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

function tagsOf(config: AppEnv['Variables']['config']) {
  const tags = {
    analyticsId: config.ANALYTICS_ID,
    tagManagerId: config.TAG_MANAGER_ID,
    advertisingId: config.ADVERTISING_ID,
  }
  return Object.values(tags).some((id) => id !== '') ? tags : null
}
