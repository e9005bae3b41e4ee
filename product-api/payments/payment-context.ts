import type { Database } from '../database.ts'
import type { ClockedRow } from './clock/clock-names.ts'
import type { PaymentProvider } from './providers/provider.ts'
import type { PaymentSettings } from './settings.ts'

/** The database, settings, providers and clock that code about payments works with. */
export type PaymentContext = {
  db: Database
  settings: PaymentSettings
  providers: readonly PaymentProvider[]
  now: () => Date
  /** To be called after the write of a row that says when it is due. Absent where nobody has to be
   *  told: in the clock itself, in commands, where there are no clocks (clock/clock-names.ts). */
  tellClock?: (row: ClockedRow) => void
}

/** The provider of a transaction. Errors: throws for a provider that is not registered. */
export function providerOf(
  { providers }: Pick<PaymentContext, 'providers'>,
  { provider: id }: { provider: string },
): PaymentProvider {
  const found = providers.find(({ facts }) => facts.id === id)
  if (!found) throw new Error(`No payment provider ${id} is registered`)
  return found
}
