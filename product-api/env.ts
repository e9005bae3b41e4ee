import type { IdentityBindings } from './identity/settings.ts'
import type { User } from './identity/users.ts'

/** What the worker is bound to (wrangler.toml), and who asks (identity/bearer.ts). */
export type Api = {
  Bindings: { DB: D1Database } & IdentityBindings
  Variables: {
    user: User | null
    /** Of the member who asks. */
    sessionId: string | null
    guest: { id: string } | null
  }
}
