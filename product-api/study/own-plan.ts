import * as v from 'valibot'
import { adaptedPlan } from '../../domain/study/study-plan.ts'
import { columnOf, type Owner } from '../attempts/attempt-row.ts'
import { weakTopics, type TopicResult } from '../scoring/results/topics.ts'
import { planFollowedBy } from './plan-log.ts'
import { planBySlug, type PlanTask, type StudyPlan } from './plans.ts'

/** A task where it stands for its owner. doneBy: they ticked it off, or handed the paper in. movedFrom: the day that it was for. */
export type OwnTask = PlanTask & {
  doneOn: string | null
  doneBy: 'tick' | 'paper' | null
  movedFrom: string | null
}
/** The plan that somebody follows, as it is for them today. Days as 2027-01-31, in India. */
export type OwnPlan = Omit<StudyPlan, 'days'> & {
  startsOn: string
  examOn: string | null
  today: string
  days: { on: string; tasks: OwnTask[] }[]
  left: PlanTask[]
}

const weakMinutes = 30
const mostWeak = 2
/** Below so many questions a topic is not known to be weak. */
const fewestQuestions = 2

/** The plan of an owner; null: they follow none, or one that is no more. Cost: six reads. */
export async function ownPlan(
  db: D1Database,
  owner: Owner,
  locale: string,
  now: Date,
): Promise<OwnPlan | null> {
  const followed = await planFollowedBy(db, owner)
  const plan = followed && (await planBySlug(db, followed.plan, locale))
  if (!followed || !plan) return null
  const { startsOn, examOn } = followed
  const [papers, topics] = await Promise.all([
    submittedSince(db, owner, startsOn),
    weakTopics(db, owner, locale),
  ])
  const ticked = new Map([...followed.done].map(([task, at]) => [task, dayInIndia(at)]))
  const handedIn = daysOfPapers(plan.days.flat(), papers)
  const done = new Map([...ticked, ...handedIn])
  const today = dayInIndia(now.getTime())
  const { days, left } = adaptedPlan<PlanTask>({
    ...{ days: plan.days, startsOn, examOn, today, done },
    extra: weakTasks(topics, done),
  })
  const doneBy = ({ id }: PlanTask) => (handedIn.has(id) ? 'paper' : ticked.has(id) ? 'tick' : null)
  return {
    ...{ ...plan, startsOn, examOn, today, left },
    days: days.map(({ on, tasks }) => ({
      on,
      tasks: tasks.map(({ task, doneOn, movedFrom }) => ({
        ...{ ...task, doneOn, movedFrom },
        doneBy: doneBy(task),
      })),
    })),
  }
}

/** A revision of each of the topics that went worst, and those that were done. */
function weakTasks(topics: readonly TopicResult[], done: ReadonlyMap<string, string>): PlanTask[] {
  const idOf = ({ slug }: TopicResult) => `weak:${slug}`
  const weakest = topics
    .filter(({ right, total }) => total >= fewestQuestions && right < total)
    .slice(0, mostWeak)
  const revised = topics.filter((topic) => done.has(idOf(topic)) && !weakest.includes(topic))
  return [...weakest, ...revised].map((topic) => ({
    ...{ id: idOf(topic), kind: 'weak', of: topic.slug, topics: [topic.slug] },
    ...{ minutes: weakMinutes, locale: topic.locale, name: topic.name, text: null, paper: null },
  }))
}

/** When papers were handed in: slug -> days, in order. */
async function submittedSince(db: D1Database, owner: Owner, startsOn: string) {
  const { results } = await db
    .prepare(
      `SELECT t.slug, a.submitted_at AS at FROM attempts a JOIN practice_tests t ON t.id = a.test_id
       WHERE a.${columnOf(owner)} = ?1 AND a.submitted_at >= ?2 ORDER BY a.submitted_at`,
    )
    .bind(owner.id, new Date(Date.parse(`${startsOn}T00:00:00+05:30`)).toISOString())
    .all()
  const rows = v.parse(v.array(v.object({ slug: v.string(), at: v.string() })), results)
  return Map.groupBy(rows, ({ slug }) => slug)
}

/** The days on which the plan's papers were handed in. What stands in it twice is done when it was handed in twice. */
function daysOfPapers(
  tasks: readonly PlanTask[],
  handedIn: ReadonlyMap<string, readonly { at: string }[]>,
): Map<string, string> {
  const papers = Map.groupBy(
    tasks.filter(({ kind }) => kind === 'paper'),
    ({ of }) => of,
  )
  return new Map(
    [...papers].flatMap(([slug, same]) =>
      same.flatMap(({ id }, nth) => {
        const at = handedIn.get(slug)?.[nth]?.at
        return at === undefined ? [] : [[id, dayInIndia(Date.parse(at))] as const]
      }),
    ),
  )
}

const aheadMs = 5.5 * 3600_000
const dayInIndia = (ms: number) => new Date(ms + aheadMs).toISOString().slice(0, 10)
