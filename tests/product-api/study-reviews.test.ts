import { beforeAll, describe, expect, it } from 'vitest'
import type { CardReview } from '../../domain/study/review-log.ts'
import { call, simulateGateways } from '../emulators/identity.ts'
import { attemptsPath, newGuest, newMember, visitor, type TestTaker } from '../support/attempts.ts'

beforeAll(simulateGateways)

type Stored = { acknowledged: string[]; refused: string[]; now: string }
type Log = { reviews: CardReview[]; next: number; isAll: boolean; exam: string | null; now: string }

const path = '/api/card-reviews'
const send = (who: TestTaker, reviews: unknown) => who.request<Stored>('POST', path, { reviews })
const logOf = async (who: TestTaker, after = 0) =>
  (await who.request<Log>('GET', `${path}?after=${after}`)).data

/** A page load of a device that reviews cards one after the other. */
function newDevice() {
  const writer = crypto.randomUUID().slice(0, 13)
  let tick = 0
  return (card: string, grade: CardReview['grade'], at = Date.now()): CardReview => ({
    id: `${writer}.${(tick += 1)}`,
    ...{ card, at, grade, tookMs: 2000 },
  })
}

describe('the review log', () => {
  it.each([
    ['a guest', newGuest],
    ['a member', newMember],
  ])('stores each review once when %s sends it twice', async (_, newTestTaker) => {
    const [who, review] = [await newTestTaker(), newDevice()]
    const reviews = [review('card-a', 3), review('card-b', 1), review('q:abc', 4)]
    const ids = reviews.map(({ id }) => id)
    for (let time = 0; time < 2; time++)
      expect(await send(who, reviews)).toMatchObject({
        status: 200,
        data: { acknowledged: ids, refused: [] },
      })
    expect(await logOf(who)).toMatchObject({ reviews, isAll: true, exam: null })
  })

  it('returns the reviews of another device in the order of arrival', async () => {
    const [who, phone, browser] = [await newMember(), newDevice(), newDevice()]
    await send(who, [phone('a', 3)])
    const { next } = await logOf(who)
    await send(who, [browser('b', 1, Date.now() - 60_000)])
    await send(who, [phone('a', 4)])
    const news = await logOf(who, next)
    expect(news.reviews.map(({ card, grade }) => [card, grade])).toEqual([
      ['b', 1],
      ['a', 4],
    ])
    expect(await logOf(who, news.next)).toMatchObject({ reviews: [], next: news.next })
  })

  it('is visible to its owner only and refused to a visitor', async () => {
    const [one, other, review] = [await newGuest(), await newMember(), newDevice()]
    await send(one, [review('a', 3)])
    expect((await logOf(other)).reviews).toEqual([])
    expect((await send(visitor, [])).status).toBe(403)
    expect((await visitor.request('GET', path)).status).toBe(403)
  })

  it('sets a future review time to the present', async () => {
    const [who, review] = [await newGuest(), newDevice()]
    await send(who, [review('a', 3, Date.now() + 40 * 24 * 3600_000)])
    const [stored] = (await logOf(who)).reviews
    expect(Math.abs(stored!.at - Date.now())).toBeLessThan(60_000)
  })

  it('lists invalid entries as refused and stores the others', async () => {
    const [who, review] = [await newGuest(), newDevice()]
    const good = review('a', 3)
    const bad = { ...review('b', 3), grade: 9 }
    expect((await send(who, [bad, good, 'x'])).data).toMatchObject({
      acknowledged: [good.id],
      refused: [bad.id],
    })
    expect((await send(who, 'x')).status).toBe(400)
    expect((await who.request('GET', `${path}?after=x`)).status).toBe(400)
  })

  it('moves to the member with new numbers when a guest signs in', async () => {
    const [guest, who, review] = [await newGuest(), await newMember(), newDevice()]
    const shared = review('a', 3)
    await send(guest, [shared, review('b', 1)])
    await send(who, [shared])
    const before = await logOf(who)
    await who.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect((await logOf(who, before.next)).reviews.map(({ card }) => card)).toEqual(['b'])
    expect((await logOf(who)).reviews).toHaveLength(2)
    expect((await logOf(guest)).reviews).toEqual([])
  })

  it('is part of the export and is deleted with the account', async () => {
    const [who, review] = [await newMember(), newDevice()]
    await send(who, [review('card-held', 2)])
    const { body } = await call('GET', '/api/users/me/export', { jwt: String(who.jwt) })
    expect(JSON.stringify(body)).toContain('card-held')
  })
})
