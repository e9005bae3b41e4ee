import type { ApiEnv } from './env.ts'
import {
  forgetExpiredGuests,
  moveSomeReaders,
  sendRescoreMessages,
  wakeStuckReaders,
} from './attempts/object-care.ts'
import { handleAttemptMessages } from './attempts/queue.ts'
import { GuestInserter } from './identity/guest-inserter.ts'
import { publishLiveMocks } from './live-mocks/publication.ts'
import { clockTeller } from './payments/clock/clock-names.ts'
import { PaymentClock } from './payments/clock/clock-object.ts'
import { configurePayments } from './payments/configure-payments.ts'
import { reconcileDuePayments } from './payments/reconcile-due-payments.ts'
import { sendDueDocumentMails } from './payments/tax/document-mails.ts'
import { runSettlements } from './payments/settlement/run-settlements.ts'
import { sendReminders } from './reminders/reminders.ts'
import { ReadGrouper } from './read-grouper.ts'
import { ReaderObject } from './reader-object.ts'
import { sweepExpiredRows } from './retention.ts'
import { SearchObject } from './search/search-object.ts'
import { moveSomeOldOutcomes } from './scoring/stored-outcomes.ts'
import { moveSomeReviews } from './study/old-reviews.ts'
import { api } from './routes.ts'

// The classes of the bindings READERS, SEARCH, PAYMENT_CLOCKS, GUESTS and READS (wrangler.toml).
export { GuestInserter, PaymentClock, ReaderObject, ReadGrouper, SearchObject }

export default {
  fetch: api.fetch,
  /** The queue abhyasa-attempts (wrangler.toml). */
  queue: ({ messages }, env) => handleAttemptMessages(env, messages, new Date()),
  /** The cron trigger, every minute (wrangler.toml). */
  scheduled: (_moment, env, context) => {
    const now = () => new Date()
    const payments = {
      ...{ ...configurePayments(env), db: env.DB, now },
      ...clockTeller(env.PAYMENT_CLOCKS, (work) => context.waitUntil(work)),
    }
    context.waitUntil(reconcileDuePayments(payments, env.PAYMENT_CLOCKS))
    context.waitUntil(sendDueDocumentMails(payments, env))
    context.waitUntil(runSettlements(payments))
    context.waitUntil(wakeStuckReaders(env, now()))
    context.waitUntil(moveSomeReaders(env))
    context.waitUntil(moveSomeReviews(env))
    context.waitUntil(sendRescoreMessages(env, now()))
    context.waitUntil(forgetExpiredGuests(env, now()))
    context.waitUntil(publishLiveMocks(env.DB, now()))
    context.waitUntil(moveSomeOldOutcomes(env.DB))
    context.waitUntil(sendReminders(env, now()))
    context.waitUntil(sweepExpiredRows(env.DB, now()))
  },
} satisfies ExportedHandler<ApiEnv['Bindings']>
