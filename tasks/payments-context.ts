import { configurePayments } from '../product-api/payments/configure-payments.ts'
import type { PaymentContext } from '../product-api/payments/payment-context.ts'
import { localSecrets } from './local-secrets.ts'
import { emulatorPaymentSettings } from './local-emulators.ts'
import { withLocalDatabase } from './local-database.ts'
import { localStatePath } from './local-workers.ts'
import { remoteDatabase } from './remote-database.ts'

/** Runs an operator's command on payments: on the local database with the emulators of a running
 *  `npm start`, or on the deployed one with the settings from the environment. */
export async function withPaymentContext(
  {
    remote,
    state = localStatePath,
    port,
  }: { remote: boolean; state?: string | undefined; port: number },
  work: (context: PaymentContext) => Promise<void>,
) {
  const now = () => new Date()
  if (remote) return work({ ...configurePayments({ ...process.env }), db: remoteDatabase(), now })
  const { PAYMENT_SECRETS } = localSecrets(state)
  const configuration = configurePayments({ ...emulatorPaymentSettings(port), PAYMENT_SECRETS })
  return withLocalDatabase(state, (db) => work({ ...configuration, db, now }))
}
