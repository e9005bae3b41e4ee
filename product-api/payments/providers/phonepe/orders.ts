import * as v from 'valibot'
import type { Finding } from '../../ledger/state.ts'
import type { Transaction } from '../../ledger/transactions.ts'

// Nothing is refused for being new: PhonePe adds members without asking.

const tries = v.array(
  v.object({ transactionId: v.optional(v.string()), state: v.optional(v.string()) }),
)

const status = v.object({
  merchantOrderId: v.optional(v.string()),
  orderId: v.optional(v.string()),
  state: v.string(),
  amount: v.number(),
  currency: v.optional(v.string()),
  detailedErrorCode: v.optional(v.nullable(v.string())),
  paymentDetails: v.optional(v.nullable(tries)),
})

/** What an order's status says. Only its root `state` decides: a try that failed is not an order that failed, and an errorCode
 *  beside COMPLETED means nothing. */
export function findingIn(body: unknown, row: Transaction): Finding {
  const read = v.safeParse(status, body)
  if (!read.success) return { kind: 'unknown', because: 'unreadable status' }
  const { state, paymentDetails, detailedErrorCode, orderId } = read.output
  switch (state) {
    case 'PENDING':
      return findingOfPending(paymentDetails ?? null)
    case 'FAILED':
      return /TIME_?OUT|EXPIRED/.test(detailedErrorCode ?? '')
        ? { kind: 'gone' }
        : { kind: 'failed', failure: 'declined' }
    case 'COMPLETED': {
      const strange = strangeness(read.output, row)
      if (strange !== null) return { kind: 'mismatch', what: strange }
      const paid = paymentDetails?.find((one) => one.state === 'COMPLETED')
      return {
        kind: 'paid',
        captureId: paid?.transactionId ?? orderId ?? row.id,
        reference: orderId ?? null,
      }
    }
  }
  return { kind: 'unknown', because: `order ${state}` }
}

/** Pending is every order that is not decided. Whether anybody tries to pay it, only the tries tell, where they are listed. */
function findingOfPending(all: v.InferOutput<typeof tries> | null): Finding {
  if (all === null) return { kind: 'open', isTrying: true }
  return all.some(({ state }) => state === 'PENDING')
    ? { kind: 'pending', because: null }
    : { kind: 'open', isTrying: false }
}

function strangeness(
  { merchantOrderId, amount, currency }: v.InferOutput<typeof status>,
  row: Transaction,
): string | null {
  if (merchantOrderId !== undefined && merchantOrderId !== row.id) return 'order'
  if (currency !== undefined && currency !== row.currency) return 'currency'
  return amount === row.amount_minor ? null : 'amount'
}
