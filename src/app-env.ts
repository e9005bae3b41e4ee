import type { BodyRefusal, FormFields } from '../http/request-body.ts'
import type { PageContext, Layout } from './addresses/address.ts'
import type { ApiClient } from './api-client/client.ts'
import type { ApiError } from './api-client/errors.ts'
import type { Brand } from './brand.ts'
import type { Config, Env } from './config.ts'
import type { Reader } from './session/reader.ts'
import type { PageInParts } from './respond/page-in-parts.ts'
import type { PageContent, StoredPage } from './page-store.ts'
import type { InlineAssets } from './ui/inline-assets.tsx'

/** Hono's environment: the bindings, and what middleware sets on `c.var`. */
export type AppEnv = {
  Bindings: Env
  Variables: {
    config: Config
    brand: Brand
    /** Also logged, sent to the product API, and shown on the error page. */
    requestId: string
    page: PageContext
    /** The product API without authorization. `reader.api` has the reader's. */
    api: ApiClient
    reader: Reader
    /** The response to a failure, as a page or as JSON: respond/failure.tsx. */
    fail: (failure: Failure, as?: 'page' | 'json') => Response | Promise<Response>
    /** Renders a page whose parts are loaded while it is being sent: middleware/page-parts.ts. */
    renderParts: <Facts>(page: PageInParts<Facts>) => Promise<Response>
    inlineAssets: InlineAssets
    /** The fields of a posted form of answers: a page that says that they were not stored carries
     *  them (ui/send-again.tsx). Unset on other requests. */
    answerFields: FormFields | undefined
    /** True once anything was read that may differ between readers, or must not be stored. The
     *  response is then `private, no-store`. */
    isPersonal: boolean
    /** Set by `cached` (middleware/page-cache.ts) when its route runs. */
    routeCaching: { vary: readonly string[] } | undefined
    isFromCache: boolean
    /** For a reader with a session cookie: the page that is stored for everybody at this address,
     *  whose parts the reader's page is made of. Unset on routes without `cached`. */
    storedPage: (() => Promise<StoredPage | null>) | undefined
    /** Set by `renderParts`: the complete page once it has been sent; null: part of it failed. */
    completePage: { isBegunEarly: boolean; sent: Promise<PageContent | null> } | undefined
  }
}

/** The failures that routes expect: of the product API, or of reading the request's body. */
export type Failure = ApiError | BodyRefusal

declare module 'hono' {
  // Hono merges this interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ContextRenderer {
    (content: React.ReactElement, options?: { layout?: Layout }): Response | Promise<Response>
  }
}
