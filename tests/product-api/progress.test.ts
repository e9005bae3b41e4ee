import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as v from 'valibot'
import type { drill, progress } from '../../domain/contracts/progress.ts'
import { simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  fullPaper,
  keysOf,
  newGuest,
  newMember,
  paperWithoutBlankPenalty,
  shortPaper,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'
import { countRows } from '../support/row-counts.ts'
import { takeTest, times, type WantedOutcome } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  simulateGateways()
})

type Progress = v.InferOutput<typeof progress>
type Drill = v.InferOutput<typeof drill>

const progressOf = async (who: TestTaker, query = '') =>
  (await who.request<Progress>('GET', `/api/user-progress?locale=en${query}`)).data

const take = async (who: TestTaker, slug: string, ...wanted: WantedOutcome[]) => {
  const keys = await keysOf(slug)
  return { id: await takeTest(who, slug, wanted, { keys }), keys: [...keys] }
}

describe('progress', () => {
  it('of a visitor is refused; of a guest without papers it is empty', async () => {
    expect((await visitor.request('GET', '/api/user-progress')).status).toBe(403)
    expect(await progressOf(await newGuest())).toMatchObject({
      ...{ exams: [], exam: null, papers: [], target: null, topics: [] },
      ...{ weak: null, pace: null, distribution: null, days: [] },
    })
  })

  it.each([
    ['a guest', newGuest],
    ['a member', newMember],
  ])('of %s has first attempts at papers, the oldest first', async (_, newTestTaker) => {
    const who = await newTestTaker()
    await take(who, shortPaper, ...times(4, 'right'), ...times(3, 'wrong'))
    await take(who, paperWithoutBlankPenalty, ...times(10, 'right'))
    await take(who, shortPaper, ...times(10, 'right'))
    const { exams, exam, papers, days, today } = await progressOf(who)
    expect(exams).toEqual([{ slug: 'vao-paper-1', papers: 2 }])
    expect(exam).toBe('vao-paper-1')
    expect(papers.map(({ test, maximum }) => [test, maximum])).toEqual([
      [shortPaper, '10'],
      [paperWithoutBlankPenalty, '10'],
    ])
    expect(papers[1]?.score).toBe('10')
    expect(days.map(({ on }) => on)).toEqual([today])
    expect(days[0]?.ms).toBeGreaterThan(0)
  })

  it('leaves practice out of the scores', async () => {
    const who = await newMember()
    const { data } = await who.start({ mode: 'practice' })
    await who.submit(data.id)
    expect((await progressOf(who)).papers).toEqual([])
  })

  it('says what the topics cost: marks that add up', async () => {
    const who = await newMember()
    await take(who, paperWithoutBlankPenalty, ...times(4, 'wrong'), ...times(6, 'right'))
    const { weak, topics } = await progressOf(who)
    const quarters = (marks: string) => {
      const [top = 0, bottom = 1] = marks.split('/').map(Number)
      return (top * 4) / bottom
    }
    const sum = weak!.topics.reduce((total, { marks }) => total + quarters(marks), 0)
    expect(quarters(weak!.marks)).toBe(sum)
    expect(sum).toBeLessThanOrEqual(4 * 5)
    expect(weak!.topics.length).toBeGreaterThan(0)
    expect(weak!.topics.length).toBeLessThanOrEqual(3)
    for (const { points } of topics) expect(points).toHaveLength(1)
  })

  it('keeps the aim of an exam, changes it and removes it', async () => {
    const who = await newGuest()
    await take(who, shortPaper, ...times(10, 'right'))
    const set = (percent: number | null, exam = 'vao-paper-1') =>
      who.request('POST', '/api/user-progress/target', { exam, percent })
    await set(75)
    expect((await progressOf(who)).target).toBe(75)
    await set(80)
    expect((await progressOf(who)).target).toBe(80)
    expect((await set(101)).status).toBe(400)
    expect((await set(60, 'no-such-exam')).status).toBe(200)
    await set(null)
    expect((await progressOf(who)).target).toBeNull()
  })

  it('shows the distribution where five others took the paper, with the own place', async () => {
    const shown: (Progress['distribution'] | undefined)[] = []
    for (let right = 4; right <= 10; right++) {
      const who = await newGuest()
      await take(who, 'rrb-ntpc-model-paper-1', ...times(right, 'right'))
      shown.push((await progressOf(who)).distribution)
    }
    expect(shown.slice(0, 5)).toEqual([null, null, null, null, null])
    expect(shown[5]).toMatchObject({ count: 5, below: 5 })
    expect(shown[6]).toMatchObject({ count: 6, below: 6 })
    expect(shown[6]!.bins.reduce((sum, one) => sum + one)).toBe(7)
  })

  it('with a full paper reads at most 1,200 rows and writes none', async () => {
    const who = await newMember()
    await take(who, fullPaper, ...times(50, 'right'), ...times(50, 'wrong'))
    await progressOf(who)
    const counts = countRows()
    const { pace } = await progressOf(who)
    expect(counts.read).toBeLessThan(1200)
    expect(counts.written).toBe(0)
    expect(pace?.intervals).toHaveLength(6)
    expect(pace!.intervals.reduce((sum, { right, wrong }) => sum + right + wrong, 0)).toBe(100)
  })

  it('moves to the member when a guest signs in; the member’s own aim stays', async () => {
    const [guest, who] = [await newGuest(), await newMember()]
    await take(guest, shortPaper, 'wrong', ...times(9, 'right'))
    const target = (taker: TestTaker, percent: number) =>
      taker.request('POST', '/api/user-progress/target', { exam: 'vao-paper-1', percent })
    await target(guest, 60)
    await target(who, 70)
    const drilled = await guest.request<Drill>('POST', '/api/user-drills', { exam: 'vao-paper-1' })
    await who.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect(await progressOf(who)).toMatchObject({ target: 70, papers: [{ test: shortPaper }] })
    const moved = await who.request<Drill>('GET', `/api/user-drills/${drilled.data.id}`)
    expect(moved.status).toBe(200)
  })
})

describe('a drill', () => {
  const create = (who: TestTaker) =>
    who.request<Drill>('POST', '/api/user-drills?locale=en', { exam: 'vao-paper-1' })
  const answer = (who: TestTaker, id: string, answers: Record<string, number>) =>
    who.request<Drill>('POST', `/api/user-drills/${id}/answers?locale=en`, { answers })
  const cards = async (who: TestTaker, of = 'wrong') =>
    (await who.request<{ id: string; missed: number }[]>('GET', `/api/user-cards?of=${of}`)).data

  it('has the missed questions first, without keys until it is answered', async () => {
    const who = await newMember()
    const { keys } = await take(who, shortPaper, ...times(3, 'wrong'), ...times(7, 'right'))
    const { status, data } = await create(who)
    expect(status).toBe(201)
    const missed = keys.slice(0, 3).map(([id]) => id)
    expect(
      data.questions
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(missed.sort())
    for (const question of data.questions)
      expect(question).toMatchObject({ accepted: [], chosen: null, explanation: null })
    expect((await visitor.request('GET', `/api/user-drills/${data.id}`)).status).toBe(403)
    expect((await (await newMember()).request('GET', `/api/user-drills/${data.id}`)).status).toBe(
      404,
    )
  })

  it('is marked once; what is wrong becomes a card, and is due in minutes', async () => {
    const who = await newGuest()
    const { keys } = await take(who, shortPaper, ...times(1, 'wrong'), ...times(9, 'right'))
    const key = new Map(keys)
    const { data } = await create(who)
    const [first, second, ...rest] = data.questions
    expect(second).toBeDefined()
    const right = Object.fromEntries(rest.map(({ id }) => [id, key.get(id)!]))
    const answers = {
      ...right,
      [first!.id]: key.get(first!.id)!,
      [second!.id]: (key.get(second!.id)! + 1) % 4,
    }
    const marked = (await answer(who, data.id, answers)).data
    expect(marked.questions.map(({ outcome }) => outcome)).toEqual([
      'right',
      'wrong',
      ...times(rest.length, 'right'),
    ])
    expect(marked.questions[1]?.accepted).toEqual([key.get(second!.id)])
    expect(marked.questions[1]?.explanation?.text.length).toBeGreaterThan(10)
    const again = (await answer(who, data.id, {})).data
    expect(again).toEqual(marked)
    const mistakes = await cards(who)
    expect(mistakes.map(({ id }) => id).sort()).toEqual(
      [`q:${first!.id}`, `q:${second!.id}`].sort(),
    )
    vi.setSystemTime(Date.now() + 300_000)
    expect((await cards(who, 'due')).map(({ id }) => id)).toEqual([`q:${second!.id}`])
  })

  it('does not begin with what was drilled just before', async () => {
    const who = await newMember()
    await take(who, fullPaper, ...times(30, 'wrong'), ...times(70, 'right'))
    const first = (await create(who)).data.questions.map(({ id }) => id)
    const second = (await create(who)).data.questions.map(({ id }) => id)
    expect(first).toHaveLength(10)
    expect(second).toHaveLength(10)
    expect(second.filter((id) => first.includes(id))).toEqual([])
  })

  it('does not exist where nothing was missed', async () => {
    const who = await newMember()
    expect((await create(who)).status).toBe(404)
    await take(who, shortPaper, ...times(10, 'right'))
    expect((await create(who)).status).toBe(404)
  })
})
