// Adapts a study plan to today: to missed tasks, to the day of the exam, and to the reader's
// weakest topics.

/** A task with its minutes, above 0, by which tasks are distributed. */
export type WeightedTask = { id: string; minutes: number }

/** The plan that a reader follows. Days as 2027-01-31. days: the plan's tasks by day. done: the day
 *  on which each task was done. extra: tasks for this reader, such as a revision of weak topics. */
export type FollowedStudyPlan<T extends WeightedTask> = {
  days: readonly (readonly T[])[]
  extra: readonly T[]
  startsOn: string
  examOn: string | null
  today: string
  done: ReadonlyMap<string, string>
}

/** A task on its day. movedFrom: the day from which a missed task was moved. */
export type PlacedTask<T> = { task: T; doneOn: string | null; movedFrom: string | null }
/** days: those with tasks, in order; a done task is on the day on which it was done. left: tasks
 *  not done before the exam. */
export type AdaptedPlan<T> = {
  days: { on: string; tasks: PlacedTask<T>[] }[]
  left: T[]
}

/** A day may have this many times the minutes of the plan's mean day. Beyond that, missed tasks
 *  lengthen the plan, if there are days before the exam. */
const maxTimesMean = 1.5

/** The plan as of today, with every task once. Without missed, early or extra tasks, and with time
 *  for all days, it is the plan as written. Doing a task does not change the other tasks of its
 *  day. */
export function adaptPlan<T extends WeightedTask>(plan: FollowedStudyPlan<T>): AdaptedPlan<T> {
  const today = dayNumberOf(plan.today)
  const start = dayNumberOf(plan.startsOn)
  const doneOn = new Map([...plan.done].map(([id, day]) => [id, dayNumberOf(day)]))
  const isPending = ({ id }: WeightedTask) => (doneOn.get(id) ?? today) >= today
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
  const datedIds = new Set(dated.map(({ task }) => task.id))
  return {
    days: byDay(dated, doneOn),
    left: written.map(({ task }) => task).filter(({ id }) => !datedIds.has(id)),
  }
}

type Dated<T> = { task: T; day: number }
type Moved<T> = Dated<T> & { movedFrom: number | null }

/** The tasks on their original days: the plan's own, or fewer if the exam is earlier. */
function asWritten<T extends WeightedTask>(
  { days, examOn }: FollowedStudyPlan<T>,
  start: number,
): Dated<T>[] {
  const dayCount = examOn === null ? days.length : dayNumberOf(examOn) - start
  if (dayCount >= days.length)
    return days.flatMap((tasks, index) => tasks.map((task) => ({ task, day: start + index })))
  const span = Math.max(1, dayCount)
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

/** The days from today on that may have tasks: to the plan's end, or longer if days would be too
 *  full, but only to the day before the exam. */
function openDays<T extends WeightedTask>(
  { days, examOn }: FollowedStudyPlan<T>,
  start: number,
  today: number,
  pendingMinutes: number,
): number[] {
  const first = Math.max(start, today)
  const maxMinutes = (maxTimesMean * minutesOf(days.flat())) / Math.max(1, days.length)
  const enough = maxMinutes > 0 ? first + Math.ceil(pendingMinutes / maxMinutes) - 1 : first
  const end = Math.max(start + days.length - 1, enough)
  const last = examOn === null ? end : Math.min(end, dayNumberOf(examOn) - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Distributes missed tasks over the days with the fewest minutes, in the plan's order, and puts
 *  each extra task on the next day that is at most as full as the mean. */
function place<T extends WeightedTask>(
  pending: readonly Dated<T>[],
  extra: readonly T[],
  open: readonly number[],
): Moved<T>[] {
  const isOpen = new Set(open)
  const onTime = pending.filter(({ day }) => isOpen.has(day))
  const missed = pending.filter(({ day }) => !isOpen.has(day))
  const load = (placed: readonly Dated<T>[], on: number) =>
    minutesOf(placed.filter(({ day }) => day === on).map(({ task }) => task))
  const capacities = minutesToLevel(
    open.map((day) => load(onTime, day)),
    minutesOf(missed.map(({ task }) => task)),
  )
  const moved = spread(
    missed.map(({ task }) => task),
    capacities,
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
    [...onTime.map((one) => ({ ...one, movedFrom: null })), ...moved],
  )
}

/** Distributes `more` minutes so that the days with the fewest minutes are filled to one level.
 *  Returns the added minutes of each day. */
function minutesToLevel(loads: readonly number[], more: number): number[] {
  const lowest = [...loads].sort((one, other) => one - other)
  const level = lowest.reduce((found, _, index) => {
    const filled = lowest.slice(0, index + 1)
    const height = (filled.reduce((sum, load) => sum + load, 0) + more) / filled.length
    return Math.min(found, height)
  }, Infinity)
  return loads.map((load) => Math.max(0, level - load))
}

/** Distributes tasks in their order over days with these capacities in minutes: each task is put on
 *  the day in which its middle falls. */
function spread<T extends WeightedTask>(
  tasks: readonly T[],
  capacities: readonly number[],
): { task: T; index: number }[] {
  const ends = capacities.map((_, index) =>
    capacities.slice(0, index + 1).reduce((sum, one) => sum + one, 0),
  )
  let before = 0
  return tasks.map((task) => {
    const middle = before + task.minutes / 2
    before += task.minutes
    const index = ends.findIndex((end) => middle < end)
    return { task, index: index === -1 ? capacities.findLastIndex((one) => one > 0) : index }
  })
}

function byDay<T extends WeightedTask>(
  dated: readonly Moved<T>[],
  doneOn: ReadonlyMap<string, number>,
): AdaptedPlan<T>['days'] {
  const days = [...new Set(dated.map(({ day }) => day))].sort((one, other) => one - other)
  return days.map((on) => ({
    on: dateOf(on),
    tasks: dated
      .filter(({ day }) => day === on)
      .map(({ task, movedFrom }) => {
        const done = doneOn.get(task.id)
        return {
          task,
          doneOn: done === undefined ? null : dateOf(done),
          movedFrom: movedFrom === null ? null : dateOf(movedFrom),
        }
      }),
  }))
}

const minutesOf = (tasks: readonly WeightedTask[]) =>
  tasks.reduce((sum, { minutes }) => sum + minutes, 0)

const dayMs = 86_400_000
const dayNumberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dateOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)
