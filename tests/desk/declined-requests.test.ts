import { beforeAll, describe, expect, it } from 'vitest'
import { declineReasons } from '../../domain/payment.ts'
import { enrolled, rows, type SignedIn } from '../support/desk.ts'

// A cashier declines what a payer asked for, with a reason that the payer reads.

let cashier: SignedIn
let owner: SignedIn
beforeAll(async () => {
  cashier = await enrolled('Decline cashier', 'cashier')
  owner = await enrolled('Decline owner', 'owner')
})

const at = '2026-11-23T06:00:00.000Z'
let made = 0

/** A paid order of ₹449.10 of a payer who reads Telugu and asks for the money back. */
async function askedFor(status = 'requested') {
  made++
  const id = `01DESKDECL${String(made).padStart(16, '0')}`
  await rows(
    `INSERT INTO payment_transactions (
       id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       provider_expires_at, state, idem_create, idem_capture, return_nonce, receipt_year, receipt_n,
       paid_at, created_at, updated_at)
     SELECT ?1, id, '{"slug":"vao","days":180,"name":{"en":"VAO"}}', '[]', 44910, 'INR', 2, 'te',
       'phonepe', ?2, 'paid', ?1, ?1, ?1, 2027, ?3, ?2, ?2, ?2 FROM subscription_plans LIMIT 1`,
    ...[id, at, made],
  )
  await rows(
    `INSERT INTO refund_requests (
       id, transaction_id, asked_by, reason, status, amount_minor, created_at, updated_at)
     VALUES (?2, ?1, 'reader', 'తప్పుగా కొన్నాను', ?3, 44910, ?4, ?4)`,
    ...[id, id.replace('01DESK', '01ASKD'), status, at],
  )
  return id
}

const decline = ({ browser }: SignedIn, order: string, form: Record<string, string>) =>
  browser.post(`/payments/${order}/decline`, form)
const requestOf = async (order: string) =>
  (
    await rows(
      'SELECT status, decline_reason, decline_note FROM refund_requests WHERE transaction_id = ?',
      order,
    )
  )[0]
const undecided = { status: 'requested', decline_reason: null, decline_note: '' }
const recordsOf = (order: string) =>
  rows(
    `SELECT action, name, detail FROM audit_entries e JOIN operators o ON o.id = e.operator_id
     WHERE subject = ? ORDER BY e.id`,
    `order ${order}`,
  )

describe('a payer’s request', () => {
  it.each(declineReasons)('is declined for the reason "%s", which is recorded', async (reason) => {
    const order = await askedFor()
    const page = await cashier.browser.text(`/payments/${order}`)
    expect(page).toContain(`action="/payments/${order}/decline"`)
    expect(page).toContain(`value="${reason}"`)
    const answer = await decline(cashier, order, { reason, note: ' అది  మీ ఇష్టం ' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('ಕೋರಿಕೆಯನ್ನು ನಿರಾಕರಿಸಲಾಗಿದೆ')
    const note = reason === 'other' ? 'అది మీ ఇష్టం' : ''
    expect(await requestOf(order)).toEqual({
      ...{ status: 'declined', decline_reason: reason, decline_note: note },
    })
    expect(await recordsOf(order)).toEqual([
      {
        ...{ action: 'refund_request_declined', name: 'Decline cashier' },
        detail: JSON.stringify({ reason, note }),
      },
    ])
    const list = await owner.browser.text('/payments')
    expect(list).not.toContain(order)
    const log = await owner.browser.text('/audit')
    expect(log).toContain('ಪಾವತಿದಾರರ ಮರುಪಾವತಿ ಕೋರಿಕೆಯನ್ನು ನಿರಾಕರಿಸಿದರು')
    expect(log).not.toContain('“”')
  })

  it.each([
    ['without a reason', { note: 'ఏదో' }],
    ['for an unknown reason', { reason: 'because', note: 'ఏదో' }],
    ['for another reason that is not written', { reason: 'other', note: ' \n ' }],
  ])('is not declined %s, and what was typed stays', async (_what, form) => {
    const order = await askedFor()
    const answer = await decline(cashier, order, form)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('ಕಾರಣವನ್ನು ಆರಿಸಿ')
    if (form.note.trim() !== '') expect(page).toContain(form.note)
    expect([await requestOf(order), await recordsOf(order)]).toEqual([undecided, []])
  })

  it.each(['approved', 'sent', 'done'])('that is %s is not declined any more', async (status) => {
    const order = await askedFor(status)
    expect(await cashier.browser.text(`/payments/${order}`)).not.toContain('/decline"')
    const answer = await decline(cashier, order, { reason: 'test' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('ಏನನ್ನೂ ನಿರಾಕರಿಸಿಲ್ಲ')
    expect([await requestOf(order), await recordsOf(order)]).toEqual([{ ...undecided, status }, []])
  })

  it('is decided once by people who agree and decline at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await askedFor()
      const agree = { amount: '300', reason: 'ಕೇಳಿದಂತೆ' }
      const [declined, agreed] = await Promise.all([
        decline(cashier, order, { reason: 'test' }),
        owner.browser.post(`/payments/${order}/refund`, agree),
      ])
      const actions = (await recordsOf(order)).map(({ action }) => action)
      const wasDeclined = declined.status === 200
      expect(actions.includes('refund_request_declined')).toBe(wasDeclined)
      expect(agreed.status).toBe(200)
      const states = await rows(
        'SELECT asked_by, status FROM refund_requests WHERE transaction_id = ? ORDER BY id',
        order,
      )
      expect(states).toEqual(
        wasDeclined
          ? expect.arrayContaining([
              { asked_by: 'reader', status: 'declined' },
              { asked_by: 'operator', status: 'approved' },
            ])
          : [{ asked_by: 'reader', status: 'approved' }],
      )
    }
  })

  it('is not declined while its refund waits for a second person', async () => {
    const order = await askedFor()
    await cashier.browser.post(`/payments/${order}/refund`, { amount: '449.10', reason: 'ಸರಿ' })
    expect((await decline(owner, order, { reason: 'test' })).status).toBe(422)
    expect(await requestOf(order)).toEqual(undecided)
  })

  it('is declined by nobody but cashiers and owners', async () => {
    const order = await askedFor()
    for (const role of ['author', 'reviewer'] as const) {
      const other = await enrolled(`Decline ${role}`, role)
      expect((await decline(other, order, { reason: 'test' })).status).toBe(403)
    }
    expect(await requestOf(order)).toEqual(undecided)
  })
})
