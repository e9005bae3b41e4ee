import { forgetOldRows } from '../../product-api/old-rows.ts'
import { evictDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CardReview } from '../../domain/study/review-log.ts'
import { forgetExpiredGuests } from '../../product-api/attempts/object-care.ts'
import type { Owner } from '../../product-api/owner.ts'
import { databaseOfReader, objectOf, type ReaderObjectStub } from '../../product-api/reader.ts'
import { ownRetention } from '../../product-api/retention.ts'
import { countOldReviews, moveSomeReviews } from '../../product-api/study/old-reviews.ts'
import { call, registerMember, simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  newGuest,
  newMember,
  selectRows,
  testTaker,
  type TestTaker,
} from '../support/attempts.ts'
import { database, requestProductApi } from '../support/product-api.ts'
import { bindings, runAlarm } from '../support/readers.ts'
import { countOwnRows, countRows } from '../support/row-counts.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 60_000 })
const { READERS } = bindings
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  simulateGateways()
  bindings.READERS = READERS
})

type Log = { reviews: CardReview[]; next: number; isAll: boolean }
const path = '/api/card-reviews'
const send = (who: TestTaker, reviews: unknown) => who.request('POST', path, { reviews })
const logOf = async (who: TestTaker, after = 0) =>
  (await who.request<Log>('GET', `${path}?after=${after}`)).data
const guestOwner = (who: { guestId: string }): Owner => ({ kind: 'guest', id: who.guestId })
const ownOf = (owner: Owner) => databaseOfReader(READERS, owner)
const evict = (owner: Owner) =>
  evictDurableObject(objectOf(READERS, owner) as unknown as DurableObjectStub)
const sorted = (reviews: readonly CardReview[]) => reviews.map(({ id }) => id).sort()

function newDevice(writer = crypto.randomUUID().slice(0, 13)) {
  let tick = 0
  return (card: string, at = Date.now() - 1000): CardReview => ({
    id: `${writer}.${(tick += 1)}`,
    ...{ card, at, grade: 3, tookMs: 2000 },
  })
}

/** Stores reviews in the product database, as a Worker of before did: `together` in a delivery. */
async function storeAsBefore(owner: Owner, reviews: readonly CardReview[], together = 2) {
  forgetOldRows()
  const column = owner.kind === 'member' ? 'user_id' : 'guest_id'
  for (const [index, { id, card, at, grade, tookMs }] of reviews.entries())
    await database()
      .prepare(
        `INSERT INTO card_reviews (${column}, review_id, card, at_ms, grade, took_ms, received_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(
        ...[owner.id, id, card, at, grade, tookMs],
        new Date(1_790_000_000_000 + Math.floor(index / together) * 1000).toISOString(),
      )
      .run()
}

const leftOf = async ({ kind, id }: Owner) => {
  const column = kind === 'member' ? 'user_id' : 'guest_id'
  const [row] = await selectRows(
    `SELECT count(*) AS n, max(n) AS last FROM card_reviews WHERE ${column} = ?`,
    id,
  )
  return row as { n: number; last: number | null }
}

describe('reviews in the object of their reader', () => {
  it('are in no row of the product database, and stay when the object is evicted', async () => {
    const [who, review] = [await newGuest(), newDevice()]
    const reviews = [review('a'), review('b')]
    await send(who, reviews)
    const before = await logOf(who)
    await evict(guestOwner(who))
    expect(await logOf(who)).toMatchObject({ reviews: before.reviews, next: before.next })
    await Promise.all([1, 2, 3].map(() => send(who, [...reviews, review('c')].slice(0, 2))))
    expect((await logOf(who)).reviews).toEqual(reviews)
    expect(await leftOf(guestOwner(who))).toMatchObject({ n: 0 })
  })

  it('are stored once where deliveries overlap, come at once, or name one twice', async () => {
    const [who, review, other] = [await newMember(), newDevice(), newDevice()]
    const all = [review('a'), other('b'), review('c'), other('d'), review('e')]
    await Promise.all([
      send(who, all.slice(0, 3)),
      send(who, all.slice(1, 4)),
      send(who, [all[4], all[4], all[0]]),
    ])
    expect(sorted((await logOf(who)).reviews)).toEqual(sorted(all))
  })

  it('come after what a device has read, whatever log that was', async () => {
    const [former, review] = [await newGuest(), newDevice()]
    await send(former, [review('a')])
    const { next } = await logOf(former)
    vi.setSystemTime(Date.now() + 60_000)
    // The phone keeps its place in the log of a guest when it becomes another guest's.
    const later = await newGuest()
    await send(later, [review('b')])
    expect((await logOf(later, next)).reviews.map(({ card }) => card)).toEqual(['b'])
  })

  it('are sent in whole deliveries, about 2,000 together', async () => {
    const [who, review] = [await newMember(), newDevice()]
    const all = Array.from({ length: 2400 }, (_, n) => review(`card-${n % 40}`))
    for (let at = 0; at < all.length; at += 400) await send(who, all.slice(at, at + 400))
    const first = await logOf(who)
    expect([first.reviews.length, first.isAll]).toEqual([2000, false])
    const second = await logOf(who, first.next)
    expect([second.reviews.length, second.isAll]).toEqual([400, true])
    expect([...first.reviews, ...second.reviews]).toEqual(all)
  })

  it('keep a guest as long as the token is valid', async () => {
    const [who, review] = [await newGuest(), newDevice()]
    const end = async () =>
      (
        (await selectRows('SELECT expires_at FROM guests WHERE id = ?', who.guestId))[0] as {
          expires_at: string
        }
      ).expires_at
    const days = async () => Math.round((Date.parse(await end()) - Date.now()) / 86_400_000)
    expect(await days()).toBe(7)
    await send(who, [review('a')])
    expect(await days()).toBe(180)
  })

  it('cost at most 45 rows written in the object for 20 cards, none in the database', async () => {
    const [who, review] = [await newMember(), newDevice()]
    await send(who, [review('first')])
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const shared = countRows()
    const own = await countOwnRows()
    const bodies = Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({ reviews: [review(`card-${n}`)] }),
    )
    const post = (body: string) =>
      requestProductApi(path, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'content-length': String(body.length) },
          authorization: `Bearer ${who.jwt}`,
        },
        body,
      })
    for (const body of bodies) expect((await post(body)).status).toBe(200)
    const [sharedRows, one] = [{ ...shared }, { ...own() }]
    const twenty = JSON.stringify({
      reviews: Array.from({ length: 20 }, (_, n) => review(`more-${n}`)),
    })
    expect((await post(twenty)).status).toBe(200)
    const together = { written: own().written - one.written, read: own().read - one.read }
    const before = shared.written
    await storeAsBefore({ kind: 'member', id: who.userId }, [review('of-before')])
    const ofBefore = shared.written - before
    console.log(JSON.stringify({ sharedRows, one, together, ofBefore }))
    expect(ofBefore).toBeGreaterThan(2)
    await moveSomeReviews(bindings)
    expect(one.written).toBeGreaterThanOrEqual(20)
    expect(one.written).toBeLessThanOrEqual(45)
    expect(together.written).toBeLessThanOrEqual(3)
    expect(together.read).toBeLessThanOrEqual(100)
    expect(one.read).toBeLessThanOrEqual(900)
    expect(sharedRows.written).toBeLessThanOrEqual(2)
  })
})

describe('reviews of before the objects', () => {
  const someReviews = () => {
    const [one, other] = [newDevice(), newDevice()]
    return [one('a'), one('b'), one('c'), other('d'), one('e')]
  }

  it.each(['first request', 'cron trigger', 'cron trigger, in an object that is open'])(
    'are moved by the %s',
    async (how) => {
      const [who, reviews] = [await newGuest(), someReviews()]
      const owner = guestOwner(who)
      if (how.endsWith('open')) await logOf(who)
      await storeAsBefore(owner, reviews)
      const { last } = await leftOf(owner)
      expect(await countOldReviews(database())).toEqual({ reviews: 5, readers: 1 })
      if (how.startsWith('cron')) {
        expect(await moveSomeReviews(bindings)).toBeGreaterThan(0)
        expect(await leftOf(owner)).toMatchObject({ n: 0 })
      }
      const log = await logOf(who)
      expect(log.reviews).toEqual(reviews)
      expect(await leftOf(owner)).toMatchObject({ n: 0 })
      expect(await moveSomeReviews(bindings)).toBe(0)
      expect(await countOldReviews(database())).toEqual({ reviews: 0, readers: 0 })
      // A device that had read up to a number of before asks from there.
      expect(log.next).toBe(last)
      expect((await logOf(who, last!)).reviews).toEqual([])
      const late = newDevice()('late')
      await send(who, [late, ...reviews])
      expect((await logOf(who, log.next)).reviews).toEqual([late])
    },
  )

  it('are moved once where the move is cut off before they are deleted', async () => {
    const [who, reviews] = [await newMember(), someReviews()]
    const owner: Owner = { kind: 'member', id: who.userId }
    await storeAsBefore(owner, reviews)
    const db = database()
    const prepare = db.prepare.bind(db)
    const broken = vi.spyOn(db, 'prepare').mockImplementation((text) => {
      if (text.startsWith('DELETE FROM card_reviews')) throw new Error('cut off')
      return prepare(text)
    })
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await who.request('GET', path)).status).toBe(500)
    expect(await leftOf(owner)).toMatchObject({ n: reviews.length })
    broken.mockRestore()
    error.mockRestore()
    await evict(owner)
    expect((await logOf(who)).reviews).toEqual(reviews)
    expect(await leftOf(owner)).toMatchObject({ n: 0 })
  })

  it('of a guest are the member’s after the claim, wherever they were', async () => {
    const [guest, member, reviews] = [await newGuest(), await newMember(), someReviews()]
    await logOf(guest)
    await storeAsBefore(guestOwner(guest), reviews)
    await member.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    await moveSomeReviews(bindings)
    expect(sorted((await logOf(member)).reviews)).toEqual(sorted(reviews))
    expect((await logOf(guest)).reviews).toEqual([])
  })
})

describe('the reviews of a guest who signs in', () => {
  const claim = (who: TestTaker, guest: TestTaker) =>
    who.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })

  /** Objects of which one call fails once, before or after it is made. */
  function failingOnce(method: 'release' | 'forget', when: 'before' | 'after') {
    let isDue = true
    bindings.READERS = {
      idFromName: (name) => READERS.idFromName(name),
      get: (id, options) =>
        new Proxy(READERS.get(id, options) as ReaderObjectStub, {
          get(target, name: keyof ReaderObjectStub) {
            const work = (...args: unknown[]) =>
              (target[name] as (...all: unknown[]) => Promise<unknown>)(...args)
            if (name !== method || !isDue) return work
            return async (...args: unknown[]) => {
              isDue = false
              if (when === 'after') await work(...args)
              throw new Error('cut off')
            }
          },
        }),
    }
  }

  it.each([
    ['release', 'before', 'again'],
    ['release', 'after', 'alarm'],
    ['forget', 'before', 'again'],
    ['forget', 'before', 'alarm'],
    ['forget', 'after', 'again'],
  ] as const)('move once where %s is cut off %s, and finished %s', async (method, when, how) => {
    const [guest, member, device] = [await newGuest(), await newMember(), newDevice()]
    const reviews = [device('a'), device('b')]
    await send(guest, reviews)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    failingOnce(method, when)
    expect((await claim(member, guest)).status).toBe(500)
    if (how === 'again') expect((await claim(member, guest)).status).toBe(200)
    else expect(await runAlarm({ kind: 'member', id: member.userId })).toBe(true)
    bindings.READERS = READERS
    expect((await claim(member, guest)).status).toBe(200)
    expect((await logOf(member)).reviews).toEqual(reviews)
    expect((await logOf(guest)).reviews).toEqual([])
    const left = await ownOf(guestOwner(guest)).prepare('SELECT n FROM review_deliveries').all()
    expect(left.results).toEqual([])
  })

  it('are one member’s, also where two claim them at once', async () => {
    const [guest, one, other] = [await newGuest(), await newMember(), await newMember()]
    const device = newDevice()
    await send(guest, [device('a'), device('b')])
    await Promise.all([claim(one, guest), claim(other, guest)])
    const logs = await Promise.all([logOf(one), logOf(other)])
    expect(logs.flatMap(({ reviews }) => reviews)).toHaveLength(2)
  })
})

describe('what an object has of a person', () => {
  it('is in the export, and goes with the account', async () => {
    const { jwt, user } = await registerMember()
    const [member, device] = [testTaker(jwt), newDevice('marker-of-own')]
    const owner: Owner = { kind: 'member', id: user.id }
    await send(member, [device('card-kept')])
    await storeAsBefore(owner, [device('card-of-before')])
    const { body } = await call('GET', '/api/users/me/export', { jwt })
    const { cardReviews } = body as unknown as { cardReviews: Record<string, unknown>[] }
    expect(cardReviews.map(({ card }) => card).sort()).toEqual(['card-kept', 'card-of-before'])
    expect(Object.keys(cardReviews[0]!).sort()).toEqual(Object.keys(cardReviews[1]!).sort())
    const rows = async () =>
      (await ownOf(owner).prepare('SELECT count(*) AS n FROM review_deliveries').first<{
        n: number
      }>())!.n
    expect(await rows()).toBe(1)
    await objectOf(READERS, owner).erase()
    expect(await rows()).toBe(1)
    await objectOf(READERS, owner).erase()
    await database().prepare('DELETE FROM users WHERE id = ?').bind(owner.id).run()
    expect(await leftOf(owner)).toMatchObject({ n: 0 })
    expect(await rows()).toBe(0)
  })

  it('goes with a guest whose time is over', async () => {
    const [guest, device] = [await newGuest(), newDevice()]
    await send(guest, [device('a')])
    await selectRows(
      `UPDATE guests SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?`,
      guest.guestId,
    )
    expect(await forgetExpiredGuests(bindings, new Date())).toBe(1)
    const left = await ownOf(guestOwner(guest)).prepare('SELECT n FROM review_deliveries').all()
    expect(left.results).toEqual([])
  })

  it('has a stated retention, table by table', async () => {
    const guest = await newGuest()
    const { results } = await ownOf(guestOwner(guest))
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
      .all<{ name: string }>()
    const tables = results.map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_)/.test(name))
    expect(Object.keys(ownRetention).sort()).toEqual(tables)
  })
})
