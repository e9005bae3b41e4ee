import type { Database } from './database.ts'
import type { IdentityBindings } from './identity/settings.ts'
import type { User } from './identity/users.ts'
import type { LogBindings } from './inbox/crash-log-bindings.ts'
import type { PaymentBindings } from './payments/configure-payments.ts'
import type { ReminderBindings } from './reminders/settings.ts'
import type {
  AttemptQueue,
  ClockNamespace,
  GuestNamespace,
  JournalBucket,
  ReadNamespace,
  ReaderNamespace,
  SearchNamespace,
} from './object-bindings.ts'

/** Hono's environment of the product API: the bindings of wrangler.toml, and the caller as set by
 *  `authenticate` (identity/authentication.ts). */
export type ApiEnv = {
  Bindings: {
    DB: Database
    READERS: ReaderNamespace
    SEARCH: SearchNamespace
    ATTEMPT_QUEUE: AttemptQueue
    /** Absent: the whole journal of an attempt is dropped when it is compacted. */
    JOURNALS?: JournalBucket
    /** Absent: the cron trigger asks about all payments (payments/reconcile-due-payments.ts). */
    PAYMENT_CLOCKS?: ClockNamespace
    /** Absent: each guest is inserted alone (identity/guest-inserts.ts). */
    GUESTS?: GuestNamespace
    /** Absent: what a running test reads is read alone (grouped-reads.ts). */
    READS?: ReadNamespace
  } & IdentityBindings &
    PaymentBindings &
    ReminderBindings &
    LogBindings
  Variables: {
    user: User | null
    /** The session of `user`. */
    sessionId: string | null
    guest: { id: string } | null
  }
}
