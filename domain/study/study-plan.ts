// A plan of study as it stands for somebody today: what they missed, how near their exam is and what they know worst change it.

/** minutes: its weight, above 0. */
export type PlanTask = { id: string; minutes: number }

/** Days as 2027-01-31. `days`: the plan's tasks, day by day. `done`: task -> the day when it was done.
 *  `extra`: tasks of this one alone, as a revision of what they know worst. */
export type FollowedStudyPlan<T extends PlanTask> = {
  days: readonly (readonly T[])[]
  extra: readonly T[]
  startsOn: string
  examOn: string | null
  today: string
  done: ReadonlyMap<string, string>
}

/** `movedFrom`: the day that it was for before it was missed. */
export type PlacedTask<T> = { task: T; doneOn: string | null; movedFrom: string | null }
/** `days`: those that have tasks, in order; what was done stands on the day when it was done. `left`: not done when the exam came. */
export type AdaptedPlan<T> = {
  days: { on: string; tasks: PlacedTask<T>[] }[]
  left: T[]
}

/** How far above the plan's own mean day missed tasks may pile up before the plan takes more days instead, if the exam leaves any. */
const mostOfMean = 1.5

/** The plan as of today. Every task stands in it once. Nothing missed, done early or added, and time for all days: it is the plan as
 *  written. What stands on a day does not change by doing something of it that day. */
export function adaptPlan<T extends PlanTask>(plan: FollowedStudyPlan<T>): AdaptedPlan<T> {
  const today = numberOf(plan.today)
  const start = numberOf(plan.startsOn)
  const doneOn = new Map([...plan.done].map(([id, day]) => [id, numberOf(day)]))
  const isPending = ({ id }: PlanTask) => (doneOn.get(id) ?? today) >= today
  const written = asWritten(plan, start)
  const pending = written.filter(({ task }) => isPending(task))
  const extra = plan.extra.filter(isPending)
  const open = openDays(
    plan,
    start,
    today,
    minutesOf([...pending.map(({ task }) => task), ...extra]),
  )
  const placed = open.length === 0 ? [] : place(pending, extra, open)
  const finished = (task: T, day: number) => ({ task, day, movedFrom: null })
  const dated = [
    ...placed.map((one) => ({ ...one, day: doneOn.get(one.task.id) ?? one.day })),
    ...[...written.map(({ task }) => task), ...plan.extra]
      .filter((task) => !placed.some((one) => one.task === task))
      .flatMap((task) => {
        const day = doneOn.get(task.id)
        return day === undefined ? [] : [finished(task, day)]
      }),
  ]
  const there = new Set(dated.map(({ task }) => task.id))
  return {
    days: byDay(dated, doneOn),
    left: written.map(({ task }) => task).filter(({ id }) => !there.has(id)),
  }
}

type Dated<T> = { task: T; day: number }
type Moved<T> = Dated<T> & { movedFrom: number | null }

/** The plan's tasks on the days that they would be on if nothing were missed: its own, or fewer if the exam comes sooner. */
function asWritten<T extends PlanTask>({ days, examOn }: FollowedStudyPlan<T>, start: number): Dated<T>[] {
  const room = examOn === null ? days.length : numberOf(examOn) - start
  if (room >= days.length)
    return days.flatMap((tasks, index) => tasks.map((task) => ({ task, day: start + index })))
  const span = Math.max(1, room)
  const tasks = days.flat()
  const share = minutesOf(tasks) / span
  return spread(
    tasks,
    Array.from({ length: span }, () => share),
  ).map(({ task, index }) => ({
    task,
    day: start + index,
  }))
}

/** The days from today on that tasks can stand on: to the plan's end, or longer if that were too much for a day, but not to the exam. */
function openDays<T extends PlanTask>(
  { days, examOn }: FollowedStudyPlan<T>,
  start: number,
  today: number,
  pendingMinutes: number,
): number[] {
  const first = Math.max(start, today)
  const most = (mostOfMean * minutesOf(days.flat())) / Math.max(1, days.length)
  const enough = most > 0 ? first + Math.ceil(pendingMinutes / most) - 1 : first
  const end = Math.max(start + days.length - 1, enough)
  const last = examOn === null ? end : Math.min(end, numberOf(examOn) - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Puts what was missed where there is least to do, in the plan's order, and what is extra on the next day that is no heavier than most. */
function place<T extends PlanTask>(
  pending: readonly Dated<T>[],
  extra: readonly T[],
  open: readonly number[],
): Moved<T>[] {
  const isOpen = new Set(open)
  const own = pending.filter(({ day }) => isOpen.has(day))
  const missed = pending.filter(({ day }) => !isOpen.has(day))
  const load = (placed: readonly Dated<T>[], on: number) =>
    minutesOf(placed.filter(({ day }) => day === on).map(({ task }) => task))
  const room = roomBelow(
    open.map((day) => load(own, day)),
    minutesOf(missed.map(({ task }) => task)),
  )
  const poured = spread(
    missed.map(({ task }) => task),
    room,
  ).map(({ task, index }, nth) => ({
    task,
    day: open[index] ?? 0,
    movedFrom: missed[nth]?.day ?? null,
  }))
  return extra.reduce<Moved<T>[]>(
    (placed, task) => {
      const mean = minutesOf(placed.map((one) => one.task)) / open.length
      const day = open.find((one) => load(placed, one) <= mean) ?? open[0] ?? 0
      return [...placed, { task, day, movedFrom: null }]
    },
    [...own.map((one) => ({ ...one, movedFrom: null })), ...poured],
  )
}

/** How much each day takes when `more` is poured over them as water over ground of these heights. */
function roomBelow(loads: readonly number[], more: number): number[] {
  const lowest = [...loads].sort((one, other) => one - other)
  const level = lowest.reduce((found, _, index) => {
    const flooded = lowest.slice(0, index + 1)
    const height = (flooded.reduce((sum, load) => sum + load, 0) + more) / flooded.length
    return Math.min(found, height)
  }, Infinity)
  return loads.map((load) => Math.max(0, level - load))
}

/** Tasks in their order over places that take this much each: every task where its middle falls. */
function spread<T extends PlanTask>(
  tasks: readonly T[],
  room: readonly number[],
): { task: T; index: number }[] {
  const ends = room.map((_, index) => room.slice(0, index + 1).reduce((sum, one) => sum + one, 0))
  let before = 0
  return tasks.map((task) => {
    const middle = before + task.minutes / 2
    before += task.minutes
    const index = ends.findIndex((end) => middle < end)
    return { task, index: index === -1 ? room.findLastIndex((one) => one > 0) : index }
  })
}

function byDay<T extends PlanTask>(
  dated: readonly Moved<T>[],
  doneOn: ReadonlyMap<string, number>,
): AdaptedPlan<T>['days'] {
  const days = [...new Set(dated.map(({ day }) => day))].sort((one, other) => one - other)
  return days.map((on) => ({
    on: dayOf(on),
    tasks: dated
      .filter(({ day }) => day === on)
      .map(({ task, movedFrom }) => {
        const done = doneOn.get(task.id)
        return {
          task,
          doneOn: done === undefined ? null : dayOf(done),
          movedFrom: movedFrom === null ? null : dayOf(movedFrom),
        }
      }),
  }))
}

const minutesOf = (tasks: readonly PlanTask[]) =>
  tasks.reduce((sum, { minutes }) => sum + minutes, 0)

const dayMs = 86_400_000
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)
