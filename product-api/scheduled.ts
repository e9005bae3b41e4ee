import {
  forgetExpiredGuests,
  moveSomeReaders,
  sendRescoreMessages,
  wakeStuckReaders,
} from './attempts/object-care.ts'
import type { ApiEnv } from './env.ts'
import { publishLiveMocks } from './live-mocks/publication.ts'
import { clockTeller } from './payments/clock/clock-names.ts'
import { configurePayments } from './payments/configure-payments.ts'
import { reconcileDuePayments } from './payments/reconcile-due-payments.ts'
import { runSettlements } from './payments/settlement/run-settlements.ts'
import { sendDueDocumentMails } from './payments/tax/document-mails.ts'
import { sendReminders } from './reminders/reminders.ts'
import { sweepExpiredRows } from './retention.ts'
import { moveSomeOldOutcomes } from './scoring/stored-outcomes.ts'
import { moveSomeReviews } from './study/old-reviews.ts'

type Bindings = ApiEnv['Bindings']

/** What the cron trigger does every minute (wrangler.toml). */
export function runScheduled(env: Bindings, context: Pick<ExecutionContext, 'waitUntil'>) {
  const now = new Date()
  runScheduledPayments(env, context)
  context.waitUntil(wakeStuckReaders(env, now))
  context.waitUntil(moveSomeReaders(env))
  context.waitUntil(moveSomeReviews(env))
  context.waitUntil(sendRescoreMessages(env, now))
  context.waitUntil(forgetExpiredGuests(env, now))
  context.waitUntil(publishLiveMocks(env.DB, now))
  context.waitUntil(moveSomeOldOutcomes(env.DB))
  context.waitUntil(sendReminders(env, now))
  context.waitUntil(sweepExpiredRows(env.DB, now))
}

/** The part of it that touches payments. */
export function runScheduledPayments(env: Bindings, context: Pick<ExecutionContext, 'waitUntil'>) {
  const payments = {
    ...{ ...configurePayments(env), db: env.DB, now: () => new Date() },
    ...clockTeller(env.PAYMENT_CLOCKS, (work) => context.waitUntil(work)),
  }
  context.waitUntil(reconcileDuePayments(payments, env.PAYMENT_CLOCKS))
  context.waitUntil(sendDueDocumentMails(payments, env))
  context.waitUntil(runSettlements(payments))
}
