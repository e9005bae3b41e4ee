import { sendRescoreMessages } from '../../product-api/attempts/object-care.ts'
import { bindings, runAllAlarms } from '../support/readers.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../product-api/database.ts'
import { selectEntryAlone } from '../../product-api/live-mocks/entries.ts'
import { readCodeAsOperator } from '../../product-api/live-mocks/operator-code.ts'
import { publishLiveMocks } from '../../product-api/live-mocks/publication.ts'
import { fromBase64, openByCode } from '../../domain/live-mock/seal.ts'
import { simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  newGuest,
  newMember,
  newWriter,
  selectRows,
  type TestTaker,
} from '../support/attempts.ts'
import { loadAsPaper, loadLiveMock, secretsOf, untilOpened } from '../support/live-mocks.ts'
import { database, requestProductApi } from '../support/product-api.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.useRealTimers())

const minute = 60_000
const bell = new Date('2026-12-13T04:30:00.000Z')
const atBell = (ms = 0) => vi.setSystemTime(bell.getTime() + ms)
const mocks = '/api/live-mocks'

type EntryBody = {
  mock: { slug: string; publishedAt: string | null }
  openedAt: string | null
  attempt: { id: string; startedAt: string; endsAt: string; carryKey: string; title: object }
}
type RankBody = { rank: number; tied: number; of: number; percentile: string }
type ResultBody = {
  bands: { from: number; to: number; count: number }[]
  median: string | null
  own: {
    standing: string
    score: string | null
    all: RankBody | null
    inExam: RankBody | null
    inState: RankBody | null
  } | null
}

const enter = (taker: TestTaker, slug: string, more: object = {}) =>
  taker.request<EntryBody>('POST', `${mocks}/${slug}/entries`, {
    data: { exam: 'vao-paper-1', state: '29', locale: 'kn', ...more },
  })
const resultOf = (taker: TestTaker, slug: string) =>
  taker.request<ResultBody>('GET', `${mocks}/${slug}/result`)

let number = 0
async function sealedMock(more: { minutes?: number } = {}) {
  await selectRows(`UPDATE live_mocks SET withdrawn_at = '2026'`)
  vi.setSystemTime(bell.getTime() - 3 * 86_400_000)
  const slug = `live-${(number += 1)}`
  const draft = await loadLiveMock({ slug, bell, ...more })
  return { slug, draft, results: Date.parse(draft.resultsAt ?? '') }
}

/** Answers the first `right` questions of the paper, each with its right option. */
async function answer(taker: TestTaker, id: string, right: number, wrong = 0) {
  const { questions } = await taker.paper(id)
  const save = newWriter()
  const events = questions
    .slice(0, right + wrong)
    .map((question, index) =>
      save({ question: question.id, option: (index + (index < right ? 0 : 1)) % 4 }),
    )
  const sent = await taker.send(id, events)
  expect(sent.data.results.map(({ stored }) => stored)).toEqual(events.map(() => 'counted'))
  await untilOpened(id)
}

describe('the sealed paper of a live mock', () => {
  it('can be downloaded before the bell, and its code opens it', async () => {
    const { slug } = await sealedMock()
    const sealed = fromBase64(await (await requestProductApi(`${mocks}/${slug}/sealed`)).text())
    const { code } = (await secretsOf(slug))!
    const paper = await openByCode(sealed, code)
    expect(paper?.questions).toHaveLength(10)
    expect(paper?.questions[3]?.texts.en?.stem).toBe(`Zyxquestion 3 of ${slug}`)
    expect(JSON.stringify(paper)).not.toMatch(/Zyxbecause|correct/)
  })

  it('has the questions that the database has after it is loaded as a paper', async () => {
    const { slug, draft } = await sealedMock()
    atBell()
    const taker = await newGuest()
    const { data: entry } = await enter(taker, slug)
    const sealed = (await taker.paper(entry.attempt.id)).questions
    await loadAsPaper(draft)
    const { data: practice } = await taker.start({ test: slug, mode: 'practice' })
    expect((await taker.paper(practice.id)).questions).toEqual(sealed)
  })
})

describe('the opening code', () => {
  it('is given from the very millisecond of the bell, and not one before', async () => {
    const { slug } = await sealedMock()
    const get = () => requestProductApi(`${mocks}/${slug}/code`)
    atBell(-1)
    const early = await get()
    expect(early.status).toBe(425)
    expect(await early.json()).toMatchObject({
      error: { name: 'BeforeBell', details: { leftMs: 1 } },
    })
    atBell()
    const { code } = (await secretsOf(slug))!
    expect(await (await get()).json()).toEqual({ data: { code }, meta: {} })
  })

  it('is read early only by the operators’ command, which records it', async () => {
    const { slug } = await sealedMock()
    const { code } = (await secretsOf(slug))!
    atBell(-minute)
    expect(await readCodeAsOperator(database(), slug, new Date())).toMatchObject({
      ...{ code, earlyReads: 1 },
    })
    atBell()
    expect(await readCodeAsOperator(database(), slug, new Date())).toMatchObject({ earlyReads: 1 })
    expect(await readCodeAsOperator(database(), 'unknown', new Date())).toBeNull()
  })
})

describe('an entry', () => {
  it('is one for each owner, changes until the bell, and is closed after the end', async () => {
    const { slug } = await sealedMock()
    const [guest, late] = [await newGuest(), await newGuest()]
    const first = await enter(guest, slug)
    const second = await enter(guest, slug, { exam: 'pdo-paper-1', extraTime: true })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.data.attempt.id).toBe(first.data.attempt.id)
    expect(second.data.attempt.endsAt).toBe(new Date(bell.getTime() + 80 * minute).toISOString())
    atBell(30 * minute)
    const { data } = await enter(late, slug)
    expect(data.attempt.endsAt).toBe(new Date(bell.getTime() + 60 * minute).toISOString())
    atBell(30 * minute + 1)
    const closed = await enter(await newGuest(), slug)
    expect([closed.status, closed.error?.name]).toEqual([409, 'EntryClosed'])
    expect((await enter(guest, slug, { exam: 'pdo-paper-1' })).status).toBe(200)
  })

  it('is refused for an exam that the live mock is not for, and for an unknown one', async () => {
    const { slug } = await sealedMock()
    expect((await enter(await newGuest(), slug, { exam: 'rrb' })).status).toBe(400)
    expect((await enter(await newGuest(), 'unknown')).status).toBe(404)
  })

  it('of another owner is not found', async () => {
    const { slug } = await sealedMock()
    const { data } = await enter(await newGuest(), slug)
    const other = await newGuest()
    expect((await other.request('GET', `${mocks}/entries/${data.attempt.id}`)).status).toBe(404)
    expect((await other.request('GET', `${mocks}/${slug}/entry`)).status).toBe(404)
  })

  it('moves with its attempt when a guest signs in', async () => {
    const { slug } = await sealedMock()
    const guest = await newGuest()
    const { data } = await enter(guest, slug)
    atBell(minute)
    await answer(guest, data.attempt.id, 3)
    const member = await newMember()
    await member.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect((await member.request('GET', `${mocks}/${slug}/entry`)).status).toBe(200)
    expect((await member.read(data.attempt.id)).status).toBe(200)
  })
})

describe('the attempt of an entry that a guest takes along', () => {
  const primary = database()
  afterEach(() => void (bindings.DB = primary))

  it('is the member’s, though a replica does not know of the sign-in yet', async () => {
    const { slug } = await sealedMock()
    atBell(10 * minute)
    const [guest, member] = [await newGuest(), await newMember()]
    const { id } = (await enter(guest, slug)).data.attempt
    const known = await selectEntryAlone(primary, id).first<{ entry: string }>()
    await member.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    const asBefore = `
      SELECT key AS asked, '${known?.entry}' AS entry FROM json_each(?1) WHERE value = '${id}'`
    let isAsked = false
    const replica: Database = {
      prepare: (text) => {
        const isEntry = /JOIN live_entries e ON/.test(text)
        isAsked ||= isEntry
        return primary.prepare(isEntry ? asBefore : text)
      },
      batch: (statements) => primary.batch(statements),
    }
    bindings.DB = {
      prepare: (text) => primary.prepare(text),
      batch: (statements) => primary.batch(statements),
      withSession: () => replica,
    }
    await answer(member, id, 3)
    expect(isAsked).toBe(true)
    expect((await member.submit(id)).status).toBe(200)
  })
})

describe('a second entry', () => {
  it('of a guest who signs in delivers its answers and is not ranked', async () => {
    const { slug, results } = await sealedMock()
    // An access token of a member lasts for minutes.
    atBell(10 * minute)
    const [guest, member] = [await newGuest(), await newMember()]
    const first = (await enter(member, slug)).data.attempt
    const second = (await enter(guest, slug)).data.attempt
    await member.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    const { data: own } = await member.request<EntryBody>('GET', `${mocks}/${slug}/entry`)
    expect(own.attempt.id).toBe(first.id)
    await answer(member, first.id, 2)
    await answer(member, second.id, 9)
    await member.submit(first.id)
    await member.submit(second.id)
    vi.setSystemTime(results)
    expect(await publishLiveMocks(database(), new Date())).toBe(1)
    const scores = `SELECT scores FROM live_results WHERE slug = ? AND scope = 'all'`
    expect(await selectRows(scores, slug)).toEqual([{ scores: '[[8,1]]' }])
  })
})

describe('the attempt of an entry', () => {
  it('does not exist before the bell, whoever asks, and begins at the bell', async () => {
    const { slug } = await sealedMock()
    const guest = await newGuest()
    const { id } = (await enter(guest, slug)).data.attempt
    atBell(-1)
    for (const answer of [
      await guest.read(id),
      await guest.request('GET', `${attemptsPath}/${id}/paper`),
      await guest.send(id, []),
      await guest.submit(id),
      await guest.request('POST', `${mocks}/entries/${id}/start`),
    ])
      expect([answer.status, answer.error?.name]).toEqual([425, 'BeforeBell'])
    atBell(20 * minute)
    const { data } = await guest.read(id)
    expect([data.startedAt, data.endsAt]).toEqual([
      bell.toISOString(),
      new Date(bell.getTime() + 60 * minute).toISOString(),
    ])
  })

  it('is made by the first delivery, also without a session, by its carry key', async () => {
    const { slug } = await sealedMock()
    const guest = await newGuest()
    const { id, carryKey } = (await enter(guest, slug)).data.attempt
    const other = await newGuest()
    const question = await questionOf(slug, guest)
    atBell(minute)
    const event = newWriter()({ question, option: 0 })
    const sent = await other.send(id, [event], { carryKey })
    expect(sent.data.results[0]).toMatchObject({ stored: 'counted' })
  })

  it('has no marks, no key and no result before the publication, then all of them', async () => {
    const { slug, results } = await sealedMock()
    const guest = await newGuest()
    const { id } = (await enter(guest, slug)).data.attempt
    atBell(10 * minute)
    await answer(guest, id, 6, 2)
    const submitted = await guest.submit(id)
    expect(submitted.data).toMatchObject({ status: 'submitted', score: null, maximum: null })
    const refused = await guest.request(`GET`, `${attemptsPath}/${id}/result`)
    expect([refused.status, refused.error?.name]).toEqual([409, 'ResultsNotOut'])
    expect((await guest.explanations(id)).data.flatMap(({ accepted }) => accepted)).toEqual([])
    expect((await resultOf(guest, slug)).error?.name).toBe('ResultsNotOut')
    vi.setSystemTime(results - 1)
    expect(await publishLiveMocks(database(), new Date())).toBe(0)
    vi.setSystemTime(results)
    await publishLiveMocks(database(), new Date())
    await sendRescoreMessages(bindings, new Date())
    expect((await guest.read(id)).data).toMatchObject({ score: '11/2', maximum: '10' })
    expect((await guest.request(`GET`, `${attemptsPath}/${id}/result`)).status).toBe(200)
  })
})

/** The id of the first question, which a phone knows when it has opened the sealed paper. */
async function questionOf(slug: string, taker: TestTaker): Promise<string> {
  const sealed = await requestProductApi(`${mocks}/${slug}/sealed`)
  const { code } = (await secretsOf(slug))!
  expect(taker).toBeDefined()
  const paper = await openByCode(fromBase64(await sealed.text()), code)
  return paper?.questions[0]?.id ?? ''
}

describe('the ranks', () => {
  it('name ties, states and exams, and who is absent', async () => {
    const { slug, results } = await sealedMock()
    const takers = []
    for (const [right, state, exam] of [
      [8, '29', 'vao-paper-1'],
      [6, '29', 'pdo-paper-1'],
      [6, '37', 'vao-paper-1'],
      [2, null, 'vao-paper-1'],
    ] as const) {
      const taker = await newGuest()
      const { data } = await enter(taker, slug, { state, exam })
      takers.push({ taker, id: data.attempt.id, right })
    }
    const absent = await newGuest()
    await enter(absent, slug)
    atBell(10 * minute)
    for (const { taker, id, right } of takers) {
      await answer(taker, id, right)
      await taker.submit(id)
    }
    vi.setSystemTime(results)
    expect(await publishLiveMocks(database(), new Date())).toBe(1)
    const places = []
    for (const { taker } of takers) {
      const { own } = (await resultOf(taker, slug)).data
      places.push([
        own?.all?.rank,
        own?.all?.tied,
        own?.all?.percentile,
        own?.inState?.rank ?? null,
      ])
    }
    expect(places).toEqual([
      [1, 0, '100.00000', 1],
      [2, 1, '75.00000', 2],
      [2, 1, '75.00000', 1],
      [4, 0, '25.00000', null],
    ])
    const { own, bands, median } = (await resultOf(absent, slug)).data
    expect(own).toMatchObject({ standing: 'absent', score: null, all: null })
    expect(bands.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    expect(median).toBe('6')
  })

  it('are published once; what arrives later gets a rank beside them', async () => {
    const { slug, results } = await sealedMock()
    const [first, second, late] = [await newGuest(), await newGuest(), await newGuest()]
    const ids = []
    for (const taker of [first, second, late]) ids.push((await enter(taker, slug)).data.attempt.id)
    const [firstId = '', secondId = '', lateId = ''] = ids
    atBell(10 * minute)
    await answer(first, firstId, 5)
    await answer(second, secondId, 3)
    await first.submit(firstId)
    vi.setSystemTime(bell.getTime() + 63 * minute)
    await runAllAlarms()
    vi.setSystemTime(results)
    const runs = await Promise.all([1, 2, 3].map(() => publishLiveMocks(database(), new Date())))
    expect(runs.reduce((sum, count) => sum + count)).toBe(1)
    const before = (await resultOf(first, slug)).text
    vi.setSystemTime(results + 30 * minute)
    const question = (await late.paper(lateId)).questions[0]?.id ?? ''
    const givenInTime = newWriter('late-phone', () => bell.getTime() + 20 * minute)
    await late.send(lateId, [givenInTime({ question, option: 0 })])
    await late.submit(lateId, { by: 'clock' })
    expect((await resultOf(late, slug)).data.own).toMatchObject({
      ...{ standing: 'late', score: '1' },
      all: { rank: 3, tied: 0, of: 3, percentile: '33.33333' },
    })
    expect(await publishLiveMocks(database(), new Date())).toBe(0)
    expect((await resultOf(first, slug)).text).toBe(before)
    expect((await resultOf(second, slug)).data.own).toMatchObject({
      all: { rank: 2, of: 2, percentile: '50.00000' },
    })
  })

  it('wait for attempts that are not submitted yet, at most an hour', async () => {
    const { slug, results } = await sealedMock()
    const guest = await newGuest()
    const { id } = (await enter(guest, slug)).data.attempt
    atBell(minute)
    await answer(guest, id, 2)
    vi.setSystemTime(results + minute)
    expect(await publishLiveMocks(database(), new Date())).toBe(0)
    vi.setSystemTime(results + 61 * minute)
    expect(await publishLiveMocks(database(), new Date())).toBe(1)
    expect((await resultOf(guest, slug)).data.own).toMatchObject({ standing: 'absent' })
    await runAllAlarms()
    expect((await resultOf(guest, slug)).data.own).toMatchObject({ standing: 'late', score: '2' })
  })
})

describe('a changed file', () => {
  it('seals the paper again before the bell, and changes no question after it', async () => {
    const { slug } = await sealedMock()
    const guest = await newGuest()
    const { id } = (await enter(guest, slug)).data.attempt
    const before = await secretsOf(slug)
    await loadLiveMock({ slug, bell, questions: 8 })
    const sealedAgain = await secretsOf(slug)
    expect(sealedAgain?.code).not.toBe(before?.code)
    atBell(minute)
    expect((await guest.paper(id)).questions).toHaveLength(8)
    await loadLiveMock({ slug, bell, questions: 9 })
    expect((await secretsOf(slug))?.code).toBe(sealedAgain?.code)
    expect((await guest.paper(id)).questions).toHaveLength(8)
  })
})
