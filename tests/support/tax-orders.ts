import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { attemptFor } from '../../product-api/payments/checkout/attempt.ts'
import { applyFinding } from '../../product-api/payments/ledger/apply-finding.ts'
import { settle } from '../../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import type { Database } from '../../product-api/database.ts'
import { paymentEmulatorSettings } from './payment-emulators.ts'
import type { seededRandom } from './seeded-random.ts'
import type { ReckonedPayment } from './tax-reckoning.ts'

// Random orders for tests of the tax: their steps, and the payments that the books have to have.

export const gstin = '29AAGCB7383J1Z4'
const states = ['29', '29', '29', '37', '36', '33', '27', '07']
/** Of payers in dollars; one lives in India, and of one the provider tells nothing. */
const countries = ['US', 'US', 'GB', 'AE', 'SG', 'IN', null]
/** Prices in minor units by plan and currency; one is above the limit of B2CL. */
const prices = [
  { plan: 'tax-a', INR: 29_900, USD: 499 },
  { plan: 'tax-b', INR: 1_234_567, USD: 12_345 },
  { plan: 'tax-c', INR: 10_000_000, USD: 120_001 },
  { plan: 'tax-d', INR: 10_000_100, USD: 101 },
  { plan: 'tax-e', INR: 18_765_433, USD: 99_999 },
]
const coupons = [
  { code: 'TENTH', percent: 10, amountMinor: null },
  { code: 'MOST', percent: 87, amountMinor: null },
  { code: 'OFF', percent: null, amountMinor: 5003 },
] as const
const yearEnds = Date.parse('2027-03-31T18:30:00.000Z')
const dayMs = 86_400_000

type Random = ReturnType<typeof seededRandom>
const below = (random: Random, limit: number) => Math.floor(random.next() * limit)
const oneOf = <Item>(random: Random, items: readonly Item[]) => items[below(random, items.length)]!

function contextOf(db: Database, lut: string) {
  const clock = { now: new Date(0) }
  const context: PaymentContext = {
    ...configurePayments({
      PAYMENT_SECRETS: 'a-payment-secret-of-the-tests-4444444',
      ...paymentEmulatorSettings,
      SELLER_GSTIN: gstin,
      SELLER_LEGAL_NAME: 'Abhyasa Learning Private Limited',
      SELLER_ADDRESS: '1 MG Road, Bengaluru 560001',
      SELLER_LUT: lut,
    }),
    db,
    now: () => clock.now,
  }
  return { context, clock }
}

export async function addPlansAndPayers(db: Database): Promise<number[]> {
  const at = '2027-01-01T00:00:00.000Z'
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .all<{ id: number }>()
  for (const { plan, INR, USD } of prices) {
    await run(
      `INSERT INTO subscription_plans (document_id, slug, days, position, digest, created_at,
         updated_at) VALUES (?1, ?1, 30, 0, '', ?2, ?2)`,
      plan,
      at,
    )
    for (const [currency, price] of [['INR', INR] as const, ['USD', USD] as const])
      await run(
        `INSERT INTO plan_prices (plan_id, currency, amount_minor)
         SELECT id, ?, ? FROM subscription_plans WHERE slug = ?`,
        ...[currency, price, plan],
      )
  }
  for (const { code, percent, amountMinor } of coupons)
    await run(
      `INSERT INTO coupons (code, percent, amount_minor, currency, most_uses_each, digest,
         created_at, updated_at) VALUES (?, ?, ?, ?, 9999, '', ?, ?)`,
      ...[code, percent, amountMinor, amountMinor === null ? null : 'INR', at, at],
    )
  const ids: number[] = []
  for (let index = 0; index < 60; index += 1) {
    const { results } = await run(
      `INSERT INTO users (document_id, username, email, provider, confirmed, created_at, updated_at)
       VALUES (?1, ?1, ?1 || '@example.in', 'local', 1, ?2, ?2) RETURNING id`,
      ...[`tax-${index}`, at],
    )
    ids.push(results[0]!.id)
  }
  return ids
}

/** What the payer has to pay, reckoned from the price and the coupon. */
function amountOf(price: number, coupon: (typeof coupons)[number] | null): bigint {
  const full = BigInt(price)
  if (!coupon) return full
  const off =
    coupon.percent === null ? BigInt(coupon.amountMinor) : (full * BigInt(coupon.percent)) / 100n
  return full - off < 100n ? 100n : full - off
}

type Step = { at: number; run: () => Promise<void> }

/** The steps of a random order, and the payment as it has to be in the books; null if it is never
 *  paid. */
export function randomOrder(random: Random, db: Database, users: readonly number[], index: number) {
  const currency = oneOf(random, ['INR', 'INR', 'INR', 'USD'] as const)
  const { plan, ...price } = oneOf(random, prices)
  const usable = coupons.filter(({ amountMinor }) => currency === 'INR' || amountMinor === null)
  const coupon = below(random, 3) === 0 ? oneOf(random, usable) : null
  const hasLut = below(random, 3) > 0
  const { context, clock } = contextOf(db, hasLut ? 'AD290326000123X' : '')
  // Half of the orders within a few seconds of midnight; no two events at one time.
  const spreadMs = below(random, 2) === 0 ? 10_000 : 11 * dayMs
  const paidAt = yearEnds + below(random, 2 * spreadMs) - spreadMs
  const at = paidAt - (paidAt % 4000) + (index % 4000)
  const state = currency === 'INR' ? oneOf(random, states) : null
  const country = currency === 'USD' ? oneOf(random, countries) : null
  const user = oneOf(random, users)
  const amountMinor = amountOf(price[currency], coupon)
  const isPaid = below(random, 12) > 0
  const payment: ReckonedPayment = {
    ...{ id: '', currency, amountMinor, state, country, hasLut, paidAt: new Date(at) },
    refunds: [],
  }
  let left = amountMinor
  const isReversed = below(random, 12) === 0
  for (let part = below(random, 5); isPaid && part > 1 && left > 0n; part -= 1) {
    const isRest = below(random, 2) === 0 || isReversed
    const wanted = isRest ? left : 1n + (BigInt(below(random, 1_000_000)) * left) / 1_000_000n
    const refundAt = at + 4000 * (1 + below(random, (15 * dayMs) / 4000))
    payment.refunds.push({ amountMinor: wanted > left ? left : wanted, at: new Date(refundAt) })
    left -= payment.refunds.at(-1)!.amountMinor
  }
  const times = payment.refunds
    .map(({ at: time }) => time)
    .sort((one, other) => Number(one) - Number(other))
  for (const [which, refund] of payment.refunds.entries())
    refund.at = new Date(times[which]!.getTime() + which)
  const steps: Step[] = [
    {
      at,
      run: async () => {
        clock.now = new Date(at)
        const row = await attemptFor(
          context,
          {
            ...{
              userId: user,
              provider: currency === 'INR' ? 'phonepe' : 'paypal',
              plan,
              payerState: state,
            },
            ...{ checkoutKey: crypto.randomUUID(), coupon: coupon?.code ?? null, useCredit: false },
            ...{ locale: 'en', returnTo: null, user_source: '', again: true },
          },
          () => Promise.resolve(null),
        )
        payment.id = row.id
        const redirectUrl = 'https://provider.test/'
        const started = { orderId: `o-${index}`, reference: null, redirectUrl, expiresAt: null }
        await applyFinding(context, row.id, 'checkout', { kind: 'started', ...started })
        await applyFinding(
          context,
          row.id,
          'page',
          isPaid
            ? {
                kind: 'paid',
                captureId: `c-${index}`,
                reference: null,
                payerCountry: country,
              }
            : { kind: 'failed', failure: 'declined' },
        )
      },
    },
    ...payment.refunds.map(({ at: refundAt }, which) => ({
      at: refundAt.getTime(),
      run: async () => {
        clock.now = refundAt
        const refunded = payment.refunds
          .slice(0, which + 1)
          .reduce((sum, { amountMinor: minor }) => sum + minor, 0n)
        await settle(context, payment.id, 'operator', {
          ...{ kind: 'refunded', captureId: `c-${index}`, refundedMinor: Number(refunded) },
          by: isReversed ? 'reversal' : 'refund',
        })
      },
    })),
  ]
  return { steps, payment: isPaid ? payment : null }
}
