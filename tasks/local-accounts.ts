import { runStatements } from '../product-api/database.ts'
import { demoAccounts } from '../product-api/identity/demo-accounts.ts'
import { withLocalDatabase } from './local-database.ts'

/** Two accounts of local sites. They are never written to a deployed database. */
export const localAccounts = {
  free: { username: 'Demo Free', email: 'free@abhyasa.example', password: 'abhyasa-free-1' },
  premium: {
    username: 'Demo Premium',
    email: 'premium@abhyasa.example',
    password: 'abhyasa-premium-1',
  },
}

export const seedAccounts = (state: string) =>
  withLocalDatabase(state, async (database) => {
    await runStatements(database, await demoAccounts(localAccounts, new Date()))
  })
