import { mayHaveTags } from '../addresses/paths.ts'
import { reactRenderer } from '@hono/react-renderer'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Layout } from '../addresses/address.ts'
import { fail } from '../respond/failure.tsx'
import { Document } from '../ui/document.tsx'
import { InlineAssetsProvider, type InlineAssets } from '../ui/inline-assets.tsx'
import type { AppEnv } from '../app-env.ts'
import { loggedPath } from '../../http/logged-path.ts'

/** A deferred part that takes longer is left out of the page. */
const deferredPartMs = 8000

/** Renders pages with React. Loaded on demand by render.ts. */
export const pageRenderer = createMiddleware<AppEnv>((c, next) => {
  const inlineAssets: InlineAssets = { nonce: undefined, styles: new Set(), scripts: new Set() }
  c.set('inlineAssets', inlineAssets)
  c.set('fail', (failure, as) => fail(c, failure, as))

  const options: Parameters<NonNullable<typeof reactRenderer>>[1] & object = {
    stream: { 'content-type': 'text/html; charset=utf-8' },
    readableStreamOptions: {
      // By default React defers parts of long pages; only what routes defer may be deferred.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError(error: unknown) {
        if (c.req.raw.signal.aborted) return
        console.error(
          JSON.stringify({
            requestId: c.var.requestId,
            path: loggedPath(c.req.path),
            error: String(error),
          }),
        )
        return c.var.requestId
      },
    },
  }

  c.set('defer', async (promise) => {
    if (!runsScript(c.req.header('user-agent') ?? '', getCookie(c, '__Host-script')))
      return { value: await promise }
    inlineAssets.nonce = newNonce()
    Object.assign(options.readableStreamOptions!, {
      nonce: { script: inlineAssets.nonce, style: inlineAssets.nonce },
      signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(deferredPartMs)]),
    })
    return { promise }
  })

  return reactRenderer(({ children, layout }: { children?: React.ReactNode; layout?: Layout }) => {
    const { page, brand, config, reader } = c.var
    if (layout !== undefined && page.layout === 'full') page.layout = layout
    return (
      <InlineAssetsProvider value={inlineAssets}>
        <Document
          page={page}
          brand={brand}
          reader={reader}
          tags={mayHaveTags(page.path) ? tagsOf(config) : null}
        >
          {children}
        </Document>
      </InlineAssetsProvider>
    )
  }, options)(c, next)
})

/** Whether deferred parts may be streamed, which a script moves to their places. The cookie is set
 *  by the entry script. Bots get the complete page. */
const runsScript = (userAgent: string, cookie: string | undefined) =>
  cookie === '1' && !/bot|crawl|spider|preview|facebookexternalhit|whatsapp/i.test(userAgent)

const newNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

function tagsOf(config: AppEnv['Variables']['config']) {
  const tags = {
    analyticsId: config.ANALYTICS_ID,
    tagManagerId: config.TAG_MANAGER_ID,
    advertisingId: config.ADVERTISING_ID,
    advertisingSlot: config.ADVERTISING_ID === '' ? '' : config.ADVERTISING_SLOT,
  }
  return Object.values(tags).some((id) => id !== '') ? tags : null
}
