// A study plan as of today, adapted to what the reader has missed, how near the exam is, and which
// topics they know worst.

/** minutes: its weight, above 0. */
export type PlanTask = { id: string; minutes: number }

/** Days as 2027-01-31. days: the plan's tasks, day by day. done: the day when each task was done.
 *  extra: tasks for this reader alone, such as a revision of the topics they know worst. */
export type FollowedStudyPlan<T extends PlanTask> = {
  days: readonly (readonly T[])[]
  extra: readonly T[]
  startsOn: string
  examOn: string | null
  today: string
  done: ReadonlyMap<string, string>
}

/** movedFrom: the day that it was on before it was missed. */
export type PlacedTask<T> = { task: T; doneOn: string | null; movedFrom: string | null }
/** days: those that have tasks, in order; a done task is on the day when it was done. left: not
 *  done when the exam came. */
export type AdaptedPlan<T> = {
  days: { on: string; tasks: PlacedTask<T>[] }[]
  left: T[]
}

/** A day may have this many times the minutes of the plan's mean day; beyond that, missed tasks
 *  make the plan longer, if there are days before the exam. */
const maxOfMean = 1.5

/** The plan as of today, with every task once. If nothing is missed, done early or added, and there
 *  is time for all days, it is the plan as written. Doing a task of a day does not change the other
 *  tasks of that day. */
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

/** The tasks on the days that they would be on if nothing were missed: the plan's own days, or
 *  fewer if the exam comes sooner. */
function asWritten<T extends PlanTask>(
  { days, examOn }: FollowedStudyPlan<T>,
  start: number,
): Dated<T>[] {
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

/** The days from today on that can have tasks: to the plan's end, or longer if that would be too
 *  much for a day, but only to the day before the exam. */
function openDays<T extends PlanTask>(
  { days, examOn }: FollowedStudyPlan<T>,
  start: number,
  today: number,
  pendingMinutes: number,
): number[] {
  const first = Math.max(start, today)
  const maxMinutes = (maxOfMean * minutesOf(days.flat())) / Math.max(1, days.length)
  const enough = maxMinutes > 0 ? first + Math.ceil(pendingMinutes / maxMinutes) - 1 : first
  const end = Math.max(start + days.length - 1, enough)
  const last = examOn === null ? end : Math.min(end, numberOf(examOn) - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Places missed tasks where there is least to do, in the plan's order, and extra ones on the next
 *  day that is no heavier than the mean. */
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
  const moved = spread(
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
    [...own.map((one) => ({ ...one, movedFrom: null })), ...moved],
  )
}

/** How many minutes each day gets when `more` minutes are added so that the lightest days are
 *  filled to one level. */
function roomBelow(loads: readonly number[], more: number): number[] {
  const lowest = [...loads].sort((one, other) => one - other)
  const level = lowest.reduce((found, _, index) => {
    const filled = lowest.slice(0, index + 1)
    const height = (filled.reduce((sum, load) => sum + load, 0) + more) / filled.length
    return Math.min(found, height)
  }, Infinity)
  return loads.map((load) => Math.max(0, level - load))
}

/** Distributes tasks in their order over places with this capacity each: every task goes where its
 *  middle falls. */
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
