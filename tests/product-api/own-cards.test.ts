import { beforeAll, describe, expect, it, vi } from 'vitest'
import type * as v from 'valibot'
import type { bookmark, writtenCard } from '../../domain/contracts/own-cards.ts'
import { simulateGateways, updateRows } from '../emulators/identity.ts'
import {
  attemptsPath,
  keysOf,
  newGuest,
  newMember,
  selectRows,
  shortPaper,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'
import { takeTest, times } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })

type Card = v.InferOutput<typeof writtenCard>
type Bookmark = v.InferOutput<typeof bookmark>
type Added = { added: number; known: number; left: number }

const cardsOf = async (who: TestTaker) =>
  (await who.request<Card[]>('GET', '/api/user-own-cards')).data
const add = (who: TestTaker, ...cards: { front: string; back: string }[]) =>
  who.request<Added>('POST', '/api/user-own-cards', { cards, locale: 'te' })
const card = (name: string) => ({ front: `front ${name}`, back: `back ${name}` })

describe('own cards', () => {
  it.each([
    ['a guest', newGuest],
    ['a member', newMember],
  ])('of %s are added once, listed in order, and deleted', async (_, newTestTaker) => {
    const who = await newTestTaker()
    expect((await add(who, card('a'), card('b'))).data).toEqual({ added: 2, known: 0, left: 1998 })
    expect((await add(who, card('b'), card('c'))).data).toEqual({ added: 1, known: 1, left: 1997 })
    const cards = await cardsOf(who)
    expect(cards.map(({ front }) => front)).toEqual(['front a', 'front b', 'front c'])
    expect(cards[0]).toMatchObject({ locale: 'te', back: 'back a' })
    const path = `/api/user-own-cards/${cards[1]!.id}`
    expect((await (await newMember()).request('DELETE', path)).status).toBe(404)
    expect((await who.request('DELETE', path)).status).toBe(200)
    expect((await who.request('DELETE', path)).status).toBe(404)
    expect(await cardsOf(who)).toHaveLength(2)
    expect(await cardsOf(await newGuest())).toEqual([])
  })

  it('are refused empty, too long, too many at once, and from a visitor', async () => {
    const who = await newGuest()
    for (const bad of [
      { front: ' ', back: 'b' },
      { front: 'x'.repeat(1001), back: 'b' },
    ])
      expect((await add(who, bad)).status).toBe(400)
    const many = Array.from({ length: 501 }, (_, index) => card(String(index)))
    expect((await add(who, ...many)).status).toBe(400)
    expect((await add(visitor, card('a'))).status).toBe(403)
    expect(await cardsOf(who)).toEqual([])
  })

  it('end at 2,000', async () => {
    const who = await newMember()
    for (let round = 0; round < 4; round++)
      await add(
        who,
        ...Array.from({ length: 500 }, (_, index) => card(`${round}-${index}`)).slice(
          round === 3 ? 1 : 0,
        ),
      )
    expect((await add(who, card('one'), card('two'))).data).toEqual({ added: 1, known: 0, left: 0 })
    expect(await cardsOf(who)).toHaveLength(2000)
  })

  it('are due like other cards after a review, until they are deleted', async () => {
    const who = await newGuest()
    await add(who, card('a'))
    const [{ id }] = (await cardsOf(who)) as [Card]
    const review = {
      id: 'device-one.1',
      card: id,
      at: Date.now() - 86_400_000,
      grade: 1,
      tookMs: 1,
    }
    await who.request('POST', '/api/card-reviews', { reviews: [review] })
    const due = async () =>
      (await who.request<{ id: string; front: string }[]>('GET', '/api/user-cards?of=due')).data
    expect(await due()).toMatchObject([{ id, front: 'front a' }])
    await who.request('DELETE', `/api/user-own-cards/${id}`)
    expect(await due()).toEqual([])
  })

  it('move to the member when a guest signs in, without doubles', async () => {
    const [guest, who] = [await newGuest(), await newMember()]
    await add(guest, card('a'), card('b'))
    await add(who, card('b'))
    await who.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect((await cardsOf(who)).map(({ front }) => front).sort()).toEqual(['front a', 'front b'])
    expect(await selectRows('SELECT 1 FROM own_cards WHERE guest_id = ?', guest.guestId)).toEqual(
      [],
    )
  })
})

describe('the bookmarks', () => {
  const list = async (who: TestTaker) =>
    (await who.request<Bookmark[]>('GET', '/api/user-bookmarks?locale=en')).data
  const keep = (who: TestTaker, attempt: string, question: string) =>
    who.request('POST', '/api/user-bookmarks', { attempt, question })

  async function withPaper(who: TestTaker) {
    const keys = await keysOf(shortPaper)
    const attempt = await takeTest(who, shortPaper, times(10, 'wrong'), { keys })
    return { attempt, questions: [...keys] }
  }

  it('has kept questions with key, explanation and note, the latest first', async () => {
    const who = await newMember()
    const { attempt, questions } = await withPaper(who)
    const [[first, key], [second]] = questions as [[string, number], [string, number]]
    for (const question of [first, second, first])
      expect((await keep(who, attempt, question)).status).toBe(200)
    const path = `/api/user-bookmarks/${first}`
    expect((await who.request('PUT', path, { note: ' read Article 21 ' })).status).toBe(200)
    const kept = await list(who)
    expect(kept.map(({ question }) => question)).toEqual([second, first])
    expect(kept[1]).toMatchObject({ note: 'read Article 21', accepted: [key], locale: 'en' })
    expect(kept[1]!.explanation!.text.length).toBeGreaterThan(10)
    expect((await who.request('PUT', path, { note: 'x'.repeat(1001) })).status).toBe(400)
    const other = await newMember()
    expect((await other.request('PUT', path, { note: 'x' })).status).toBe(404)
    expect((await other.request('DELETE', path)).status).toBe(404)
    expect((await who.request('DELETE', path)).status).toBe(200)
    expect(await list(who)).toHaveLength(1)
  })

  it('has a question of a running practice test once its key was shown', async () => {
    const who = await newGuest()
    const [[question]] = [...(await keysOf(shortPaper))] as [[string, number]]
    const { id } = (await who.start({ mode: 'practice' })).data
    expect((await keep(who, id, question)).status).toBe(404)
    await who.reveal(id, question)
    expect((await keep(await newGuest(), id, question)).status).toBe(404)
    expect((await keep(who, id, question)).status).toBe(200)
    expect((await list(who)).map(({ question: kept }) => kept)).toEqual([question])
  })

  it('gives no key of a paper that is not submitted, or is another’s', async () => {
    const [who, other] = [await newMember(), await newGuest()]
    const { attempt, questions } = await withPaper(who)
    const question = questions[0]![0]
    const running = (await other.start({ test: shortPaper })).data.id
    expect((await keep(other, running, question)).status).toBe(404)
    expect((await keep(other, attempt, question)).status).toBe(404)
    expect((await keep(who, attempt, 'no-such-question')).status).toBe(404)
    expect(await list(other)).toEqual([])
  })

  it('moves to the member when a guest signs in; the member’s note stays', async () => {
    const [guest, who] = [await newGuest(), await newMember()]
    for (const [taker, note] of [
      [guest, 'of the guest'],
      [who, 'of the member'],
    ] as const) {
      const { attempt, questions } = await withPaper(taker)
      await keep(taker, attempt, questions[0]![0])
      await taker.request('PUT', `/api/user-bookmarks/${questions[0]![0]}`, { note })
    }
    await who.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect((await list(who)).map(({ note }) => note)).toEqual(['of the member'])
  })

  it('keeps the latest 500', async () => {
    const who = await newMember()
    const { attempt, questions } = await withPaper(who)
    await updateRows(
      `WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < 500)
       INSERT INTO bookmarks (user_id, question, version, locale, note, created_at, updated_at)
       SELECT ?1, 'old-' || value, (SELECT version_id FROM attempts WHERE id = ?2), 'kn', '', 'x',
         'x' FROM s`,
      ...[who.userId, attempt],
    )
    await keep(who, attempt, questions[0]![0])
    const rows = await selectRows('SELECT 1 FROM bookmarks WHERE user_id = ?', who.userId)
    expect(rows).toHaveLength(500)
    expect((await list(who))[0]?.question).toBe(questions[0]![0])
  })
})
