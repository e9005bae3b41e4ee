import { beforeAll, describe, expect, it } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  keysOf,
  paperWithoutBlankPenalty,
  newGuest,
  newMember,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'
import { takeTest, times } from '../support/rulings.ts'

beforeAll(simulateGateways)

const plan = 'vao'
type Task = {
  id: string
  kind: string
  name: string
  text: string | null
  minutes: number
  locale: string
  paper: { exam: string; state: string; access: string } | null
  doneOn: string | null
  doneBy: string | null
  movedFrom: string | null
}
type FollowedPlan = {
  slug: string
  startsOn: string
  examOn: string | null
  today: string
  days: { on: string; tasks: Task[] }[]
  left: Task[]
}
type StudyPlan = { slug: string; title: string; exams: string[]; days: Task[][] }

const today = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10)
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

let tick = 0
const event = (kind: string, more: object = {}) => ({
  id: `${crypto.randomUUID().slice(0, 13)}.${(tick += 1)}`,
  at: Date.now() - 10_000 + tick,
  ...{ kind, plan, ...more },
})
const beginEvent = (startsOn = today, examOn: string | null = null) =>
  event('begin', { startsOn, examOn })
const sendEvents = (who: TestTaker, ...events: object[]) =>
  who.request<{ acknowledged: string[] }>('POST', '/api/user-study-plan/events', { events })
const ownOf = async (who: TestTaker, locale = 'en') =>
  (await who.request<FollowedPlan | null>('GET', `/api/user-study-plan?locale=${locale}`)).data
const followed = async (who: TestTaker) => (await ownOf(who))!
const findTask = ({ days }: FollowedPlan, id: string) =>
  days.flatMap(({ on, tasks }) => tasks.map((task) => ({ on, ...task }))).find((t) => t.id === id)

describe('plans of thirty days', () => {
  it('are public, with their days, in the requested language', async () => {
    const list = await visitor.request<StudyPlan[]>('GET', '/api/study-plans?locale=te')
    expect(list.data.map(({ slug }) => slug)).toEqual(['vao'])
    expect(list.data[0]).toMatchObject({
      title: 'వీఏఓ: 30 రోజుల అధ్యయన ప్రణాళిక',
      exams: expect.arrayContaining(['vao-paper-1', 'vao-paper-2']) as string[],
    })
    const { data } = await visitor.request<StudyPlan>('GET', '/api/study-plans/vao?locale=kn')
    expect(data.days).toHaveLength(30)
    expect(data.days[0]?.[0]).toMatchObject({ id: 'read:constitution-1', locale: 'kn' })
    expect(data.days[0]?.[0]?.text).toContain('ಮೂಲಭೂತ ಹಕ್ಕು')
    expect(data.days[0]?.[1]).toMatchObject({ id: 'cards:constitution', name: 'ಸಂವಿಧಾನ' })
    const paper = data.days.flat().find(({ id }) => id === 'paper:vao-paper-1-full-1')
    expect(paper?.paper).toEqual({ exam: 'vao-paper-1', state: 'karnataka', access: 'free' })
    const revision = data.days[6]?.find(({ kind }) => kind === 'revise')
    expect(revision?.text?.split(' · ')).toHaveLength(6)
    expect((await visitor.request('GET', '/api/study-plans/none')).status).toBe(404)
  })
})

describe.each([
  ['a guest', newGuest],
  ['a member', newMember],
])('a plan that %s follows', (_, newTestTaker) => {
  it('starts as written and keeps its ticks', async () => {
    const who = await newTestTaker()
    expect(await ownOf(who)).toBeNull()
    const begin = beginEvent()
    expect((await sendEvents(who, begin)).data.acknowledged).toEqual([begin.id])
    const before = await followed(who)
    expect(before).toMatchObject({ slug: 'vao', startsOn: today, examOn: null, today })
    expect(before.days).toHaveLength(30)
    const tickOff = event('tick', { task: 'read:constitution-1' })
    await sendEvents(who, tickOff)
    await sendEvents(who, tickOff, begin)
    expect(findTask(await followed(who), 'read:constitution-1')).toMatchObject({
      on: today,
      doneOn: today,
      doneBy: 'tick',
    })
    await sendEvents(who, event('untick', { task: 'read:constitution-1' }))
    expect(findTask(await followed(who), 'read:constitution-1')).toMatchObject({ doneOn: null })
  })

  it('moves missed tasks to the coming days', async () => {
    const who = await newTestTaker()
    const start = dayAfter(today, -3)
    await sendEvents(who, beginEvent(start))
    const own = await followed(who)
    expect(own.days[0]?.on).toBe(today)
    const missed = findTask(own, 'read:constitution-1')
    expect(missed).toMatchObject({ movedFrom: start, doneOn: null })
    expect(own.days.flatMap(({ tasks }) => tasks.map(({ id }) => id)).length).toBe(
      new Set(own.days.flatMap(({ tasks }) => tasks.map(({ id }) => id))).size,
    )
  })

  it('fits into fewer days when the exam is near, and keeps finished tasks', async () => {
    const who = await newTestTaker()
    await sendEvents(who, beginEvent(), event('tick', { task: 'cards:constitution' }))
    await sendEvents(who, event('exam', { examOn: dayAfter(today, 10) }))
    const own = await followed(who)
    expect(own.days).toHaveLength(10)
    expect(own.days.at(-1)?.on).toBe(dayAfter(today, 9))
    expect(findTask(own, 'cards:constitution')).toMatchObject({ doneOn: today })
  })

  it('ticks a submitted paper and adds revision of its weak topics', async () => {
    const who = await newTestTaker()
    await sendEvents(who, beginEvent())
    await takeTest(who, paperWithoutBlankPenalty, times(10, 'wrong'), {
      keys: await keysOf(paperWithoutBlankPenalty),
    })
    const own = await followed(who)
    expect(findTask(own, `paper:${paperWithoutBlankPenalty}`)).toMatchObject({
      doneOn: today,
      doneBy: 'paper',
    })
    const weak = own.days.flatMap(({ tasks }) => tasks).filter(({ kind }) => kind === 'weak')
    expect(weak.length).toBeGreaterThan(0)
    expect(weak.length).toBeLessThanOrEqual(2)
    for (const task of weak) expect(task).toMatchObject({ minutes: 30, locale: 'en' })
    const [first] = weak
    await sendEvents(who, event('tick', { task: first!.id }))
    expect(findTask(await followed(who), first!.id)).toMatchObject({
      doneOn: today,
      doneBy: 'tick',
    })
  })

  it('ignores a paper submitted before the plan began', async () => {
    const who = await newTestTaker()
    await takeTest(who, paperWithoutBlankPenalty, times(10, 'right'), {
      keys: await keysOf(paperWithoutBlankPenalty),
    })
    await sendEvents(who, beginEvent(dayAfter(today, 1)))
    expect(findTask(await followed(who), `paper:${paperWithoutBlankPenalty}`)).toMatchObject({
      doneOn: null,
    })
  })

  it('loses its ticks when restarted and disappears when left', async () => {
    const who = await newTestTaker()
    await sendEvents(who, beginEvent(), event('tick', { task: 'cards:constitution' }))
    await sendEvents(who, beginEvent())
    expect(findTask(await followed(who), 'cards:constitution')).toMatchObject({ doneOn: null })
    await sendEvents(who, event('leave'))
    expect(await ownOf(who)).toBeNull()
  })

  it('limits the intervals of cards by the exam date', async () => {
    const who = await newTestTaker()
    const examOn = dayAfter(today, 20)
    await sendEvents(who, beginEvent(today, examOn))
    const { data } = await who.request<{ exam: string }>('GET', '/api/card-reviews?after=0')
    expect(data.exam).toBe(examOn)
  })
})

describe('plan events', () => {
  it('move to the member when a guest signs in', async () => {
    const [guest, member] = [await newGuest(), await newMember()]
    await sendEvents(guest, beginEvent(), event('tick', { task: 'read:constitution-1' }))
    await member.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect(findTask(await followed(member), 'read:constitution-1')).toMatchObject({ doneOn: today })
  })

  it('are refused without a token or if one of them is invalid', async () => {
    expect((await sendEvents(visitor, beginEvent())).status).toBe(403)
    const who = await newGuest()
    expect((await sendEvents(who, { ...beginEvent(), startsOn: '2027-02-31' })).status).toBe(400)
    expect((await sendEvents(who, event('tick'))).status).toBe(400)
    expect(await ownOf(who)).toBeNull()
  })
})
