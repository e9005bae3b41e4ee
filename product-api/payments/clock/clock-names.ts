import type { ClockNamespace } from '../../object-bindings.ts'
import type { Transaction } from '../ledger/transactions.ts'

/** Which orders a clock has: those of one provider whose id ends with `part`. */
export type ClockName = { provider: string; part: string }

/** What an order's clock has to know of its row. */
export type ClockedRow = Pick<Transaction, 'id' | 'provider' | 'next_check_at'>

/** What the Worker says to a clock (clock-object.ts). */
export type ClockStub = {
  /** Looks at the orders that are due at `atMs`, in ms since 1970, or earlier. May be said twice,
   *  and in vain. */
  lookBy(name: ClockName, atMs: number): Promise<void>
}

/** The last letter of an order's id is random: each clock has a 32nd of its provider's orders. */
export const clockOf = ({ id, provider }: Pick<Transaction, 'id' | 'provider'>): ClockName => ({
  provider,
  part: id.slice(-1),
})

export const clockStub = (clocks: ClockNamespace, { provider, part }: ClockName) =>
  clocks.get(clocks.idFromName(`${provider} ${part}`) as never, {
    locationHint: 'apac',
  }) as ClockStub

/** The member `tellClock` of a payment context; none where there are no clocks. Nobody waits for
 *  the clock: what does not reach it, the cron trigger finds (wake-late-clocks.ts). Cost: one
 *  request to an object for each call. */
export const clockTeller = (
  clocks: ClockNamespace | undefined,
  waitUntil: (work: Promise<unknown>) => void,
): { tellClock?: (row: ClockedRow) => void } =>
  clocks
    ? {
        tellClock: (row) => {
          if (row.next_check_at === null) return
          const atMs = Date.parse(row.next_check_at)
          waitUntil(
            clockStub(clocks, clockOf(row))
              .lookBy(clockOf(row), atMs)
              .catch((error: unknown) => {
                console.error(
                  JSON.stringify({ at: 'payment-clock', order: row.id, error: String(error) }),
                )
              }),
          )
        },
      }
    : {}
