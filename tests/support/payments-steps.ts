import type { Transaction } from '../../product-api/payments/ledger/transactions.ts'
import type { SimulatedProvider, Simulation } from './payments-simulation-data.ts'
import type { seededRandom } from './seeded-random.ts'

export type SeededRandom = ReturnType<typeof seededRandom>

export type HistoryState = {
  /** What the steps choose from. Some histories have one user, plan or provider only, so that steps
   *  more often concern the same payment. */
  users: readonly number[]
  plans: readonly string[]
  providers: readonly SimulatedProvider[]
  ids: string[]
  /** URLs of the providers' payment pages. */
  links: { provider: SimulatedProvider; url: string }[]
  /** URLs to which providers redirected. */
  returnUrls: string[]
  checkoutKeys: string[]
  /** The payment of each checkout form. */
  paymentOfForm: Map<string, string>
  /** Payments whose dispute is being opened or decided at this moment. */
  deciding: Set<string>
}

export const randomItem = <Item>(random: SeededRandom, items: readonly Item[]): Item | undefined =>
  items.length === 0 ? undefined : random.itemOf(items)

/** A step of a random history. Returns what was done. */
export type Step = (
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) => Promise<string>

export const transaction = (simulation: Simulation, id: string) =>
  simulation.environment.db
    .prepare('SELECT * FROM payment_transactions WHERE id = ?')
    .bind(id)
    .first<Transaction>()
