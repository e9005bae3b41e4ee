import type { BodyRefusal } from '../http/request-body.ts'
import type { PageContext, Layout } from './addresses/address.ts'
import type { ApiClient } from './api-client/client.ts'
import type { ApiError } from './api-client/errors.ts'
import type { Brand } from './brand.ts'
import type { Config, Env } from './config.ts'
import type { Reader } from './session/reader.ts'
import type { Deferred } from './ui/deferred.tsx'
import type { InlineAssets } from './ui/inline-assets.tsx'

/** What every request carries: `c.var`. */
export type AppEnv = {
  Bindings: Env
  Variables: {
    config: Config
    brand: Brand
    /** In the log, in calls to the product API, and on the error page. */
    requestId: string
    page: PageContext
    /** Asks the product API in nobody's name. `reader.api` asks in the reader's. */
    api: ApiClient
    reader: Reader
    /** The answer to a failure, as a page or as JSON: respond/failure.tsx. */
    fail: (failure: Failure, as?: 'page' | 'json') => Response | Promise<Response>
    /** For what a page can do without: waits for it, or streams it later where the browser runs
     *  script. */
    defer: <Value>(promise: Promise<Value>) => Promise<Deferred<Value>>
    inlineAssets: InlineAssets
    /** Set when something was read that may differ from one reader to the next: the answer is not
     *  stored. */
    isPersonal: boolean
    /** Set by the route that lets its page be stored: middleware/page-cache.ts. */
    routeCaching: { vary: readonly string[] }
    isFromCache: boolean
  }
}

/** What routes expect to fail: the product API, or the body of the request. */
export type Failure = ApiError | BodyRefusal

declare module 'hono' {
  // Hono merges this interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ContextRenderer {
    (content: React.ReactElement, options?: { layout?: Layout }): Response | Promise<Response>
  }
}
