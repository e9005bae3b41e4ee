import type { ApiEnv } from './env.ts'
import { consumeAttemptMessages } from './attempts/queue.ts'
import { GuestInserter } from './identity/guest-inserter.ts'
import { PaymentClock } from './payments/clock/clock-object.ts'
import { ReadGrouper } from './read-grouper.ts'
import { ReaderObject } from './reader-object.ts'
import { api } from './routes.ts'
import { runScheduled } from './scheduled.ts'
import { SearchObject } from './search/search-object.ts'

// The classes of the bindings READERS, SEARCH, PAYMENT_CLOCKS, GUESTS and READS (wrangler.toml).
export { GuestInserter, PaymentClock, ReaderObject, ReadGrouper, SearchObject }

export default {
  fetch: api.fetch,
  /** The queue abhyasa-attempts (wrangler.toml). */
  queue: ({ messages }, env) => consumeAttemptMessages(env, messages),
  scheduled: (_moment, env, context) => runScheduled(env, context),
} satisfies ExportedHandler<ApiEnv['Bindings']>
