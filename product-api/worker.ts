import type { ApiEnv } from './env.ts'
import { compactJournals } from './attempts/compaction.ts'
import { submitOverdueAttempts } from './attempts/overdue-attempts.ts'
import { publishLiveMocks } from './live-mocks/publication.ts'
import { configurePayments } from './payments/configure-payments.ts'
import { reconcileDuePayments } from './payments/reconcile-due-payments.ts'
import { sendDueDocumentMails } from './payments/tax/document-mails.ts'
import { runSettlements } from './payments/settlement/run-settlements.ts'
import { sweepExpiredRows } from './retention.ts'
import { moveSomeOldOutcomes } from './scoring/stored-outcomes.ts'
import { api } from './routes.ts'

export default {
  fetch: api.fetch,
  /** The cron trigger, every minute (wrangler.toml). */
  scheduled: (_moment, env, context) => {
    const now = () => new Date()
    const payments = { ...configurePayments(env), db: env.DB, now }
    context.waitUntil(reconcileDuePayments(payments))
    context.waitUntil(sendDueDocumentMails(payments, env))
    context.waitUntil(runSettlements(payments))
    context.waitUntil(submitOverdueAttempts(env.DB, now()))
    context.waitUntil(publishLiveMocks(env.DB, now()))
    context.waitUntil(compactJournals(env.DB, now()))
    context.waitUntil(moveSomeOldOutcomes(env.DB))
    context.waitUntil(sweepExpiredRows(env.DB, now()))
  },
} satisfies ExportedHandler<ApiEnv['Bindings']>
