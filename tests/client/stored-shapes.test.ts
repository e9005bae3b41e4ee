import { describe, expect, it } from 'vitest'
import { openJournal, type AttemptJournal } from '../../client/device/journal/attempt-journal.ts'
import { openCardLog } from '../../client/device/cards/card-log.ts'
import { isHallStored, storedPage, storeHall } from '../../client/device/offline-hall/hall-cache.ts'
import { decodeRescue } from '../../domain/attempt/rescue-code.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import journalFixture from '../fixtures/stored-shapes/attempt-journal.json' with { type: 'json' }
import cardFixture from '../fixtures/stored-shapes/card-log.json' with { type: 'json' }
import hallFixture from '../fixtures/stored-shapes/hall-copy.json' with { type: 'json' }
import { seededRandom } from '../support/seeded-random.ts'
import { simulateCaches } from '../support/simulated-caches.ts'
import { simulateDevice, simulateTime, type Answering } from '../support/simulated-device.ts'
import { simulateServer } from '../support/simulated-server.ts'

// What the code of commit 0638bea has stored on phones (tests/fixtures/stored-shapes), read by the
// code of today; and what a later version may store, which the code of today must leave alone.

const minute = 60_000
const questions = Array.from({ length: 100 }, (_, index) => `question${index}`)
const { attempt } = journalFixture

/** A phone with the fixture's storages, offline, and the server of its attempt. */
function phoneWithStoredAttempt() {
  const time = simulateTime(journalFixture.leftAtMs)
  const { endsAtMs } = attempt
  const server = simulateServer({ clock: time.now, endsAtMs, graceMs: 2 * minute, questions })
  void server.answer(
    'POST',
    `/attempts/${attempt.id}/events`,
    JSON.stringify({ events: journalFixture.serverEvents }),
  )
  const device = simulateDevice(time, server.answer, seededRandom(1))
  for (const [key, text] of Object.entries(journalFixture.localStorage)) device.local.set(key, text)
  for (const [key, text] of Object.entries(journalFixture.indexedDb)) device.database.set(key, text)
  device.setOnline(false)

  async function open(): Promise<AttemptJournal & { page: ReturnType<typeof device.openPage> }> {
    const page = device.openPage({ isOfflineCopy: true })
    const opened: AttemptJournal[] = []
    void openJournal({ ...attempt, mode: 'exam', questions }, page.ports).then((journal) =>
      opened.push(journal),
    )
    await time.pass(3000)
    return Object.assign(opened[0]!, { page })
  }
  return { time, server, device, open }
}

const stored = (storage: ReadonlyMap<string, string>) => Object.fromEntries(storage)

describe('an attempt that the code of 0638bea has stored', () => {
  it('opens offline with every answer and every unsent event', async () => {
    const { open } = phoneWithStoredAttempt()
    const journal = await open()
    expect(Object.fromEntries(journal.state.questions)).toEqual(journalFixture.states)
    expect(journal.status).toMatchObject({ unsent: journalFixture.unsent, copies: 2, apart: 0 })
    expect(decodeRescue(journal.rescueCode())).toMatchObject({
      version: 2,
      carryKey: attempt.carryKey,
    })
  })

  it('continues offline and sends every event once when the network is back', async () => {
    const { device, open, server, time } = phoneWithStoredAttempt()
    const journal = await open()
    journal.write({ kind: 'save', question: 'question9', option: 1, locale: 'kn', spentMs: 5 })
    device.setOnline(true)
    await time.pass(minute)
    expect(journal.status).toMatchObject({ unsent: 0, isOnline: true })
    expect(server.rows.size).toBe(journalFixture.serverEvents.length + journalFixture.unsent + 1)
    expect(server.state().questions.get('question2')?.saved).toBe(1)
    expect(server.state().questions.get('question9')?.saved).toBe(1)
  })

  it.each(['localStorage', 'IndexedDB'])('loses no event when %s is gone', async (gone) => {
    const { device, open, server, time } = phoneWithStoredAttempt()
    if (gone === 'localStorage') device.local.clear()
    else device.database.clear()
    const journal = await open()
    device.setOnline(true)
    await time.pass(minute)
    expect(journal.status.unsent).toBe(0)
    expect(Object.fromEntries(server.state().questions)).toEqual(journalFixture.states)
  })

  it('is submitted by the code of today', async () => {
    const { device, open, server, time } = phoneWithStoredAttempt()
    const journal = await open()
    device.setOnline(true)
    await time.pass(3000)
    const outcome = journal.submit()
    await time.pass(minute)
    expect(await outcome).toBe('submitted')
    expect(server.isSubmitted()).toBe(true)
  })

  it('is still readable by the code of 0638bea after the code of today has written', async () => {
    const { device, open, time } = phoneWithStoredAttempt()
    const journal = await open()
    journal.write({ kind: 'save', question: 'question9', option: 1, locale: 'kn', spentMs: 5 })
    await time.pass(minute)
    const keys = [...device.local.keys(), ...device.database.keys()]
    const known = /^(abhyasa\.journal\.1\.|event\/|note\/)/
    expect(keys.filter((key) => !known.test(key))).toEqual([])
    for (const [key, text] of device.local)
      if (/\.\d+$/.test(key)) expect(text).toMatch(/^1\n([^,\n]*,){6}[0-9a-z]+(\n|$)/)
    for (const [key, text] of device.database)
      if (key.startsWith('event/')) expect(text).toMatch(/^[?+!]([^,]*,){6}[0-9a-z]+$/)
  })
})

describe('an attempt that a later version has stored', () => {
  const prefix = `abhyasa.journal.1.${attempt.id}`
  const later = {
    local: {
      [`${prefix}.laterwriter1.1`]: '2\n{"id":"laterwriter1.90"}',
      [`${prefix}.note`]: '{"version":2,"key":"k"}',
    },
    database: {
      [`event/${attempt.id}/laterwriter1.90`]: 'v2:{"id":"laterwriter1.90"}',
      [`note/${attempt.id}`]: '{"version":2,"key":"k"}',
    },
  }

  it('stays untouched while the rest is used, sent, submitted and removed', async () => {
    const { device, open, time } = phoneWithStoredAttempt()
    for (const [key, text] of Object.entries(later.local)) device.local.set(key, text)
    for (const [key, text] of Object.entries(later.database)) device.database.set(key, text)
    const journal = await open()
    expect(Object.fromEntries(journal.state.questions)).toEqual(journalFixture.states)
    journal.write({ kind: 'save', question: 'question9', option: 1, locale: 'kn', spentMs: 5 })
    device.setOnline(true)
    await time.pass(3000)
    const outcome = journal.submit()
    await time.pass(minute)
    expect(await outcome).toBe('submitted')
    expect(stored(device.local)).toEqual(later.local)
    expect(stored(device.database)).toEqual(later.database)
  })
})

/** A product API that has the fixture's reviews. */
function cardApi(now: () => number) {
  const rows: { id: string }[] = [...cardFixture.serverReviews]
  const answer: Answering = (method, path, body) => {
    const time = new Date(now()).toISOString()
    if (method === 'POST') {
      const { reviews } = JSON.parse(body ?? '{}') as { reviews: { id: string }[] }
      for (const review of reviews) if (!rows.some(({ id }) => id === review.id)) rows.push(review)
      const acknowledged = reviews.map(({ id }) => id)
      return Response.json({ data: { acknowledged, refused: [], now: time } })
    }
    const reviews = rows.slice(Number(/after=(\d+)/.exec(path)?.[1]))
    const page = { reviews, next: rows.length, isAll: true, exam: '2027-01-31', now: time }
    return Response.json({ data: page })
  }
  return { rows, answer }
}

async function phoneWithStoredCards(more: Record<string, string> = {}) {
  const time = simulateTime(cardFixture.leftAtMs)
  const { rows, answer } = cardApi(time.now)
  const device = simulateDevice(time, answer, seededRandom(1))
  for (const [key, text] of Object.entries(cardFixture.localStorage)) device.local.set(key, text)
  for (const [key, text] of Object.entries({ ...cardFixture.indexedDb, ...more }))
    device.database.set(key, text)
  device.setOnline(false)
  const opening = openCardLog(device.openPage().ports, cardFixture.owner)
  await time.pass(4000)
  return { time, device, rows, log: await opening }
}

const allCards = new Set(['card-1', 'card-2', 'q:question-9'])

describe('a card log that the code of 0638bea has stored', () => {
  it('opens offline with every review and the day of the exam', async () => {
    const { log } = await phoneWithStoredCards()
    expect(log.status()).toEqual({ unsent: 2, isStored: true })
    expect(log.reviewsOf(allCards).map(({ card, grade }) => [card, grade])).toEqual([
      ['card-1', 3],
      ['q:question-9', 1],
      ['card-1', 4],
      ['card-2', 2],
    ])
    expect(log.exam()).toBe('2027-01-31')
  })

  it('sends every unsent review once when the network is back', async () => {
    const { device, log, rows, time } = await phoneWithStoredCards()
    device.setOnline(true)
    await time.pass(5 * minute)
    expect(log.status().unsent).toBe(0)
    expect(rows).toHaveLength(4)
    expect([...device.local.keys()]).toEqual([])
  })
})

describe('a card log that a later version has stored', () => {
  it('stays untouched while the rest is used and sent', async () => {
    const later = {
      'card/7/note': '{"version":2,"day":"2027-02-01"}',
      'card/7/known/9': '{"version":2,"items":[]}',
      'card/7/unsent/laterwriter1.1': '{"version":2,"id":"laterwriter1.1"}',
    }
    const { device, log, time } = await phoneWithStoredCards(later)
    expect(log.reviewsOf(allCards)).toHaveLength(4)
    device.setOnline(true)
    await time.pass(5 * minute)
    expect(log.status().unsent).toBe(0)
    expect(stored(device.database)).toMatchObject(later)
  })
})

describe('a hall copy that the code of 0638bea has stored', () => {
  const { path, build } = hallFixture
  const copy = { attempt: hallFixture.attempt, path, build }

  it('opens offline with its page and is complete', async () => {
    const caches = simulateCaches(hallFixture.caches)
    expect(await isHallStored(caches, copy)).toBe(true)
    const page = await storedPage(caches, copy.attempt, path)
    expect(await page?.text()).toContain('<html data-kept')
    expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'")
  })

  it('needs nothing from the network to be stored again', async () => {
    const caches = simulateCaches(hallFixture.caches)
    const fetch = () => Promise.reject(new Error('offline'))
    const assets = [build, '/assets/exam-hall-Bk2.js']
    expect(await storeHall(caches, fetch, { ...copy, assets })).toBe(true)
  })

  it('of a later version stays untouched', async () => {
    const later = { [`hall-2 ${copy.attempt}`]: { '/x': { headers: {}, body: 'later' } } }
    const caches = simulateCaches({ ...hallFixture.caches, ...later })
    const fetch = () => Promise.resolve(new Response('<script src="/assets/entry-x.js">'))
    const other = { ...copy, build: '/assets/entry-x.js', path: '/other', assets: [] }
    await storeHall(caches, fetch, other)
    expect(await caches.keys()).toContain(`hall-2 ${copy.attempt}`)
  })
})

it('the fixture of an attempt has events of this device and of others, sent and unsent', () => {
  const writers = new Set(journalFixture.serverEvents.map(({ writer }) => writer))
  const kinds = new Set(journalFixture.serverEvents.map(({ kind }) => kind as JournalEvent['kind']))
  expect([writers.size, kinds.size, journalFixture.unsent]).toEqual([2, 2, 8])
})
