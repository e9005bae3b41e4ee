import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import { call, checkout, newMember, paymentsPath, setUpPayments } from '../emulators/payments.ts'
import { fullPaper, newGuest } from '../support/attempts.ts'
import { database, getBody } from '../support/product-api.ts'

beforeAll(simulateGateways)

const withdraw = (table: string, slug: string) =>
  database()
    .prepare(`UPDATE ${table} SET withdrawn_at = '2026-11-23' WHERE slug = ?`)
    .bind(slug)
    .run()
afterEach(async () => {
  for (const table of ['practice_tests', 'subscription_plans'])
    await database().prepare(`UPDATE ${table} SET withdrawn_at = NULL`).run()
})

const slugsOf = async (path: string) => (await getBody(path)).data.map(({ slug }) => slug)
const papers = '/api/practice-tests?locale=kn&pagination[pageSize]=100'

describe('a withdrawn paper', () => {
  it('is neither listed nor counted', async () => {
    const before = await getBody(papers)
    await withdraw('practice_tests', fullPaper)
    const after = await getBody(papers)
    expect(before.data.map(({ slug }) => slug)).toContain(fullPaper)
    expect(after.data.map(({ slug }) => slug)).not.toContain(fullPaper)
    expect(after.meta.pagination.total).toBe(before.meta.pagination.total! - 1)
    expect(await slugsOf(`${papers}&filters[slug][$eq]=${fullPaper}`)).toEqual([])
  })

  it('starts no attempt, and leaves those that have begun', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ test: fullPaper })
    await withdraw('practice_tests', fullPaper)
    expect((await guest.start({ test: fullPaper })).status).toBe(404)
    expect((await guest.read(data.id)).status).toBe(200)
  })

  it('is no result of a search for its questions', async () => {
    const search = '/api/search?q=constitution&locale=en'
    const questionsOf = async () =>
      (await getBody<{ data: { kind: string; slug: string }[] }>(search)).data
        .filter(({ kind }) => kind === 'question')
        .map(({ slug }) => slug)
    const [first] = await questionsOf()
    expect(first).toBeDefined()
    await withdraw('practice_tests', first!)
    expect(await questionsOf()).not.toContain(first)
  })
})

describe('a withdrawn plan', () => {
  const plan = 'village-administrative-officer-pack'
  beforeEach(() => setUpPayments())

  it('can be neither priced nor bought', async () => {
    const { jwt } = await newMember()
    const quote = () =>
      call('POST', paymentsPath('/quote'), { body: { data: { plan, currency: 'INR' } } })
    expect((await quote()).status).toBe(200)
    await withdraw('subscription_plans', plan)
    expect((await quote()).status).toBe(400)
    expect((await checkout(jwt, 'phonepe', {})).status).toBe(400)
  })

  it('is not listed', async () => {
    const plans = '/api/subscription-plans?locale=en'
    expect(await slugsOf(plans)).toContain(plan)
    await withdraw('subscription_plans', plan)
    expect(await slugsOf(plans)).not.toContain(plan)
  })
})
