import type { IdentityBindings } from './identity/settings.ts'
import type { User } from './identity/users.ts'
import type { PaymentBindings } from './payments/settings.ts'

/** What the worker is bound to (wrangler.toml), and who asks (identity/bearer.ts). */
export type Api = {
  Bindings: { DB: D1Database } & IdentityBindings & PaymentBindings
  Variables: {
    user: User | null
    /** Of the member who asks. */
    sessionId: string | null
    guest: { id: string } | null
  }
}
