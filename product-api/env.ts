import type { Database } from './database.ts'
import type { IdentityBindings } from './identity/settings.ts'
import type { User } from './identity/users.ts'
import type { LogBindings } from './inbox/crash-log.ts'
import type { PaymentBindings } from './payments/configure-payments.ts'

/** Hono's environment of the product API: what wrangler.toml binds, and who asks, as
 *  `authenticate` found out (identity/authentication.ts). */
export type ApiEnv = {
  Bindings: { DB: Database } & IdentityBindings & PaymentBindings & LogBindings
  Variables: {
    user: User | null
    /** The session of `user`. */
    sessionId: string | null
    guest: { id: string } | null
  }
}
