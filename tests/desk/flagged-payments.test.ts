import { beforeAll, describe, expect, it } from 'vitest'
import { enrolled, rows, type SignedIn } from '../support/desk.ts'

// Payments that do not add up, as a cashier sees them.

let cashier: SignedIn
beforeAll(async () => {
  cashier = await enrolled('Flag cashier', 'cashier')
})

const at = '2026-11-23T06:00:00.000Z'

async function order(id: string, state: string) {
  await rows(
    `INSERT INTO payment_transactions (
       id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       provider_expires_at, state, idem_create, idem_capture, return_nonce, created_at, updated_at)
     SELECT ?1, id, '{"slug":"vao","days":180,"name":{"en":"VAO","kn":"ವಿಎಒ"}}', '[]', 44910,
       'INR', 2, 'kn', 'phonepe', ?2, ?3, ?1, ?1, ?1, ?2, ?2
     FROM subscription_plans LIMIT 1`,
    ...[id, at, state],
  )
  return id
}

describe('a flagged payment', () => {
  it('says what differs and how it is decided, and the provider is not asked again', async () => {
    const id = await order('01DESKFLAGGED0000000000001', 'review')
    await rows(
      `INSERT INTO payment_events (transaction_id, provider, kind, cause, from_state, to_state,
         amount_minor, currency, detail, at)
       VALUES (?, 'phonepe', 'flagged', 'webhook', 'redirected', 'review', 0, 'INR', 'amount', ?)`,
      ...[id, at],
    )
    expect(await cashier.browser.text('/payments')).toContain('ಆದೇಶಕ್ಕಿಂತ ಬೇರೆ ಮೊತ್ತ ಬಂದಿದೆ.')
    const page = await cashier.browser.text(`/payments/${id}`)
    expect(page).toContain('ಆದೇಶಕ್ಕಿಂತ ಬೇರೆ ಮೊತ್ತ ಬಂದಿದೆ.')
    expect(page).toContain(`npm run payments:resolve -- ${id} --accept`)
    expect(page).not.toContain('ಪಾವತಿ ಸಂಸ್ಥೆಯನ್ನು ಮತ್ತೆ ಕೇಳಿ')
    // A page that was open before the payment was flagged still has the button.
    const asked = await cashier.browser.post(`/payments/${id}/ask`)
    expect(await asked.text()).not.toContain('ಒಂದು ನಿಮಿಷದಲ್ಲಿ ಕೇಳುತ್ತೇವೆ')
    expect(
      await rows('SELECT next_check_at AS due FROM payment_transactions WHERE id = ?', id),
    ).toEqual([{ due: null }])
  })
})

describe('a payment that is not decided', () => {
  it('is due at the provider when a cashier asks', async () => {
    const id = await order('01DESKFLAGGED0000000000002', 'pending')
    const asked = await cashier.browser.post(`/payments/${id}/ask`)
    expect(await asked.text()).toContain('ಒಂದು ನಿಮಿಷದಲ್ಲಿ ಕೇಳುತ್ತೇವೆ')
    const [row] = await rows(
      'SELECT next_check_at AS due FROM payment_transactions WHERE id = ?',
      id,
    )
    expect(String(row?.due) < new Date().toISOString()).toBe(true)
  })
})
