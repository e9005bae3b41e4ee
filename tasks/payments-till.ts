import { paymentSettings } from '../product-api/payments/settings.ts'
import type { Till } from '../product-api/payments/providers/provider.ts'
import { d1Over } from './d1-over-database.ts'
import { localSecrets, standInSettings } from './local-emulators.ts'
import { statePath, withDatabase } from './local-workers.ts'
import { remoteDatabase } from './remote-database.ts'

/** Opens the till for a task of the operator's: the local one with the stand-ins of a running `npm start`, or the deployed database
 *  with the providers' settings from the environment. */
export async function withTill(
  {
    remote,
    state = statePath,
    port,
  }: { remote: boolean; state?: string | undefined; port: number },
  work: (till: Till) => Promise<void>,
) {
  const now = () => new Date()
  if (remote) {
    const settings = paymentSettings({ ...process.env })
    return work({ db: d1Over(remoteDatabase()), settings, now })
  }
  const { PAYMENT_SECRETS } = localSecrets(state)
  const settings = paymentSettings({ ...standInSettings(port), PAYMENT_SECRETS })
  return withDatabase(state, (database) => work({ db: d1Over(database), settings, now }))
}
