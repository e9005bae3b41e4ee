import { beforeAll, describe, expect, it } from 'vitest'
import {
  catalogueDigest,
  stageCatalogue,
  type CatalogueDraft,
} from '../../authoring/loading/catalogue-rows.ts'
import catalogueSql from '../../authoring/loading/sql/catalogue.sql?raw'
import { loadStatements } from '../../authoring/loading/import-statements.ts'
import { makeDueChanges } from '../../desk/plans/make-changes.ts'
import { database, enrolled, rows, run, type SignedIn } from '../support/desk.ts'

// Prices, plans and coupons: what the desk changes, and what a deployment does with it.

let cashier: SignedIn
let owner: SignedIn
beforeAll(async () => {
  cashier = await enrolled('Plans cashier', 'cashier')
  owner = await enrolled('Plans owner', 'owner')
})

const plan = 'railway-and-ssc'
const key = () => crypto.randomUUID()
const askForPrice = (amount: string, fields: Record<string, string> = {}) =>
  cashier.browser.post(`/plans/${plan}/price`, { key: key(), currency: 'INR', amount, ...fields })
const newest = async () =>
  Number((await rows('SELECT max(id) AS id FROM catalogue_changes'))[0]?.id)
const agree = async ({ browser }: SignedIn, id?: number) =>
  browser.post(`/plan-changes/${id ?? (await newest())}/approve`)
const priceOf = async (slug: string, currency = 'INR') =>
  (
    await rows(
      `SELECT amount_minor AS it FROM plan_prices pp JOIN subscription_plans p ON p.id = pp.plan_id
       WHERE p.slug = ? AND currency = ?`,
      ...[slug, currency],
    )
  )[0]?.it
const isOnSale = async (slug: string) =>
  (await rows('SELECT withdrawn_at AS it FROM subscription_plans WHERE slug = ?', slug))[0]?.it ===
  null
const published = async () =>
  JSON.parse(
    String(
      (await rows(`SELECT source FROM content_sources WHERE path = 'catalogue.json'`))[0]?.source,
    ),
  ) as CatalogueDraft
/** What content:deploy does with a catalogue. */
const deploy = async (catalogue: CatalogueDraft) => {
  const now = new Date().toISOString()
  const file = {
    ...{ path: 'catalogue.json', digest: catalogueDigest(catalogue), now },
    source: JSON.stringify(catalogue),
  }
  const readScript = () => Promise.resolve(catalogueSql)
  await run(...(await loadStatements(file, stageCatalogue(catalogue, now), readScript)))
}

describe('a price', () => {
  it('changes when somebody else agrees, also in the text of the catalogue', async () => {
    const before = await published()
    expect((await askForPrice('349')).status).toBe(303)
    expect(await priceOf(plan)).toBe(39_900)
    expect((await agree(cashier)).status).toBe(409)
    expect(await priceOf(plan)).toBe(39_900)
    expect(await owner.browser.text('/')).toContain('ಬೆಲೆ, ಕೂಪನ್ ಬದಲಾವಣೆಗಳನ್ನು ನೋಡಬೇಕು')
    expect(await owner.browser.text('/plans')).toContain('₹399.00 → ₹349.00')
    expect((await agree(owner)).status).toBe(303)
    expect([await priceOf(plan), await priceOf(plan, 'USD')]).toEqual([34_900, 599])
    const after = await published()
    expect(after.revision).toBe((before.revision ?? 0) + 1)
    expect(after.plans.find(({ slug }) => slug === plan)?.prices).toEqual([
      { currency: 'INR', amountMinor: 34_900 },
      { currency: 'USD', amountMinor: 599 },
    ])
    const log = await rows(
      `SELECT action FROM audit_entries WHERE subject = ? ORDER BY id`,
      `plan ${plan}`,
    )
    expect(log.map(({ action }) => action)).toEqual([
      ...['catalogue_proposed', 'catalogue_approved', 'catalogue_made'],
    ])
  })

  it('changes at its time, and not before', async () => {
    await askForPrice('379', { publishDay: '2027-03-01', publishTime: '06:30' })
    await agree(owner)
    expect(await owner.browser.text('/plans')).toContain('ಒಪ್ಪಲಾಗಿದೆ, ಸಮಯಕ್ಕೆ ಕಾದಿದೆ')
    await makeDueChanges(database(), new Date('2027-03-01T00:59:59.000Z'))
    expect(await priceOf(plan)).toBe(34_900)
    await makeDueChanges(database(), new Date('2027-03-01T01:00:00.000Z'))
    expect(await priceOf(plan)).toBe(37_900)
    expect(await owner.browser.text('/plans')).not.toContain('ಒಪ್ಪಲಾಗಿದೆ, ಸಮಯಕ್ಕೆ ಕಾದಿದೆ')
  })

  it('that was agreed to for later can be taken back until then', async () => {
    await askForPrice('99', { publishDay: '2027-06-01' })
    await agree(owner)
    await cashier.browser.post(`/plan-changes/${await newest()}/decline`)
    await makeDueChanges(database(), new Date('2027-07-01T00:00:00.000Z'))
    expect(await priceOf(plan)).toBe(37_900)
  })

  it('is asked for once, however often its form arrives', async () => {
    const before = await newest()
    const same = key()
    await Promise.all([1, 2, 3].map(() => askForPrice('369', { key: same })))
    expect(
      await rows('SELECT count(*) AS n FROM catalogue_changes WHERE form_key = ?', same),
    ).toEqual([{ n: 1 }])
    await cashier.browser.post(`/plan-changes/${await newest()}/decline`)
    expect(await newest()).toBeGreaterThan(before)
  })

  it.each(['', '0', '-5', 'free', '100001', '1.999'])('of %j is refused', async (amount) => {
    const answer = await askForPrice(amount)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('ವರೆಗಿನ ಬೆಲೆ ಬರೆಯಿರಿ')
  })

  it('does not change for an order that has begun', async () => {
    const order = '01DESKPLANS000000000000001'
    await rows(
      `INSERT INTO payment_transactions (
         id, plan_id, plan, lines, amount_minor, currency, exponent, locale, provider,
         provider_expires_at, state, idem_create, idem_capture, return_nonce, created_at,
         updated_at)
       SELECT ?1, id, '{}', '[{"kind":"price","amountMinor":37900}]', 37900, 'INR', 2, 'kn',
         'phonepe', ?2, 'redirected', ?1, ?1, ?1, ?2, ?2 FROM subscription_plans WHERE slug = ?3`,
      ...[order, new Date().toISOString(), plan],
    )
    const begun = () => rows('SELECT * FROM payment_transactions WHERE id = ?', order)
    const before = await begun()
    await askForPrice('389')
    await agree(owner)
    expect(await priceOf(plan)).toBe(38_900)
    expect(await begun()).toEqual(before)
  })
})

describe('a plan', () => {
  it('is taken off sale at once, and comes back when somebody else agrees', async () => {
    await cashier.browser.post(`/plans/${plan}/off-sale`, { key: key() })
    expect(await isOnSale(plan)).toBe(false)
    const text = await published()
    expect(text.plans.find(({ slug }) => slug === plan)).toMatchObject({ offSale: true })
    await cashier.browser.post(`/plans/${plan}/on-sale`, { key: key() })
    expect(await isOnSale(plan)).toBe(false)
    await agree(owner)
    expect(await isOnSale(plan)).toBe(true)
    expect(await priceOf(plan)).toBe(38_900)
  })

  it('that there is not is a 404', async () => {
    expect((await cashier.browser.post('/plans/none/off-sale', { key: key() })).status).toBe(404)
  })
})

describe('a coupon', () => {
  const typed = { code: 'dasara26', percent: '15', uses: '200', from: '2026-12-01' }
  const ask = (fields: Record<string, string> = {}) =>
    cashier.browser.post('/coupons', {
      ...{ key: key(), ...typed, until: '2026-12-31', plan, currency: 'INR' },
      ...fields,
    })
  const stored = (code: string) => rows('SELECT * FROM coupons WHERE code = ?', code)

  it('is made with its limits when somebody else agrees, and withdrawn by one', async () => {
    expect((await ask()).status).toBe(303)
    expect(await stored('DASARA26')).toEqual([])
    await agree(owner)
    expect(await stored('DASARA26')).toEqual([
      expect.objectContaining({
        ...{ percent: 15, amount_minor: null, most_uses: 200, most_uses_each: 1 },
        // The whole of the last day in India.
        ...{ starts_at: '2026-11-30T18:30:00.000Z', ends_at: '2026-12-31T18:30:00.000Z' },
      }),
    ])
    expect((await ask()).status).toBe(422)
    await cashier.browser.post('/coupons/DASARA26/withdraw', { key: key() })
    expect(await stored('DASARA26')).toEqual([])
    expect((await published()).coupons.map(({ code }) => code)).toEqual(['ABHYASA10'])
    expect(await cashier.browser.text('/plans')).toContain('ಒಟ್ಟು ಬಳಕೆ: 1,00,000')
  })

  it.each([
    [{ code: 'A' }, 'ಇಂಗ್ಲಿಷ್ ಅಕ್ಷರ ಮತ್ತು ಅಂಕೆ ಮಾತ್ರ'],
    [{ percent: '95' }, '1 ರಿಂದ 90 ಶೇಕಡಾ'],
    [{ percent: '10', amount: '50' }, '1 ರಿಂದ 90 ಶೇಕಡಾ'],
    [{ percent: '', amount: 'x' }, 'ಮೊತ್ತ ಸರಿಯಿಲ್ಲ'],
    [{ until: '2026-11-01' }, 'ಮೊದಲ ದಿನದ ನಂತರದ ದಿನಾಂಕ'],
    [{ uses: '-1' }, 'ಸಂಖ್ಯೆ ಬರೆಯಿರಿ, ಅಥವಾ ಖಾಲಿ ಬಿಡಿ'],
    [{ usesEach: '0' }, '1 ರಿಂದ 1000'],
    [{ plan: 'none' }, 'ಈ ಮಿತಿಗಳ ಕೂಪನ್ ಮಾಡಲು ಆಗುವುದಿಲ್ಲ'],
  ])('with %j is refused at its field', async (fields, said) => {
    const answer = await ask({ code: 'NEVER', ...fields })
    expect([answer.status, (await answer.text()).includes(said)]).toEqual([422, true])
  })
})

describe('a deployment of the files', () => {
  it('replaces what the desk has changed only by a text that has it', async () => {
    const current = await published()
    const { revision: _none, ...asInGit } = current
    const stale = {
      ...asInGit,
      plans: current.plans.map((one) => ({
        ...one,
        prices: [{ currency: 'INR', amountMinor: 100 }],
      })),
    }
    await expect(deploy(stale)).rejects.toThrow(/the desk has changed plans or coupons/)
    expect(await priceOf(plan)).toBe(38_900)
    const edited = {
      ...current,
      plans: current.plans.map((one) =>
        one.slug === plan ? { ...one, prices: [{ currency: 'INR', amountMinor: 41_900 }] } : one,
      ),
    }
    await deploy(edited)
    expect(await priceOf(plan)).toBe(41_900)
    await askForPrice('399')
    await agree(owner)
    expect(await priceOf(plan)).toBe(39_900)
    await expect(deploy(edited)).rejects.toThrow(/the desk has changed plans or coupons/)
  })

  it('that was faster leaves an agreed change to the next minute', async () => {
    await askForPrice('299', { publishDay: '2027-05-01' })
    await agree(owner)
    const [change] = await rows('SELECT id FROM catalogue_changes ORDER BY id DESC LIMIT 1')
    const current = await published()
    await expect(
      run({
        text: `UPDATE catalogue_changes SET state = 'made', revision = ?, base_digest = 'older',
          made_at = 'x' WHERE id = ?`,
        values: [(current.revision ?? 0) + 1, Number(change?.id)],
      }),
    ).rejects.toThrow(/changed meanwhile/)
    await deploy({ ...current, coupons: [] })
    await makeDueChanges(database(), new Date('2027-05-02T00:00:00.000Z'))
    expect([await priceOf(plan), (await published()).coupons]).toEqual([29_900, []])
  })
})

it('refuses in the database what was not asked for, or by the same person', async () => {
  await askForPrice('1')
  const id = await newest()
  const update = (set: string) =>
    run({ text: `UPDATE catalogue_changes SET ${set} WHERE id = ?`, values: [id] })
  for (const set of [
    `detail = '{}'`,
    `kind = 'off-sale'`,
    `subject = 'x'`,
    `state = 'made', revision = 99, base_digest = 'x', decided_by = 1`,
  ])
    await expect(update(set)).rejects.toThrow(/decided once/)
  await expect(update(`state = 'approved', decided_by = proposed_by`)).rejects.toThrow(
    /second person/,
  )
  await expect(
    run({ text: 'DELETE FROM catalogue_changes WHERE id = ?', values: [id] }),
  ).rejects.toThrow(/never deleted/)
})
