import { mayHaveTags } from '../addresses/paths.ts'
import { reactRenderer } from '@hono/react-renderer'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ReactNode } from 'react'
import { splitLocale, type Layout, type PageContext } from '../addresses/address.ts'
import { pageQuery } from '../addresses/language-switch.ts'
import { fail } from '../respond/failure.tsx'
import { Document } from '../ui/document.tsx'
import { InlineAssetsProvider, type InlineAssets } from '../ui/inline-assets.tsx'
import type { AppEnv } from '../app-env.ts'
import { loggedPath } from '../../http/logged-path.ts'
import { isStoredForAll } from './page-cache.ts'
import { renderParts, type RenderHtml } from './page-parts.tsx'

/** Renders pages with React. Loaded on demand by render.ts. */
export const pageRenderer = createMiddleware<AppEnv>((c, next) => {
  const assets: InlineAssets = {
    styles: new Set(),
    lateStyles: new Set(),
    scripts: new Set(),
    isComplete: false,
  }
  c.set('inlineAssets', assets)
  c.set('fail', (failure, as) => fail(c, failure, as))
  const streamOptions = {
    // By default React defers parts of long pages.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError(error: unknown) {
      if (c.req.raw.signal.aborted) return
      const { requestId } = c.var
      console.error(
        JSON.stringify({ requestId, path: loggedPath(c.req.path), error: String(error) }),
      )
      return requestId
    },
  }
  const toHtml = async (content: ReactNode) => {
    const { renderToReadableStream } = await import('react-dom/server.edge')
    return new Response(await renderToReadableStream(content, streamOptions)).bytes()
  }
  const html: RenderHtml = {
    document: (content) => toHtml(<PageDocument c={c}>{content}</PageDocument>),
    part: (content) =>
      content === null || content === undefined || content === false
        ? Promise.resolve(new Uint8Array())
        : toHtml(
            <InlineAssetsProvider value={{ ...c.var.inlineAssets, isComplete: true }}>
              {content}
            </InlineAssetsProvider>,
          ),
  }
  c.set('renderParts', (page) => renderParts(c, page, html))

  return reactRenderer(
    ({ children, layout }: { children?: ReactNode; layout?: Layout }) => {
      const { page } = c.var
      if (layout !== undefined && page.layout === 'full') page.layout = layout
      return <PageDocument c={c}>{children}</PageDocument>
    },
    {
      stream: { 'content-type': 'text/html; charset=utf-8' },
      readableStreamOptions: streamOptions,
    },
  )(c, next)
})

function PageDocument({ c, children }: { c: Context<AppEnv>; children: ReactNode }) {
  const { brand, config, reader, inlineAssets } = c.var
  const page = { ...switchTarget(c), ...c.var.page }
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
}

/** Where the language switch leads, unless the route has said it: to this page with its parameters,
 *  or from the answer to a form to the page that the form stood on. A page that is stored for
 *  everybody has no parameters. */
function switchTarget(c: Context<AppEnv>): Pick<PageContext, 'query' | 'switchPath'> {
  const { page } = c.var
  if (page.query !== undefined || isStoredForAll(c)) return {}
  if (/^(?:GET|HEAD)$/.test(c.req.method)) return { query: pageQuery(new URL(c.req.url).search) }
  const referrer = c.req.header('referer') ?? ''
  if (!referrer.startsWith(`${page.origin}/`) || !URL.canParse(referrer)) return {}
  const { pathname, search } = new URL(referrer)
  return { switchPath: splitLocale(pathname).path, query: pageQuery(search) }
}

function tagsOf(config: AppEnv['Variables']['config']) {
  const tags = {
    analyticsId: config.ANALYTICS_ID,
    tagManagerId: config.TAG_MANAGER_ID,
    advertisingId: config.ADVERTISING_ID,
    advertisingSlot: config.ADVERTISING_ID === '' ? '' : config.ADVERTISING_SLOT,
  }
  return Object.values(tags).some((id) => id !== '') ? tags : null
}
