import { beforeAll, describe, expect, it } from 'vitest'
import { enrolled, rows, run, type SignedIn } from '../support/desk.ts'

// Accounts of readers, as the cashier sees them.

let cashier: SignedIn
beforeAll(async () => {
  cashier = await enrolled('Accounts cashier', 'cashier')
})

const at = '2026-11-23T06:00:00.000Z'
let made = 0

/** A reader with two open sessions. */
async function reader() {
  made++
  const [phone, email] = [`+9198450${10_000 + made}`, `reader${made}@example.org`]
  await rows(
    `INSERT INTO users (document_id, username, email, phone, provider, created_at, updated_at)
     VALUES (?1, ?1, ?2, ?3, 'local', ?4, ?4)`,
    ...[`desk-reader-${made}`, email, phone, at],
  )
  const [row] = await rows('SELECT id FROM users WHERE email = ?', email)
  const id = Number(row?.id)
  for (const session of ['one', 'two'])
    await rows(
      `INSERT INTO sessions VALUES (?, ?, ?, '', ?, ?, NULL, NULL)`,
      ...[`${session}-${id}`, id, session === 'one' ? 'phone' : 'browser', at, at],
    )
  return { id, phone, email }
}

async function order(userId: number, id: string) {
  await rows(
    `INSERT INTO payment_transactions (
       id, user_id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       provider_order_id, provider_expires_at, state, idem_create, idem_capture, return_nonce,
       created_at, updated_at)
     SELECT ?1, ?2, id, '{"slug":"vao","days":180,"name":{"kn":"ವಿಎಒ ಯೋಜನೆ","en":"VAO"}}', '[]',
       44910, 'INR', 2, 'kn', 'phonepe', ?3, ?4, 'pending', ?1, ?1, ?1, ?4, ?4
     FROM subscription_plans LIMIT 1`,
    ...[id, userId, `PROVIDER-${id}`, at],
  )
  for (const to of ['created', 'redirected', 'pending'])
    await rows(
      `INSERT INTO payment_events (transaction_id, provider, kind, cause, to_state, at)
       VALUES (?, 'phonepe', 'state', 'checkout', ?, ?)`,
      ...[id, to, at],
    )
}

const find = (who: string) => cashier.browser.post('/accounts', { who })
const openSessions = async (id: number) =>
  (await rows('SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NULL', id)).length
const isBlocked = async (id: number) =>
  (await rows('SELECT blocked FROM users WHERE id = ?', id))[0]?.blocked === 1
const logOf = (id: number) =>
  rows('SELECT action, detail FROM audit_entries WHERE subject = ? ORDER BY id', `account ${id}`)

describe('an account', () => {
  it('is found by phone in any notation, by e-mail, by its number and by an order', async () => {
    const { id, phone, email } = await reader()
    const orderId = `01DESKORDER${String(id).padStart(15, '0')}`
    await order(id, orderId)
    const national = phone.slice(3)
    const typed = [
      ...[phone, national, `0${national}`, `${national.slice(0, 5)} ${national.slice(5)}`],
      ...[email, email.toUpperCase(), String(id), orderId, orderId.toLowerCase()],
      `PROVIDER-${orderId}`,
    ]
    for (const who of typed) {
      const answer = await find(who)
      expect([who, answer.status, answer.headers.get('location')]).toEqual([
        ...[who, 303, `/accounts/${id}`],
      ])
    }
  })

  it('that does not exist is said not to, and what was typed stays', async () => {
    const answer = await find('nobody@example.org')
    expect(answer.status).toBe(200)
    const page = await answer.text()
    expect(page).toContain('ಇಂಥ ಖಾತೆ ಸಿಗಲಿಲ್ಲ')
    expect(page).toContain('value="nobody@example.org"')
    expect((await cashier.browser.get('/accounts/999999999')).status).toBe(404)
  })

  it('shows its contact only on demand, which the log keeps', async () => {
    const { id, phone, email } = await reader()
    const masked = await cashier.browser.text(`/accounts/${id}`)
    expect(masked).toContain(`•••${phone.slice(-3)}`)
    expect(masked).not.toContain(phone)
    expect(masked).not.toContain(email)
    expect(await logOf(id)).toEqual([])
    const shown = await (await cashier.browser.post(`/accounts/${id}/contact`)).text()
    expect(shown).toContain(phone)
    expect(shown).toContain(email)
    expect(await logOf(id)).toEqual([{ action: 'contact_shown', detail: '{}' }])
  })

  it('shows its orders with what happened, in words', async () => {
    const { id } = await reader()
    await order(id, `01DESKWORDS${String(id).padStart(15, '0')}`)
    const page = await cashier.browser.text(`/accounts/${id}`)
    expect(page).toContain('ವಿಎಒ ಯೋಜನೆ')
    expect(page).toContain('₹449.10')
    const steps = ['ಆರ್ಡರ್ ಮಾಡಲಾಗಿದೆ', 'ಪಾವತಿ ಸಂಸ್ಥೆಗೆ ಕಳುಹಿಸಲಾಗಿದೆ', 'ದೃಢೀಕರಣ ಬಾಕಿ']
    const words = page.slice(page.indexOf('ಏನಾಯಿತು'))
    expect(steps.map((step) => words.indexOf(step))).toEqual(
      steps.map((step) => words.indexOf(step)).toSorted((one, other) => one - other),
    )
    expect(steps.every((step) => words.includes(step))).toBe(true)
  })

  it('is signed out everywhere', async () => {
    const { id } = await reader()
    expect(await openSessions(id)).toBe(2)
    expect((await cashier.browser.post(`/accounts/${id}/sign-out`)).status).toBe(200)
    expect(await openSessions(id)).toBe(0)
    expect(await isBlocked(id)).toBe(false)
    expect((await logOf(id)).map(({ action }) => action)).toEqual(['account_signed_out'])
  })

  it('is blocked and unblocked with a reason, never without', async () => {
    const { id } = await reader()
    const without = await cashier.browser.post(`/accounts/${id}/block`, { reason: '  ' })
    expect(without.status).toBe(422)
    expect(await without.text()).toContain('ಕಾರಣ ಬರೆಯಿರಿ')
    expect([await isBlocked(id), await openSessions(id)]).toEqual([false, 2])
    await cashier.browser.post(`/accounts/${id}/block`, { reason: 'ಖಾತೆ ಮಾರಾಟ' })
    expect([await isBlocked(id), await openSessions(id)]).toEqual([true, 0])
    await cashier.browser.post(`/accounts/${id}/unblock`, { reason: 'ತಪ್ಪಾಗಿ ನಿರ್ಬಂಧ' })
    expect(await isBlocked(id)).toBe(false)
    expect(await logOf(id)).toEqual([
      { action: 'account_blocked', detail: '{"note":"ಖಾತೆ ಮಾರಾಟ"}' },
      { action: 'account_unblocked', detail: '{"note":"ತಪ್ಪಾಗಿ ನಿರ್ಬಂಧ"}' },
    ])
  })

  it('named by an id is that one, though another has the number as its user name', async () => {
    const { id } = await reader()
    await run({
      text: `INSERT INTO users (document_id, username, provider, created_at, updated_at)
        VALUES ('doc-imitator', ?, 'local', ?, ?)`,
      values: [String(id), at, at],
    })
    await cashier.browser.post(`/accounts/${id}/block`, { reason: 'ಪರೀಕ್ಷೆ' })
    const [imitator] = await rows(`SELECT blocked FROM users WHERE document_id = 'doc-imitator'`)
    expect([await isBlocked(id), imitator?.blocked]).toEqual([true, 0])
  })
})
