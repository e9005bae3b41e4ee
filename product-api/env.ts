/** What the worker is bound to (wrangler.toml). */
export type Api = { Bindings: { DB: D1Database } }
