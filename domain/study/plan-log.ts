// The events of a reader's study plan. Devices write them in any order; every program computes the
// same state from them.

export const planEventKinds = ['begin', 'exam', 'tick', 'untick', 'leave'] as const
export type PlanEventKind = (typeof planEventKinds)[number]

/** An event of a study plan. id: as a review's (review-log.ts). at: ms since 1970. plan: its slug.
 *  begin: starts or restarts the plan on startsOn, with no task done. exam: sets the exam's day;
 *  null if unknown. tick, untick: marks a task as done or not done. leave: ends following the
 *  plan. */
export type PlanEvent = {
  id: string
  at: number
  plan: string
} & (
  | { kind: 'begin'; startsOn: string; examOn: string | null }
  | { kind: 'exam'; examOn: string | null }
  | { kind: 'tick' | 'untick'; task: string }
  | { kind: 'leave' }
)

/** The plan that a reader follows. done: when each task was ticked, ms since 1970. Days as
 *  2027-01-31. */
export type FollowedPlan = {
  plan: string
  startsOn: string
  examOn: string | null
  done: ReadonlyMap<string, number>
}

const inOrder = (one: PlanEvent, other: PlanEvent) =>
  one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

/** The followed plan after all these events; null if there is none. The order of events and
 *  duplicates make no difference. */
export function followedPlan(events: Iterable<PlanEvent>): FollowedPlan | null {
  const distinct = new Map([...events].map((event) => [event.id, event]))
  return [...distinct.values()].sort(inOrder).reduce<FollowedPlan | null>(after, null)
}

function after(before: FollowedPlan | null, event: PlanEvent): FollowedPlan | null {
  const { plan } = event
  if (event.kind === 'begin')
    return { plan, startsOn: event.startsOn, examOn: event.examOn, done: new Map() }
  // Ignores events of a plan that another device has left.
  if (before?.plan !== plan) return before
  switch (event.kind) {
    case 'leave':
      return null
    case 'exam':
      return { ...before, examOn: event.examOn }
    case 'tick':
      if (before.done.has(event.task)) return before
      return { ...before, done: new Map([...before.done, [event.task, event.at]]) }
    case 'untick':
      return { ...before, done: new Map([...before.done].filter(([task]) => task !== event.task)) }
  }
}
