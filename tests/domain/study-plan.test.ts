import { describe, expect, it } from 'vitest'
import {
  adaptPlan,
  type FollowedStudyPlan,
  type WeightedTask,
} from '../../domain/study/study-plan.ts'
import { seededRandom } from '../support/seeded-random.ts'

const task = (id: string, minutes = 30): WeightedTask => ({ id, minutes })
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const daysFrom = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

const startsOn = '2026-12-01'
/** Thirty days of two tasks. */
const thirty = Array.from({ length: 30 }, (_, index) => [
  task(`read-${index + 1}`, 60),
  task(`cards-${index + 1}`, 20),
])
const asOf = (today: string, more: Partial<FollowedStudyPlan<WeightedTask>> = {}) =>
  adaptPlan({
    days: thirty,
    extra: [],
    examOn: null,
    done: new Map(),
    ...{ startsOn, today, ...more },
  })
type Adapted = ReturnType<typeof asOf>

const on = ({ days }: Adapted, day: string) =>
  days.find((one) => one.on === day)?.tasks.map((placed) => placed.task.id) ?? []
const minutesOn = ({ days }: Adapted, day: string) =>
  days
    .find((one) => one.on === day)
    ?.tasks.reduce((sum, { task: { minutes } }) => sum + minutes, 0) ?? 0
/** All tasks of the plan's first days, done each on its own day. */
const doneUpTo = (days: number) =>
  new Map(
    thirty
      .slice(0, days)
      .flatMap((tasks, index) => tasks.map(({ id }) => [id, dayAfter(startsOn, index)] as const)),
  )

describe('a plan of thirty days', () => {
  it('equals the written plan on its first day', () => {
    const plan = asOf(startsOn)
    expect(plan.days).toHaveLength(30)
    expect(plan.days.map(({ on }) => on)).toEqual(
      thirty.map((_, index) => dayAfter(startsOn, index)),
    )
    expect(plan.days.map(({ tasks }) => tasks.map((placed) => placed.task))).toEqual(thirty)
  })

  it('equals the written plan while the tasks of each day are done in time', () => {
    const plan = asOf('2026-12-11', { done: doneUpTo(10) })
    expect(plan.days.map(({ tasks }) => tasks.map((placed) => placed.task))).toEqual(thirty)
    expect(plan.days[9]?.tasks.map(({ doneOn }) => doneOn)).toEqual(['2026-12-10', '2026-12-10'])
    expect(plan.days[10]?.tasks.map(({ doneOn }) => doneOn)).toEqual([null, null])
  })

  it('distributes missed tasks over the next days, with their original day', () => {
    // Nine days done of ten: the tenth is missed.
    const plan = asOf('2026-12-11', { done: doneUpTo(9) })
    expect(on(plan, '2026-12-10')).toEqual([])
    const moved = plan.days.flatMap(({ on, tasks }) =>
      tasks.filter(({ movedFrom }) => movedFrom !== null).map((placed) => ({ on, ...placed })),
    )
    expect(moved.map(({ task, movedFrom }) => [task.id, movedFrom])).toEqual([
      ['read-10', '2026-12-10'],
      ['cards-10', '2026-12-10'],
    ])
    expect(new Set(moved.map(({ on }) => on)).size).toBe(2)
  })

  it('moves missed tasks to the days with the fewest minutes', () => {
    const days = [
      [task('missed', 40)],
      [task('long', 120)],
      [task('short', 20)],
      [task('some', 60)],
    ]
    const plan = asOf('2026-12-02', { days })
    expect(on(plan, '2026-12-03')).toEqual(['short', 'missed'])
  })

  it('does not change while the tasks of a day are done', () => {
    const before = asOf('2026-12-11', { done: doneUpTo(8) })
    const today = before.days.find(({ on }) => on === '2026-12-11')?.tasks ?? []
    const done = new Map(doneUpTo(8))
    for (const { task } of today) {
      done.set(task.id, '2026-12-11')
      const after = asOf('2026-12-11', { done })
      expect(after.days.map(({ on, tasks }) => [on, tasks.map((one) => one.task.id)])).toEqual(
        before.days.map(({ on, tasks }) => [on, tasks.map((one) => one.task.id)]),
      )
    }
  })

  it('shows a task done early on the day on which it was done', () => {
    const plan = asOf('2026-12-03', { done: new Map([['read-20', '2026-12-03']]) })
    expect(on(plan, '2026-12-03')).toContain('read-20')
    expect(on(plan, '2026-12-20')).toEqual(['cards-20'])
  })

  it('is compressed in order into the days before an earlier exam', () => {
    const plan = asOf(startsOn, { examOn: '2026-12-11' })
    expect(plan.days).toHaveLength(10)
    expect(plan.days.at(-1)?.on).toBe('2026-12-10')
    expect(plan.days.flatMap(({ tasks }) => tasks.map((placed) => placed.task))).toEqual(
      thirty.flat(),
    )
    for (const { on } of plan.days) expect(minutesOn(plan, on)).toBeLessThanOrEqual(240 + 60)
  })

  it('has no more than thirty days when the exam is later', () => {
    expect(asOf(startsOn, { examOn: '2027-06-01' }).days.at(-1)?.on).toBe('2026-12-30')
  })

  it('has more days if the missed tasks exceed the remaining days', () => {
    const plan = asOf('2026-12-29')
    expect(plan.days[0]?.on).toBe('2026-12-29')
    expect(plan.days.at(-1)!.on > '2027-01-10').toBe(true)
    for (const { on } of plan.days) expect(minutesOn(plan, on)).toBeLessThanOrEqual(120 + 60)
  })

  it('never has tasks on the day of the exam; the others are listed as left', () => {
    const late = asOf('2026-12-29', { examOn: '2027-01-02', done: doneUpTo(20) })
    expect(late.days.at(-1)?.on).toBe('2027-01-01')
    const over = asOf('2027-01-02', { examOn: '2027-01-02', done: doneUpTo(29) })
    expect(over.left.map(({ id }) => id)).toEqual(['read-30', 'cards-30'])
    expect(over.days.every(({ tasks }) => tasks.every(({ doneOn }) => doneOn !== null))).toBe(true)
  })

  it('places the revision of weak topics on a next day that is not full', () => {
    const extra = [task('weak:polity'), task('weak:physics')]
    const plan = asOf('2026-12-11', { done: doneUpTo(10), extra })
    expect(on(plan, '2026-12-11')).toContain('weak:polity')
    expect(on(plan, '2026-12-12')).toContain('weak:physics')
    const done = new Map([...doneUpTo(10), ['weak:polity', '2026-12-11'] as const])
    expect(on(asOf('2026-12-15', { done, extra }), '2026-12-11')).toContain('weak:polity')
  })
})

/** Somebody's plan at some hour: heavy and light days, some done, some missed, an exam that is
 *  near, far, past or not known. */
function randomPlan(seed: number): FollowedStudyPlan<WeightedTask> {
  const random = seededRandom(seed)
  const days = Array.from({ length: 30 }, (_, day) =>
    Array.from({ length: random.integerBelow(4) }, (_, index) =>
      task(`t-${day}-${index}`, 5 + random.integerBelow(40) * 5),
    ),
  )
  const extra = Array.from({ length: random.integerBelow(3) }, (_, index) => task(`weak:${index}`))
  const gone = random.integerBelow(45) - 5
  const diligence = random.next()
  const done = new Map(
    [...days.flat(), ...extra]
      .filter(() => gone >= 0 && random.next() < diligence)
      .map(({ id }) => [id, dayAfter(startsOn, random.integerBelow(gone + 1))]),
  )
  return {
    ...{ days, extra, startsOn, done },
    today: dayAfter(startsOn, gone),
    examOn: random.itemOf([null, dayAfter(startsOn, random.integerBelow(60) - 3)]),
  }
}

describe('random done and missed tasks', () => {
  const lots = Array.from({ length: 400 }, (_, seed) => randomPlan(seed + 1))
  const each = (check: (plan: FollowedStudyPlan<WeightedTask>, adapted: Adapted) => void) => {
    for (const plan of lots) check(plan, adaptPlan(plan))
  }
  const placed = ({ days }: Adapted) =>
    days.flatMap(({ on, tasks }) => tasks.map((one) => ({ on, ...one })))

  it('every task is in the plan exactly once', () => {
    each(({ days }, adapted) => {
      const all = [...placed(adapted).map(({ task }) => task), ...adapted.left]
      const own = all.map(({ id }) => id).filter((id) => !id.startsWith('weak:'))
      expect(own.toSorted()).toEqual(
        days
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      )
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    })
  })

  it('done tasks stay on the day on which they were done', () => {
    each(({ done }, adapted) => {
      const seen = new Map(
        placed(adapted).flatMap(({ task, on, doneOn }) => (doneOn === null ? [] : [[task.id, on]])),
      )
      expect(seen).toEqual(done)
    })
  })

  it('pending tasks are never in the past or after the exam, and remain only on its day', () => {
    each(({ today, startsOn, examOn }, adapted) => {
      const first = today > startsOn ? today : startsOn
      for (const { on, doneOn } of placed(adapted)) {
        if (doneOn !== null) continue
        expect(on >= first).toBe(true)
        if (examOn !== null) expect(on < examOn).toBe(true)
      }
      if (adapted.left.length > 0) expect(examOn !== null && examOn <= first).toBe(true)
    })
  })

  it('missed tasks keep their order, and so do tasks on their own days', () => {
    each(({ days }, adapted) => {
      const order = new Map(days.flat().map(({ id }, index) => [id, index]))
      const toDo = placed(adapted).filter(
        ({ doneOn, task }) => doneOn === null && !task.id.startsWith('weak:'),
      )
      for (const isMoved of [true, false]) {
        const indexes = toDo
          .filter(({ movedFrom }) => (movedFrom !== null) === isMoved)
          .map(({ task }) => order.get(task.id)!)
        expect(indexes).toEqual(indexes.toSorted((one, other) => one - other))
      }
    })
  })

  it('days with missed tasks exceed the lightest day by at most two tasks', () => {
    each(({ today, done }, adapted) => {
      // What is done today has left the day that it was on.
      if ([...done.values()].includes(today)) return
      const toDo = placed(adapted).filter(
        ({ doneOn, task }) => doneOn === null && !task.id.startsWith('weak:'),
      )
      const ends = toDo.map(({ on }) => on).toSorted()
      const [first, last] = [ends[0], ends.at(-1)]
      if (first === undefined || last === undefined) return
      const heaviest = Math.max(...toDo.map(({ task }) => task.minutes))
      const loads = Array.from({ length: daysFrom(first, last) + 1 }, (_, index) => {
        const here = toDo.filter(({ on }) => on === dayAfter(first, index))
        const minutes = here.reduce((sum, { task }) => sum + task.minutes, 0)
        return { minutes, takes: here.some(({ movedFrom }) => movedFrom !== null) }
      })
      const lightest = Math.min(...loads.map(({ minutes }) => minutes))
      for (const { minutes, takes } of loads)
        if (takes) expect(minutes).toBeLessThanOrEqual(lightest + 2 * heaviest)
    })
  })

  it('the plan does not depend on which tasks are done today', () => {
    each((plan, adapted) => {
      const today = placed(adapted).filter(({ on, doneOn }) => on === plan.today && doneOn === null)
      const done = new Map([
        ...plan.done,
        ...today.map(({ task }) => [task.id, plan.today] as const),
      ])
      const positions = (days: Adapted) =>
        placed(days)
          .map(({ on, task }) => `${on} ${task.id}`)
          .toSorted()
      expect(positions(adaptPlan({ ...plan, done }))).toEqual(positions(adapted))
    })
  })
})
