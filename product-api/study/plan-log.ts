import * as v from 'valibot'
import type { Database } from '../database.ts'
import {
  followedPlan,
  planEventKinds,
  type FollowedPlan,
  type PlanEvent,
} from '../../domain/study/plan-log.ts'
import { columnOf, type Owner } from '../attempts/attempt-row.ts'

/** Keeps events, each once. Nothing happens later than now, whatever a device's clock says. */
export async function keepPlanEvents(
  db: Database,
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
export async function planFollowedBy(db: Database, owner: Owner): Promise<FollowedPlan | null> {
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
