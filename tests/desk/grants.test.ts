import { beforeAll, describe, expect, it } from 'vitest'
import { salesOf } from '../../desk/sales/sales.ts'
import { database, enrolled, rows, run, type SignedIn } from '../support/desk.ts'

// Plans that the desk gives to an account: as bought ones, but neither sales nor refunds.

let cashier: SignedIn
let owner: SignedIn
/** 299 rupees for 120 days; one person gives up to 300 rupees alone. */
const [plan, dearer] = ['village-administrative-officer-pack', 'karnataka-all']
beforeAll(async () => {
  cashier = await enrolled('Grants cashier', 'cashier')
  owner = await enrolled('Grants owner', 'owner')
})

const at = '2026-11-23T06:00:00.000Z'
const dayMs = 86_400_000
let made = 0

async function reader(): Promise<number> {
  made++
  await rows(
    `INSERT INTO users (document_id, username, email, provider, created_at, updated_at)
     VALUES (?1, ?1, ?1 || '@example.org', 'local', ?2, ?2)`,
    ...[`grant-reader-${made}`, at],
  )
  return Number((await rows('SELECT max(id) AS id FROM users'))[0]?.id)
}

const give = (
  { browser }: SignedIn,
  id: number,
  fields: { plan?: string; days?: string; reason?: string; key?: string } = {},
) =>
  browser.post(`/accounts/${id}/plan`, {
    ...{ plan, days: '30', reason: 'ಸರ್ವರ್ ನಿಂತಿತ್ತು', key: crypto.randomUUID() },
    ...fields,
  })
const subscriptionsOf = (id: number) =>
  rows(
    `SELECT s.id, s.starts_at AS startsAt, s.ends_at AS endsAt, s.status, s.transaction_id AS paid,
       s.grant_id AS grantId FROM user_subscriptions s WHERE user_id = ? ORDER BY s.id`,
    id,
  )
const lengthDays = ({ startsAt, endsAt }: Record<string, unknown>) =>
  (Date.parse(String(endsAt)) - Date.parse(String(startsAt))) / dayMs
const proposalsOf = (id: number) =>
  rows('SELECT id, state FROM subscription_grants WHERE user_id = ? ORDER BY id', id)
const logOf = async (id: number) =>
  (
    await rows('SELECT action FROM audit_entries WHERE subject = ? ORDER BY id', `account ${id}`)
  ).map(({ action }) => action)

async function boughtBy(id: number, endsAt: string) {
  made++
  const order = `01DESKGRANT${String(made).padStart(15, '0')}`
  await rows(
    `INSERT INTO payment_transactions (
       id, user_id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
       provider_expires_at, state, idem_create, idem_capture, return_nonce, receipt_year,
       receipt_n, paid_at, created_at, updated_at)
     SELECT ?1, ?2, id, '{"slug":"vao","days":120,"name":{}}', '[]', 29900, 'INR', 2, 'kn',
       'phonepe', ?3, 'paid', ?1, ?1, ?1, 2026, ?5, ?3, ?3, ?3 FROM subscription_plans
     WHERE slug = ?4`,
    ...[order, id, at, plan, made],
  )
  await rows(
    `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status,
       transaction_id, created_at, updated_at)
     SELECT ?1, ?2, plan_id, ?3, ?4, 'active', ?1, ?3, ?3 FROM payment_transactions WHERE id = ?1`,
    ...[order, id, at, endsAt],
  )
}

describe('a plan given to an account', () => {
  it('runs at once, is logged with its reason, and is shown as given', async () => {
    const id = await reader()
    const answer = await give(cashier, id)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('ಯೋಜನೆ ಕೊಡಲಾಗಿದೆ')
    const [given] = await subscriptionsOf(id)
    expect(given).toMatchObject({ status: 'active', paid: null })
    expect(lengthDays(given!)).toBe(30)
    expect(Math.abs(Date.parse(String(given!.startsAt)) - Date.now())).toBeLessThan(60_000)
    const page = await cashier.browser.text(`/accounts/${id}`)
    expect(page).toContain('ಕೊಟ್ಟದ್ದು')
    expect(page).not.toContain('ಕೊಂಡದ್ದು')
    expect(
      await rows('SELECT action, detail FROM audit_entries WHERE subject = ?', `account ${id}`),
    ).toEqual([
      {
        action: 'subscription_given',
        detail: JSON.stringify({ plan, days: 30, note: 'ಸರ್ವರ್ ನಿಂತಿತ್ತು' }),
      },
    ])
  })

  it('is given once, however often its form arrives, also at the same time', async () => {
    const id = await reader()
    const key = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => give(cashier, id, { key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await subscriptionsOf(id)).toHaveLength(1)
    expect(await logOf(id)).toEqual(['subscription_given'])
  })

  it('begins when the bought one ends', async () => {
    const id = await reader()
    const endsAt = new Date(Date.now() + 20 * dayMs).toISOString()
    await boughtBy(id, endsAt)
    await give(cashier, id, { days: '10' })
    const [, given] = await subscriptionsOf(id)
    expect(given?.startsAt).toBe(endsAt)
    expect(lengthDays(given!)).toBe(10)
  })

  it('is neither a sale nor a refund nor a tax document', async () => {
    const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7)
    const books = async () => [
      await salesOf(database(), month),
      ...(await rows('SELECT count(*) AS n FROM payment_events')),
      ...(await rows('SELECT count(*) AS n FROM payment_transactions')),
      ...(await rows('SELECT count(*) AS n FROM tax_documents')),
      ...(await rows('SELECT count(*) AS n FROM refund_requests')),
    ]
    const before = await books()
    const id = await reader()
    await give(cashier, id)
    const [given] = await subscriptionsOf(id)
    await cashier.browser.post(`/grants/${String(given!.grantId)}/end`, { reason: 'ತಪ್ಪು ಖಾತೆ' })
    expect(await books()).toEqual(before)
  })

  it('ends with a reason, once, and a later one of the same plan takes its time', async () => {
    const id = await reader()
    await give(cashier, id, { days: '5' })
    await give(cashier, id, { days: '7' })
    const [first] = await subscriptionsOf(id)
    const end = (reason: string) =>
      cashier.browser.post(`/grants/${String(first!.grantId)}/end`, { reason })
    const without = await end(' ')
    expect([without.status, (await without.text()).includes('ಕಾರಣ ಬರೆಯಿರಿ')]).toEqual([422, true])
    expect((await subscriptionsOf(id))[0]?.status).toBe('active')
    await end('ತಪ್ಪು ಖಾತೆ')
    await end('ಮತ್ತೊಮ್ಮೆ')
    const [ended, later] = await subscriptionsOf(id)
    expect([ended?.status, later?.status]).toEqual(['cancelled', 'active'])
    expect(Math.abs(Date.parse(String(later!.startsAt)) - Date.now())).toBeLessThan(60_000)
    expect(lengthDays(later!)).toBeCloseTo(7, 4)
    expect(await logOf(id)).toEqual([
      ...['subscription_given', 'subscription_given', 'given_subscription_ended'],
    ])
  })

  it.each([
    [{ days: '0' }, '1 ರಿಂದ 366 ವರೆಗಿನ ಸಂಖ್ಯೆ'],
    [{ days: '367' }, '1 ರಿಂದ 366 ವರೆಗಿನ ಸಂಖ್ಯೆ'],
    [{ days: '-5' }, '1 ರಿಂದ 366 ವರೆಗಿನ ಸಂಖ್ಯೆ'],
    [{ days: '' }, '1 ರಿಂದ 366 ವರೆಗಿನ ಸಂಖ್ಯೆ'],
    [{ reason: '  ' }, 'ಕಾರಣ ಬರೆಯಿರಿ'],
    [{ plan: 'no-such-plan' }, 'ಈಗ ಮಾರಾಟದಲ್ಲಿಲ್ಲ'],
    [{ key: 'x' }, 'ಫಾರ್ಮ್'],
  ])('with %j is refused, and what was typed stays', async (fields, said) => {
    const id = await reader()
    const answer = await give(cashier, id, { days: '44', reason: 'ಉಳಿಯುವ ಕಾರಣ', ...fields })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(said)
    if (!('key' in fields) && !('reason' in fields)) expect(page).toContain('ಉಳಿಯುವ ಕಾರಣ')
    expect([await subscriptionsOf(id), await logOf(id)]).toEqual([[], []])
  })
})

describe('a plan worth more than one person may give', () => {
  it('waits for somebody else, who gives or declines it', async () => {
    const id = await reader()
    const asked = await give(cashier, id, { plan: dearer, days: '180' })
    expect(await asked.text()).toContain('ಎರಡನೇ ವ್ಯಕ್ತಿಯ ಒಪ್ಪಿಗೆಗೆ ಕಾದಿದೆ')
    expect(await subscriptionsOf(id)).toEqual([])
    expect(await (await give(owner, id, { plan: dearer })).text()).toContain('ಇದೇ ಯೋಜನೆ')
    const [proposal] = await proposalsOf(id)
    const path = `/grants/${String(proposal!.id)}`
    expect(await owner.browser.text('/')).toContain('ನಿಮ್ಮ ಒಪ್ಪಿಗೆಗೆ ಕಾದಿರುವ ಯೋಜನೆಗಳು')
    expect(await cashier.browser.text(`/accounts/${id}`)).not.toContain(`${path}/approve`)
    const own = await cashier.browser.post(`${path}/approve`)
    expect([own.status, await subscriptionsOf(id)]).toEqual([409, []])

    expect((await owner.browser.post(`${path}/approve`)).status).toBe(303)
    expect(await subscriptionsOf(id)).toHaveLength(1)
    expect((await owner.browser.post(`${path}/approve`)).status).toBe(409)
    expect(await subscriptionsOf(id)).toHaveLength(1)
    expect(await logOf(id)).toEqual(['grant_proposed', 'subscription_given'])

    const other = await reader()
    await give(cashier, other, { plan: dearer, days: '180' })
    const [declined] = await proposalsOf(other)
    await owner.browser.post(`/grants/${String(declined!.id)}/decline`)
    expect([await proposalsOf(other), await subscriptionsOf(other)]).toEqual([
      [{ id: declined!.id, state: 'declined' }],
      [],
    ])
  })

  it('counts with all that the account was given within a year', async () => {
    const id = await reader()
    await give(cashier, id, { days: '60' })
    await give(cashier, id, { days: '60' })
    expect(await subscriptionsOf(id)).toHaveLength(2)
    await give(cashier, id, { days: '1' })
    expect((await proposalsOf(id)).map(({ state }) => state)).toEqual([
      ...['approved', 'approved', 'proposed'],
    ])
  })
})

describe('the database', () => {
  it('refuses a given subscription without its approved proposal', async () => {
    const id = await reader()
    await give(cashier, id, { plan: dearer, days: '180' })
    const [{ id: proposal } = { id: 0 }] = await proposalsOf(id)
    const insert = (grant: number, user: number) =>
      run({
        text: `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at,
            status, created_at, updated_at, grant_id)
          SELECT 'forged-' || ?1, ?2, plan_id, ?3, ?3, 'active', ?3, ?3, id
          FROM subscription_grants WHERE id = ?1`,
        values: [grant, user, at],
      })
    const update = (set: string) =>
      run({
        text: `UPDATE subscription_grants SET ${set} WHERE id = ?`,
        values: [Number(proposal)],
      })
    await expect(insert(Number(proposal), id)).rejects.toThrow(/approved proposal/)
    for (const set of [
      'days = 1',
      'needs_second = 0',
      `reason = 'x'`,
      'proposed_by = 1 + proposed_by',
    ])
      await expect(update(set)).rejects.toThrow(/decided once/)
    await expect(
      update(`state = 'approved', decided_at = '${at}', decided_by = proposed_by`),
    ).rejects.toThrow(/second person/)
    await expect(
      run({ text: 'DELETE FROM subscription_grants WHERE id = ?', values: [Number(proposal)] }),
    ).rejects.toThrow(/never deleted/)

    const given = await reader()
    await give(cashier, given)
    const [{ id: approved } = { id: 0 }] = await proposalsOf(given)
    await expect(insert(Number(approved), id)).rejects.toThrow(/approved proposal/)
    await run({ text: 'DELETE FROM users WHERE id = ?', values: [given] })
    expect(
      await rows('SELECT user_id FROM subscription_grants WHERE id = ?', Number(approved)),
    ).toEqual([{ user_id: null }])
  })
})
