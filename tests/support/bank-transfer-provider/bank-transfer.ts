import { defineProvider } from '../../../product-api/payments/providers/provider.ts'
import { textSetting } from '../../../product-api/payments/setting-schemas.ts'
import type { Finding } from '../../../product-api/payments/ledger/state.ts'
import type { Transaction } from '../../../product-api/payments/ledger/transactions.ts'
import { receivedFor, sendBack, sentBackBy, sentBackFor } from './bank-statement.ts'
import { bankTransferFacts } from './facts.ts'

const dayMs = 86_400_000

/** A third provider, for tests: the payer transfers money to the bank account BANK_ACCOUNT, and the
 *  operator marks it as received. */
export const bankTransfer = defineProvider(
  bankTransferFacts,
  { BANK_ACCOUNT: textSetting },
  ({ BANK_ACCOUNT }) => ({
    missingSettings: BANK_ACCOUNT === '' ? ['BANK_ACCOUNT'] : [],
    currency: 'INR',
    orderLifetimeMs: 3 * dayMs,
    polling: { agesSec: [3600, 86_400], checksPendingAfterExpiry: false },
    isCreateIdempotent: true,
    supersedableStates: ['created'],
    returnMethods: ['GET'],
    isReturnOf: () => true,
    orderIdInReturn: () => null,
    createOrder: (_context, row, urls) =>
      Promise.resolve({
        kind: 'started',
        orderId: row.id,
        reference: null,
        redirectUrl: `https://bank.test/transfer?${new URLSearchParams({
          account: BANK_ACCOUNT,
          purpose: row.id,
          back: urls.success,
        })}`,
        expiresAt: null,
      }),
    fetchOrder: (_context, row) => Promise.resolve(findingOf(row)),
    captureOrder: (_context, row) => Promise.resolve(findingOf(row)),
    sendRefund: (_context, row, { key, amountMinor }) => {
      sendBack(key, row.id, amountMinor)
      return Promise.resolve({
        kind: 'done',
        providerId: key,
        amountMinor,
        totalMinor: sentBackFor(row.id),
      })
    },
    fetchRefund: (_context, row, { key }) => {
      const sent = sentBackBy(key)
      return Promise.resolve(
        sent
          ? {
              kind: 'done',
              providerId: key,
              amountMinor: sent.amountMinor,
              totalMinor: sentBackFor(row.id),
            }
          : { kind: 'none' },
      )
    },
    readWebhook: () => Promise.resolve({ kind: 'unreadable' }),
    listPayments: null,
    settlement: null,
    operatorActionFor: () => null,
  }),
)

function findingOf({ id, amount_minor }: Transaction): Finding {
  const transfer = receivedFor(id)
  if (!transfer) return { kind: 'open', isTrying: false }
  if (transfer.amountMinor !== amount_minor) return { kind: 'mismatch', what: 'amount' }
  const { reference } = transfer
  const refundedMinor = sentBackFor(id)
  return refundedMinor > 0
    ? { kind: 'refunded', captureId: reference, refundedMinor, by: 'refund' }
    : { kind: 'paid', captureId: reference, reference }
}
