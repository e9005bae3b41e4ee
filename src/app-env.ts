import type { Brand } from './brand.ts'
import type { Config, Env } from './config.ts'
import type { Layout, PageContext } from './addresses/address.ts'
import type { Ask } from './api-client/client.ts'
import type { Late } from './ui/late.tsx'
import type { PageParts } from './ui/page-parts.tsx'
import type { Reader } from './session/reader.ts'

/** What every request carries on its way through the house. */
export type AppEnv = {
  Bindings: Env
  Variables: {
    config: Config
    brand: Brand
    /** Goes into the log, to the product API, and onto the error screen. */
    requestId: string
    page: PageContext
    ask: Ask
    reader: Reader
    parts: PageParts
    fromCache: boolean
    /** For what a page can do without: waits for it, or lets it come late where the reader's browser runs script. */
    late: <Value>(promise: Promise<Value>) => Promise<Late<Value>>
  }
}

declare module 'hono' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Hono merges this interface
  interface ContextRenderer {
    (content: React.ReactElement, options?: { layout?: Layout }): Response | Promise<Response>
  }
}
