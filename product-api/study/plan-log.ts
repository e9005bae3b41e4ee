import * as v from 'valibot'
import {
  followedPlan,
  planEventKinds,
  type FollowedPlan,
  type PlanEvent,
} from '../../domain/study/plan-log.ts'
import { columnOf, type Owner } from '../attempts/attempt-row.ts'

/** 2027-02-31 is written as a day and is none. */
function isInCalendar(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{8,64}\.[1-9][0-9]{0,8}$/))
const at = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/))
const task = v.pipe(v.string(), v.regex(/^[a-z0-9:#-]{1,160}$/))
const day = v.pipe(v.string(), v.isoDate(), v.check(isInCalendar))
const facts = { id, at, plan: slug }

/** What a device may say of a plan. */
export const SentEvent = v.variant('kind', [
  v.object({ ...facts, kind: v.literal('begin'), startsOn: day, examOn: v.nullable(day) }),
  v.object({ ...facts, kind: v.literal('exam'), examOn: v.nullable(day) }),
  v.object({ ...facts, kind: v.literal('tick'), task }),
  v.object({ ...facts, kind: v.literal('untick'), task }),
  v.object({ ...facts, kind: v.literal('leave') }),
]) satisfies v.GenericSchema<unknown, PlanEvent>

/** Keeps events, each once. Nothing happens later than now, whatever a device's clock says. */
export async function keepPlanEvents(
  db: D1Database,
  owner: Owner,
  events: readonly PlanEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, at: Math.min(event.at, now.getTime()) }))
  await db
    .prepare(
      `INSERT OR IGNORE INTO plan_events (${columnOf(owner)}, event_id, at_ms, kind, plan, task, starts_on, exam_on, received_at)
       SELECT ?1, value ->> 'id', value ->> 'at', value ->> 'kind', value ->> 'plan', value ->> 'task', value ->> 'startsOn',
         value ->> 'examOn', ?2 FROM json_each(?3)`,
    )
    .bind(owner.id, now.toISOString(), JSON.stringify(rows))
    .run()
}

/** The plan that an owner follows, as their devices' events have it; null: none. */
export async function planFollowedBy(db: D1Database, owner: Owner): Promise<FollowedPlan | null> {
  const { results } = await db
    .prepare(
      `SELECT event_id AS id, at_ms AS at, kind, plan, task, starts_on AS startsOn, exam_on AS examOn
       FROM plan_events WHERE ${columnOf(owner)} = ? ORDER BY n`,
    )
    .bind(owner.id)
    .all()
  return followedPlan(v.parse(v.array(Row), results).flatMap(eventOf))
}

const Row = v.object({
  id: v.string(),
  at: v.number(),
  kind: v.picklist(planEventKinds),
  plan: v.string(),
  task: v.nullable(v.string()),
  startsOn: v.nullable(v.string()),
  examOn: v.nullable(v.string()),
})

/** The table's checks hold what each kind must have. */
function eventOf({
  kind,
  task,
  startsOn,
  examOn,
  ...facts
}: v.InferOutput<typeof Row>): PlanEvent[] {
  switch (kind) {
    case 'begin':
      return startsOn === null ? [] : [{ ...facts, kind, startsOn, examOn }]
    case 'exam':
      return [{ ...facts, kind, examOn }]
    case 'tick':
    case 'untick':
      return task === null ? [] : [{ ...facts, kind, task }]
    case 'leave':
      return [{ ...facts, kind }]
  }
}
