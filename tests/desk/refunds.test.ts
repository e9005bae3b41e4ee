import { beforeAll, describe, expect, it } from 'vitest'
import { minorOfText } from '../../desk/payments/typed-amount.ts'
import { enrolled, rows, run, type SignedIn } from '../support/desk.ts'

// Money goes back with a reason, and above a sum only when a second person agrees.

let cashier: SignedIn
let owner: SignedIn
beforeAll(async () => {
  cashier = await enrolled('Refund cashier', 'cashier')
  owner = await enrolled('Refund owner', 'owner')
})

const at = '2026-11-23T06:00:00.000Z'
let made = 0

/** A paid order of ₹449.10; the desk's limit for one person is ₹300. */
async function paidOrder(state = 'paid') {
  made++
  const id = `01DESKREFUND${String(made).padStart(14, '0')}`
  await rows(
    `INSERT INTO payment_transactions (
       id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       provider_expires_at, state, idem_create, idem_capture, return_nonce, receipt_year, receipt_n,
       paid_at, created_at, updated_at)
     SELECT ?1, id, '{"slug":"vao","days":180,"name":{"en":"VAO"}}', '[]', 44910, 'INR', 2, 'kn',
       'phonepe', ?2, ?3, ?1, ?1, ?1, ?4, ?5, ?6, ?2, ?2 FROM subscription_plans LIMIT 1`,
    ...[id, at, state],
    ...(state === 'paid' ? [2026, made, at] : [null, null, null]),
  )
  return id
}

const refund = ({ browser }: SignedIn, order: string, amount: string, reason = 'ಎರಡು ಬಾರಿ') =>
  browser.post(`/payments/${order}/refund`, { amount, reason })
const requestsOf = (order: string) =>
  rows('SELECT status, amount_minor, reason FROM refund_requests WHERE transaction_id = ?', order)
const proposalOf = async (order: string) =>
  (
    await rows('SELECT * FROM refund_proposals WHERE transaction_id = ? ORDER BY id DESC', order)
  )[0]!
const agree = ({ browser }: SignedIn, id: unknown) => browser.post(`/refunds/${String(id)}/approve`)

describe('a refund', () => {
  it('up to the sum of one person is queued at once', async () => {
    const order = await paidOrder()
    expect((await refund(cashier, order, '₹300')).status).toBe(200)
    expect(await requestsOf(order)).toEqual([
      { status: 'approved', amount_minor: 30_000, reason: 'ಎರಡು ಬಾರಿ' },
    ])
  })

  it('above it waits for a second person, and is queued when that one agrees', async () => {
    const order = await paidOrder()
    const answer = await refund(cashier, order, '449.10')
    expect(await answer.text()).toContain('ಎರಡನೇ ವ್ಯಕ್ತಿಯ ಒಪ್ಪಿಗೆಗೆ ಕಾದಿದೆ')
    expect(await requestsOf(order)).toEqual([])
    const { id } = await proposalOf(order)
    expect(await owner.browser.text('/payments')).toContain(`/refunds/${String(id)}/approve`)
    expect(await owner.browser.text('/')).toContain('ಪಾವತಿಗಳನ್ನು ನೋಡಬೇಕು')
    expect((await agree(owner, id)).status).toBe(303)
    expect(await requestsOf(order)).toEqual([
      { status: 'approved', amount_minor: 44_910, reason: 'ಎರಡು ಬಾರಿ' },
    ])
    const log = await rows(
      `SELECT action, name FROM audit_entries e JOIN operators o ON o.id = e.operator_id
       WHERE subject = ? ORDER BY e.id`,
      `order ${order}`,
    )
    expect(log).toEqual([
      { action: 'refund_proposed', name: 'Refund cashier' },
      { action: 'refund_approved', name: 'Refund owner' },
    ])
  })

  it('above it is agreed to by nobody alone, owner or not', async () => {
    for (const person of [cashier, owner]) {
      const order = await paidOrder()
      await refund(person, order, '449.10')
      const { id } = await proposalOf(order)
      const answer = await agree(person, id)
      expect(answer.status).toBe(409)
      expect(await answer.text()).toContain('ನೀವೇ ಕೇಳಿದ ಮರುಪಾವತಿಯನ್ನು')
      expect(await requestsOf(order)).toEqual([])
    }
  })

  it('is decided once, by two people at the same time too', async () => {
    const order = await paidOrder()
    await refund(cashier, order, '400')
    const { id } = await proposalOf(order)
    const second = await enrolled('Refund second', 'cashier')
    const answers = await Promise.all([agree(owner, id), agree(second, id), agree(owner, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404])
    expect(await requestsOf(order)).toHaveLength(1)
  })

  it('that was declined sends nothing, and another can be asked for', async () => {
    const order = await paidOrder()
    await refund(cashier, order, '400')
    const again = await refund(cashier, order, '350')
    expect([again.status, (await requestsOf(order)).length]).toEqual([422, 0])
    const { id } = await proposalOf(order)
    expect((await owner.browser.post(`/refunds/${String(id)}/decline`)).status).toBe(303)
    expect(await requestsOf(order)).toEqual([])
    expect((await refund(cashier, order, '350')).status).toBe(200)
  })

  it.each([
    ['of more than was paid', '449.11', 'ಕಾರಣ'],
    ['of nothing', '0', 'ಕಾರಣ'],
    ['of what is no amount', 'ಎಲ್ಲ', 'ಕಾರಣ'],
    ['of more decimals than paise', '1.001', 'ಕಾರಣ'],
    ['below zero', '-5', 'ಕಾರಣ'],
    ['without a reason', '100', '  '],
  ])('%s is refused, and what was typed stays', async (_what, amount, reason) => {
    const order = await paidOrder()
    const answer = await refund(cashier, order, amount, reason)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(`value="${amount}"`)
    expect(await rows('SELECT 1 FROM refund_proposals WHERE transaction_id = ?', order)).toEqual([])
  })

  it('of an order that was not paid is refused', async () => {
    const order = await paidOrder('pending')
    expect(await cashier.browser.text(`/payments/${order}`)).not.toContain('ಹಣ ಹಿಂದಿರುಗಿಸಿ')
    expect((await refund(cashier, order, '100')).status).toBe(422)
  })

  it.each([
    ['an approval by who asked', `state = 'approved', decided_by = proposed_by, decided_at = ''`],
    ['a smaller need', `needs_second = 0`],
    ['another sum', `amount_minor = 1, state = 'approved', decided_by = 1, decided_at = ''`],
    ['another proposer', `proposed_by = 1, state = 'approved', decided_by = 1, decided_at = ''`],
  ])('has its second person held by the database: %s is refused', async (_what, change) => {
    const order = await paidOrder()
    await refund(cashier, order, '449.10')
    const { id } = await proposalOf(order)
    const text = `UPDATE refund_proposals SET ${change} WHERE id = ${String(id)}`
    await expect(run({ text, values: [] })).rejects.toThrow()
    await expect(run({ text: 'DELETE FROM refund_proposals', values: [] })).rejects.toThrow()
    expect((await proposalOf(order)).state).toBe('proposed')
  })
})

describe('an order', () => {
  it('is made due when the provider is asked again', async () => {
    const order = await paidOrder('pending')
    expect((await cashier.browser.post(`/payments/${order}/ask`)).status).toBe(200)
    const [row] = await rows('SELECT next_check_at FROM payment_transactions WHERE id = ?', order)
    expect(Date.parse(String(row?.next_check_at))).toBeLessThanOrEqual(Date.now())
  })

  it('that waits for a person is on the page of payments', async () => {
    const order = await paidOrder('review')
    const page = await cashier.browser.text('/payments')
    expect(page).toContain(`href="/payments/${order}"`)
    expect(page.indexOf('ಒಬ್ಬರು ನೋಡಬೇಕಾದ ಪಾವತಿಗಳು')).toBeGreaterThan(0)
  })
})

describe('a typed amount', () => {
  it.each([
    ['449.10', 'INR', 44_910],
    ['₹449.1', 'INR', 44_910],
    ['₹ 1,00,449', 'INR', 10_044_900],
    ['500', 'JPY', 500],
    ['500.5', 'JPY', null],
    ['', 'INR', null],
    ['4 9', 'INR', 4900],
    ['12abc', 'INR', null],
    ['1.2.3', 'INR', null],
  ])('%j in %s is %j minor units', (typed, currency, minor) => {
    expect(minorOfText(typed, currency)).toBe(minor)
  })
})
