/** What an operator does about a discrepancy. `id`: the transaction, or what the item names. */
type Remedy = (id: string, detail: string) => string

const ask: Remedy = (id) => `npm run payments:resolve -- ${id} --ask`
const correct =
  (correction: string): Remedy =>
  (id) =>
    `npm run payments:resolve -- ${id} --${correction} --reason "…"`
const queueRefund: Remedy = (id) => `npm run payments:refund -- ${id} --queue --reason "…"`
const returnPayment: Remedy = (id) => `npm run payments:return -- ${id} --reason "…"`
const acknowledge =
  (kind: string): Remedy =>
  (id) =>
    `npm run payments:resolve -- ${id} --acknowledge "${kind}" --reason "…"`
/** The detail begins with the day. */
const fetchDay: Remedy = (_id, detail) =>
  `npm run payments:settlement -- --day ${detail.slice(0, 10)}`

type Discrepancy = {
  /** error: the books are wrong, or money is in the wrong place; look: the operator has to look. */
  severity: 'error' | 'look'
  remedy: Remedy
}

const error = (remedy: Remedy): Discrepancy => ({ severity: 'error', remedy })
const look = (remedy: Remedy): Discrepancy => ({ severity: 'look', remedy })

/** Every kind of discrepancy that the report of payments finds, with the command that mends it.
 *  docs/payments-discrepancies.md explains each; a test compares both. */
export const discrepancies = {
  // The provider and the books.
  'paid at provider only': error(ask),
  'paid here only': error(correct('write-off')),
  'wrong amount': error(correct('match-received')),
  'wrong currency': error(returnPayment),
  'wrong payee': error(correct('write-off')),
  'captured twice': error(returnPayment),
  'without transaction here': error(returnPayment),
  'refunded at provider only': error(() => 'npm run payments:settlement -- --book'),
  'reversed at provider only': error(() => 'npm run payments:settlement -- --book'),
  'refunded here only': error(correct('resend-refund')),
  'refunded twice': error(acknowledge('refunded twice')),
  'refund without transaction': error(acknowledge('refund without transaction')),
  chargeback: look(acknowledge('chargeback')),
  'provider did not answer': look(() => 'npm run payments:report'),
  // Settlement.
  'fee missing': look(fetchDay),
  'settlement missing': error(fetchDay),
  'settled twice': error(acknowledge('settled twice')),
  'settlement report missing': look(fetchDay),
  // The books themselves.
  'ledger differs from row': error(correct('correct-ledger')),
  'receipt number missing': error(acknowledge('receipt number missing')),
  'receipt number twice': error(acknowledge('receipt number twice')),
  'tax document number missing': error(acknowledge('tax document number missing')),
  'credit notes differ from refunds': error(acknowledge('credit notes differ from refunds')),
  'paid without subscription': error(correct('grant-plan')),
  'active after refund': error(correct('end-plan')),
  'subscription without payment': error(correct('end-plan')),
  'negative credit': error((id) => `npm run payments:resolve -- --clear-credit ${id}`),
  'coupon over its limit': look(acknowledge('coupon over its limit')),
  'deducted money taken back': look(acknowledge('deducted money taken back')),
  'possibly paid twice': look(queueRefund),
  'cancelled but not given back': error(queueRefund),
  'captured for an erased account': error(queueRefund),
  // Payments that wait.
  'flagged for review': look(
    (id) => `npm run payments:resolve -- ${id} --accept|--refund|--decline --reason "…"`,
  ),
  'stuck in capturing': look(ask),
  'approved and not captured': look(ask),
  'pending for three days': look(ask),
  'refund not finished': look((id) => `npm run payments:refund -- ${id}`),
  'return not finished': look(returnPayment),
} as const satisfies Record<string, Discrepancy>

export type DiscrepancyKind = keyof typeof discrepancies

export const discrepancyKinds = Object.keys(discrepancies) as DiscrepancyKind[]

/** The command that mends a discrepancy. */
export const commandFor = (kind: DiscrepancyKind, id: string, detail: string): string =>
  discrepancies[kind].remedy(id, detail)
