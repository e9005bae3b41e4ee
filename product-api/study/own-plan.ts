import * as v from 'valibot'
import type { ownPlan } from '../../domain/contracts/study.ts'
import { dayInIndia } from '../../domain/india-time.ts'
import type { Locale } from '../../domain/locale.ts'
import { adaptPlan } from '../../domain/study/study-plan.ts'
import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { weakTopics } from '../scoring/scoring.ts'
import { followedPlanOf } from './plan-log.ts'
import { planBySlug, type PlanTask } from './plans.ts'

/** The plan that an owner follows, with its progress as of today. doneBy: whether they ticked the
 *  task off or submitted the paper. movedFrom: the day for which the task was planned. Days are
 *  2027-01-31, in India. */
export type OwnPlan = v.InferOutput<typeof ownPlan>

const weakTaskMinutes = 30
const maxWeakTopics = 2
/** With fewer questions, a topic is not known to be weak. */
const minQuestions = 2

/** The plan of an owner; null if they follow none, or one that no longer exists. Cost: six
 *  reads. */
export async function ownPlanOf(
  db: Database,
  owner: Owner,
  locale: Locale,
  now: Date,
): Promise<OwnPlan | null> {
  const followed = await followedPlanOf(db, owner)
  const plan = followed && (await planBySlug(db, followed.plan, locale))
  if (!followed || !plan) return null
  const { startsOn, examOn } = followed
  const [submissions, topics] = await Promise.all([
    submissionsSince(db, owner, startsOn),
    weakTopics(db, owner, locale),
  ])
  const tickedOn = new Map([...followed.done].map(([task, at]) => [task, dayInIndia(new Date(at))]))
  const submittedOn = submissionDays(plan.days.flat(), submissions)
  const done = new Map([...tickedOn, ...submittedOn])
  const today = dayInIndia(now)
  const { days, left } = adaptPlan<PlanTask>({
    ...{ days: plan.days, startsOn, examOn, today, done },
    extra: weakTopicTasks(topics, done),
  })
  const doneBy = ({ id }: PlanTask) =>
    submittedOn.has(id) ? 'paper' : tickedOn.has(id) ? 'tick' : null
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

type TopicResult = Awaited<ReturnType<typeof weakTopics>>[number]

/** A revision of each of the weakest topics, and the revisions that were already done. */
function weakTopicTasks(
  topics: readonly TopicResult[],
  done: ReadonlyMap<string, string>,
): PlanTask[] {
  const idOf = ({ slug }: TopicResult) => `weak:${slug}`
  const weakest = topics
    .filter(({ right, total }) => total >= minQuestions && right < total)
    .slice(0, maxWeakTopics)
  const revised = topics.filter((topic) => done.has(idOf(topic)) && !weakest.includes(topic))
  return [...weakest, ...revised].map((topic) => ({
    ...{ id: idOf(topic), kind: 'weak', of: topic.slug, topics: [topic.slug] },
    ...{ minutes: weakTaskMinutes, locale: topic.locale, name: topic.name },
    ...{ text: null, paper: null },
  }))
}

/** The submissions since a day: slug of the test -> submissions, oldest first. */
async function submissionsSince(db: Database, owner: Owner, startsOn: string) {
  const { results } = await db
    .prepare(
      `SELECT t.slug, a.submitted_at AS at
       FROM attempts a JOIN practice_tests t ON t.id = a.test_id
       WHERE a.${ownerColumn(owner)} = ?1 AND a.submitted_at >= ?2 ORDER BY a.submitted_at`,
    )
    .bind(owner.id, new Date(Date.parse(`${startsOn}T00:00:00+05:30`)).toISOString())
    .all()
  const rows = v.parse(v.array(v.object({ slug: v.string(), at: v.string() })), results)
  return Map.groupBy(rows, ({ slug }) => slug)
}

/** The days on which the papers of a plan were submitted: task -> day. A paper that the plan has
 *  twice is done after two submissions. */
function submissionDays(
  tasks: readonly PlanTask[],
  submissions: ReadonlyMap<string, readonly { at: string }[]>,
): Map<string, string> {
  const tasksByPaper = Map.groupBy(
    tasks.filter(({ kind }) => kind === 'paper'),
    ({ of }) => of,
  )
  return new Map(
    [...tasksByPaper].flatMap(([slug, sameTasks]) =>
      sameTasks.flatMap(({ id }, nth) => {
        const at = submissions.get(slug)?.[nth]?.at
        return at === undefined ? [] : [[id, dayInIndia(new Date(at))] as const]
      }),
    ),
  )
}
