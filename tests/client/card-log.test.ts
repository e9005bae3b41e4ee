import { describe, expect, it } from 'vitest'
import { openCardLog, type CardLog } from '../../client/device/cards/card-log.ts'
import { scheduleOf } from '../../domain/study/card-schedule.ts'
import { cardGrades, parseReview, type CardReview } from '../../domain/study/review-log.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { simulateDevice, simulateTime, type SimulatedPage } from '../support/simulated-device.ts'

const startsAt = Date.UTC(2026, 10, 21, 4, 30)
const minute = 60_000
const cards = Array.from({ length: 6 }, (_, index) => `card-${index}`)

/** Simulates the product API's log of one owner, as the site forwards it. */
function simulateCardApi(now: () => number) {
  const rows: CardReview[] = []
  const store = (found: unknown) => {
    const review = parseReview(found)
    if (!review || rows.some(({ id }) => id === review.id)) return
    rows.push({ ...review, at: Math.min(review.at, now()) })
  }
  return {
    rows,
    exam: null as string | null,
    answer(method: string, path: string, body: string | undefined): Response {
      const iso = new Date(now()).toISOString()
      if (method === 'POST') {
        const { reviews } = JSON.parse(body ?? '{}') as { reviews: { id: string }[] }
        reviews.forEach(store)
        const acknowledged = reviews.map(({ id }) => id)
        return Response.json({ data: { acknowledged, refused: [], now: iso } })
      }
      const after = Number(/after=(\d+)/.exec(path)?.[1])
      const page = rows.slice(after, after + 5)
      const [next, isAll] = [after + page.length, after + page.length >= rows.length]
      return Response.json({ data: { reviews: page, next, isAll, exam: this.exam, now: iso } })
    },
  }
}

function simulateCards(seed: number) {
  const [random, time] = [seededRandom(seed), simulateTime(startsAt)]
  const server = simulateCardApi(time.now)
  const answer = server.answer.bind(server)
  const newPhone = () => simulateDevice(time, answer, random)
  /** Opening waits for the storage, which takes time. */
  async function open(page: SimulatedPage, owner = 'guest'): Promise<CardLog> {
    const opening = openCardLog(page.ports, owner)
    await time.pass(4000)
    return opening
  }
  return { random, time, server, newPhone, open }
}

/** Simulates two phones of one reader with random faults, and returns the reviews made on them. */
async function simulateHistory(seed: number) {
  const { random, time, server, newPhone, open } = simulateCards(seed)
  const phones = [newPhone(), newPhone()]
  const tapped: CardReview[] = []
  const pages = await Promise.all(
    phones.map(async (phone) => {
      const page = phone.openPage()
      return { page, log: await open(page) }
    }),
  )
  for (let step = 0; step < 40; step++) {
    const at = random.integerBelow(2)
    const [phone, own] = [phones[at]!, pages[at]!]
    switch (random.integerBelow(9)) {
      case 0:
        phone.setOnline(!phone.condition.isOnline)
        break
      case 1:
        Object.assign(phone.condition, { faultRate: random.itemOf([0, 0.3, 0.8]) })
        break
      case 2:
        Object.assign(phone.condition, { serverFails: random.integerBelow(3) === 0 })
        break
      case 3: {
        // At most one of the two storages fails, so that the other has the review.
        const isFull = random.integerBelow(2) === 0
        Object.assign(phone.condition, {
          databaseIs: isFull ? random.itemOf(['full', 'silent']) : 'fine',
        })
        break
      }
      case 4:
        if (random.integerBelow(2) === 0) own.page.kill()
        else own.page.close()
        own.page = phone.openPage()
        own.log = await open(own.page)
        break
      case 5:
        phone.setClock((random.integerBelow(20) - 10) * minute)
        break
      case 6:
      case 7:
      case 8:
        tapped.push(
          own.log.add(random.itemOf(cards), random.itemOf(cardGrades), random.integerBelow(9000)),
        )
    }
    await time.pass(random.integerBelow(2 * minute))
  }
  for (const phone of phones) phone.recover()
  await time.pass(10 * minute)
  for (const { page } of pages) page.dispatch('shown')
  await time.pass(10 * minute)
  return { tapped, server, logs: pages.map(({ log }) => log), phones }
}

describe('300 random histories of two phones', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'lose no review and leave both phones with the same schedule (part %i)',
    { timeout: 120_000 },
    async (part) => {
      for (let seed = part; seed <= 300; seed += 6) {
        const { tapped, server, logs, phones } = await simulateHistory(seed)
        const ids = (reviews: readonly CardReview[]) => reviews.map(({ id }) => id).sort()
        expect(ids(server.rows), `seed ${seed}`).toEqual(ids(tapped))
        const all = new Set(cards)
        const [one, other] = logs.map((log) => log.reviewsOf(all))
        expect(one, `seed ${seed}`).toEqual(other)
        expect(scheduleOf(one!)).toEqual(scheduleOf(server.rows))
        for (const [at, log] of logs.entries()) {
          expect(log.status().unsent, `seed ${seed}`).toBe(0)
          const left = [...phones[at]!.local.keys()].filter((key) => key.includes('card'))
          expect(left, `seed ${seed}`).toEqual([])
        }
      }
    },
  )
})

describe('the card log of a phone', () => {
  it('keeps unsent reviews when the page closes, and sends them once it is online', async () => {
    const { time, server, newPhone, open } = simulateCards(1)
    const phone = newPhone()
    phone.setOnline(false)
    const page = phone.openPage()
    const log = await open(page)
    log.add('a', 3, 100)
    log.add('b', 1, 100)
    expect(log.status()).toEqual({ unsent: 2, isStored: true })
    page.kill()
    const again = await open(phone.openPage())
    expect(again.reviewsOf(new Set(['a', 'b']))).toHaveLength(2)
    expect(server.rows).toHaveLength(0)
    phone.setOnline(true)
    await time.pass(minute)
    expect(again.status().unsent).toBe(0)
    expect(server.rows.map(({ card }) => card)).toEqual(['a', 'b'])
  })

  it('counts each card once, and not one whose review was taken back', async () => {
    const { time, newPhone, open } = simulateCards(5)
    const phone = newPhone()
    const log = await open(phone.openPage())
    const sent = log.add('sent', 3, 100)
    await time.pass(minute)
    expect([log.status().unsent, log.unsentCards()]).toEqual([0, 0])
    phone.setOnline(false)
    log.add('a', 1, 100)
    log.add('a', 3, 100)
    const taken = log.add('b', 3, 100)
    expect(log.unsentCards()).toBe(2)
    log.retract(taken)
    expect(log.unsentCards()).toBe(1)
    log.retract(sent)
    expect(log.unsentCards()).toBe(2)
    expect(log.status().unsent).toBe(5)
  })

  it('sends a guest’s reviews as the new member’s, and removes other members’', async () => {
    const { time, server, newPhone, open } = simulateCards(2)
    const phone = newPhone()
    phone.setOnline(false)
    const asGuest = phone.openPage()
    ;(await open(asGuest)).add('a', 3, 100)
    asGuest.kill()
    phone.setOnline(true)
    const asMember = phone.openPage()
    const log = await open(asMember, '7')
    await time.pass(minute)
    expect(server.rows).toHaveLength(1)
    expect(log.status().unsent).toBe(0)
    asMember.kill()
    phone.setOnline(false)
    const other = await open(phone.openPage(), '8')
    expect(other.reviewsOf(new Set(['a']))).toEqual([])
    await time.pass(minute)
    expect([...phone.database.keys()].filter((key) => key.startsWith('card/7/'))).toEqual([])
  })

  it('keeps a member’s unsent reviews until that member signs in again', async () => {
    const { time, server, newPhone, open } = simulateCards(3)
    const phone = newPhone()
    phone.setOnline(false)
    const page = phone.openPage()
    ;(await open(page, '7')).add('a', 3, 100)
    page.kill()
    phone.setOnline(true)
    const otherMember = phone.openPage()
    await open(otherMember, '8')
    await time.pass(minute)
    expect(server.rows).toEqual([])
    otherMember.kill()
    await open(phone.openPage(), '7')
    await time.pass(minute)
    expect(server.rows).toHaveLength(1)
  })

  it('knows the day of the exam offline', async () => {
    const { newPhone, open, server } = simulateCards(4)
    server.exam = '2027-01-31'
    const phone = newPhone()
    const page = phone.openPage()
    expect((await open(page)).exam()).toBe('2027-01-31')
    page.kill()
    phone.setOnline(false)
    expect((await open(phone.openPage())).exam()).toBe('2027-01-31')
  })

  it('joins many stored entries into one', async () => {
    const { time, newPhone, open } = simulateCards(5)
    const phone = newPhone()
    const page = phone.openPage()
    const log = await open(page)
    for (let count = 0; count < 60; count++) {
      log.add('a', 3, 100)
      await time.pass(10_000)
    }
    page.kill()
    const entries = () => [...phone.database.keys()].filter((key) => key.includes('/known/'))
    expect(entries().length).toBeGreaterThan(40)
    const again = await open(phone.openPage())
    await time.pass(10_000)
    expect(entries()).toHaveLength(1)
    expect(again.reviewsOf(new Set(['a']))).toHaveLength(60)
  })
})
