import { demoAccounts } from '../product-api/identity/demo-accounts.ts'
import { withDatabase } from './local-workers.ts'

/** Two members to try a local site with. No deployed database ever sees them. */
export const localAccounts = {
  free: { username: 'Demo Free', email: 'free@abhyasa.example', password: 'abhyasa-free-1' },
  premium: {
    username: 'Demo Premium',
    email: 'premium@abhyasa.example',
    password: 'abhyasa-premium-1',
  },
}

export const seedAccounts = (state: string) =>
  withDatabase(state, async (database) => {
    await database.batch(await demoAccounts(localAccounts, new Date()))
  })
