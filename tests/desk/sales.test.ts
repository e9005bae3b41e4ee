import { beforeAll, describe, expect, it } from 'vitest'
import { monthAfter } from '../../desk/sales/sales.ts'
import { enrolled, rows, type SignedIn } from '../support/desk.ts'

let cashier: SignedIn
let made = 0

/** An order of a plan, and its movements of money in paise at their times. */
async function order(plan: string, coupon: string | null, moves: readonly [string, number][]) {
  made++
  const id = `01DESKSALES${String(made).padStart(15, '0')}`
  const [at] = moves[0]!
  await rows(
    `INSERT INTO payment_transactions (
       id, plan_id, plan, lines, amount_minor, currency, exponent, coupon_code, locale, provider,
       provider_expires_at, state, idem_create, idem_capture, return_nonce, created_at, updated_at)
     SELECT ?1, id, json_object('slug', ?2, 'days', 180, 'name', json_object('en', ?2)), '[]',
       44910, 'INR', 2, ?3, 'kn', 'phonepe', ?4, 'pending', ?1, ?1, ?1, ?4, ?4
     FROM subscription_plans LIMIT 1`,
    ...[id, plan, coupon, at],
  )
  for (const [moved, amountMinor] of moves)
    await rows(
      `INSERT INTO payment_events (
         transaction_id, provider, kind, cause, amount_minor, currency, at)
       VALUES (?, 'phonepe', 'money', 'webhook', ?, 'INR', ?)`,
      ...[id, amountMinor, moved],
    )
}

beforeAll(async () => {
  cashier = await enrolled('Sales cashier', 'cashier')
  // 18:31 UTC of 31 August is already 1 September in India.
  await order('vao', null, [['2026-08-31T18:31:00.000Z', 44_910]])
  await order('vao', 'abhyasa10', [
    ['2026-09-01T04:00:00.000Z', 40_000],
    ['2026-09-03T04:00:00.000Z', -10_000],
  ])
  await order('all', null, [['2026-09-30T18:29:00.000Z', 50_000]])
  await order('all', null, [['2026-09-30T18:31:00.000Z', 77_700]])
})

describe('sales of a month', () => {
  it('are those of the days in India, with what went back on its own day', async () => {
    const answer = await cashier.browser.post('/sales/csv', { month: '2026-09' })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(
      (await answer.text())
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual([
      'day,currency,orders,taken,returned',
      '2026-09-30,INR,1,500.00,0.00',
      '2026-09-03,INR,0,0.00,100.00',
      '2026-09-01,INR,2,849.10,0.00',
    ])
    const [entry] = await rows(`SELECT action FROM audit_entries WHERE subject = 'sales 2026-09'`)
    expect(entry).toEqual({ action: 'sales_exported' })
  })

  it('are shown together, by plan and by coupon', async () => {
    const page = await cashier.browser.text('/sales?month=2026-09')
    // Together; of the plan "all"; with the coupon.
    for (const sum of ['₹1,349.10', '₹849.10', '₹500.00', '₹100.00', 'ABHYASA10', '₹400.00'])
      expect(page).toContain(sum)
    expect(page).not.toContain('₹777')
  })

  it('name each plan in the language of the desk', async () => {
    const [plan] = await rows(
      `SELECT p.slug, x.name FROM subscription_plans p
       JOIN subscription_plan_texts x ON x.plan_id = p.id AND x.locale = 'kn' LIMIT 1`,
    )
    await order(String(plan?.slug), null, [['2026-07-10T04:00:00.000Z', 29_900]])
    const page = await cashier.browser.text('/sales?month=2026-07')
    expect(page).toContain(`<th scope="row">${String(plan?.name)}</th>`)
    expect(page).not.toContain(`<th scope="row">${String(plan?.slug)}</th>`)
  })

  it.each(['2099-01', '2026-13', 'x', "2026-09' OR 1"])(
    'of %j, which is none that was, are those of this month',
    async (month) => {
      const answer = await cashier.browser.get(`/sales?month=${encodeURIComponent(month)}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('₹1,349.10')
    },
  )

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-05', 1, '2026-06'],
  ])('after %s, %i months on, are of %s', (month, months, after) => {
    expect(monthAfter(month, months)).toBe(after)
  })
})

it('reads the movements of a month by an index', async () => {
  const plan = await rows(
    `EXPLAIN QUERY PLAN SELECT sum(e.amount_minor) FROM payment_events e
     JOIN payment_transactions t ON t.id = e.transaction_id
     WHERE e.at >= ? AND e.at < ? AND e.amount_minor <> 0`,
    ...['2026-09', '2026-10'],
  )
  const steps = plan.map(({ detail }) => String(detail)).join('\n')
  expect(steps).toContain('payment_movements_by_time')
  expect(steps).not.toMatch(/^SCAN/m)
})
