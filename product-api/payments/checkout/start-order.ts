import { Refusal } from '../../strapi/errors.ts'
import { applyFinding } from '../ledger/apply-finding.ts'
import { isLeased, transactionBy, type Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { PaymentProvider, ReturnUrls } from '../providers/provider.ts'
import { returnSignature } from '../signatures.ts'

const startLeaseMs = 20_000
/** A second click waits for the order that the first one is creating: at most 4 s. */
const maxWaits = 20
const waitMs = 200

/** Creates an attempt's order at its provider, once, also for concurrent calls. The returned row
 *  has a `redirect_url`, or has ended, or is still 'created' if the provider did not answer.
 *  `isNew`: whether this call created the order. */
export async function startOrder(
  context: PaymentContext,
  row: Transaction,
  siteOrigin: string,
): Promise<{ row: Transaction; isNew: boolean }> {
  if (row.state === 'cancelled') {
    const resumed = await applyFinding(context, row.id, 'checkout', { kind: 'resumed' })
    return { row: resumed, isNew: false }
  }
  if (row.state !== 'created' || row.redirect_url !== null) return { row, isNew: false }
  const claimed = await claimStart(context, row)
  return claimed
    ? { row: await createOrder(context, claimed, siteOrigin), isNew: true }
    : { row: await waitForStart(context, row.id), isNew: false }
}

async function createOrder(
  context: PaymentContext,
  row: Transaction,
  siteOrigin: string,
): Promise<Transaction> {
  const provider = providerOf(context, row)
  const signature = await returnSignature(context.settings, row)
  const urls = returnUrls(provider, siteOrigin, `tx=${row.id}&s=${signature}`)
  const created = await provider.createOrder(context, row, urls)
  switch (created.kind) {
    case 'started':
      return applyFinding(context, row.id, 'checkout', {
        ...created,
        expiresAt: created.expiresAt?.toISOString() ?? null,
      })
    case 'refused':
      console.error(
        JSON.stringify({ at: 'payments', provider: row.provider, refused: created.because }),
      )
      return applyFinding(context, row.id, 'checkout', { kind: 'not-started', failure: 'refused' })
    case 'unknown':
      // A provider with idempotency keys gets the same key at the next try. At another one the
      // order may exist, but its payment page is unknown, so the attempt ends.
      return applyFinding(
        context,
        row.id,
        'checkout',
        provider.isCreateIdempotent
          ? { kind: 'unknown', because: created.because }
          : { kind: 'not-started', failure: 'not-started' },
      )
  }
}

/** A provider without a cancel URL of its own sends payers who cancel to the return URL. */
function returnUrls({ facts }: PaymentProvider, siteOrigin: string, query: string): ReturnUrls {
  const urlFor = (wanted: 'paid' | 'cancelled') => {
    const found = facts.returns.find(({ outcome }) => outcome === wanted) ?? facts.returns[0]
    return `${siteOrigin}${found?.path ?? '/'}?${query}`
  }
  return { success: urlFor('paid'), cancel: urlFor('cancelled') }
}

/** Claims the right to create the order for 20 s. Returns the claimed row, or null. */
const claimStart = (context: PaymentContext, row: Transaction): Promise<Transaction | null> => {
  const now = context.now()
  return context.db
    .prepare(
      `UPDATE payment_transactions SET lease_until = ?2, state_version = state_version + 1
       WHERE id = ?1 AND state = 'created' AND redirect_url IS NULL
         AND (lease_until IS NULL OR lease_until <= ?3) RETURNING *`,
    )
    .bind(row.id, new Date(now.getTime() + startLeaseMs).toISOString(), now.toISOString())
    .first<Transaction>()
}

/** The row after the caller that is creating its order has finished, or after 4 s. */
async function waitForStart(context: PaymentContext, id: string): Promise<Transaction> {
  for (let wait = 1; ; wait += 1) {
    const row = await transactionBy(context.db, 'id', id)
    if (!row) throw new Error(`Transaction ${id} is gone`)
    if (!isLeased(row, context.now()) || wait === maxWaits) return row
    await new Promise((done) => setTimeout(done, waitMs))
  }
}

export const providerUnavailable = (transaction: unknown) =>
  new Refusal(503, 'ProviderUnavailable', 'The payment provider cannot be reached', { transaction })
