import * as v from 'valibot'
import {
  followedPlan,
  planEventKinds,
  type FollowedPlan,
  type PlanEvent,
} from '../../domain/study/plan-log.ts'
import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

/** Stores events, each once. Times later than now are set to now: a device's clock may be fast. */
export async function storePlanEvents(
  db: Database,
  owner: Owner,
  events: readonly PlanEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, at: Math.min(event.at, now.getTime()) }))
  await db
    .prepare(
      `INSERT OR IGNORE INTO plan_events (
         ${ownerColumn(owner)}, event_id, at_ms, kind, plan, task, starts_on, exam_on, received_at)
       SELECT ?1, value ->> 'id', value ->> 'at', value ->> 'kind', value ->> 'plan',
         value ->> 'task', value ->> 'startsOn', value ->> 'examOn', ?2
       FROM json_each(?3)`,
    )
    .bind(owner.id, now.toISOString(), JSON.stringify(rows))
    .run()
}

/** The plan that an owner follows, by the events of all their devices; null: none. */
export async function followedPlanOf(db: Database, owner: Owner): Promise<FollowedPlan | null> {
  const { results } = await db
    .prepare(
      `SELECT event_id AS id, at_ms AS at, kind, plan, task, starts_on AS startsOn,
         exam_on AS examOn
       FROM plan_events WHERE ${ownerColumn(owner)} = ? ORDER BY n`,
    )
    .bind(owner.id)
    .all()
  return followedPlan(v.parse(v.array(Row), results).flatMap(eventFrom))
}

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  id: v.string(),
  at: v.number(),
  kind: v.picklist(planEventKinds),
  plan: v.string(),
  task: v.nullable(v.string()),
  startsOn: v.nullable(v.string()),
  examOn: v.nullable(v.string()),
})

/** CHECK constraints of the table ensure that each kind has its fields. */
function eventFrom({ kind, task, startsOn, examOn, ...common }: Row): PlanEvent[] {
  switch (kind) {
    case 'begin':
      return startsOn === null ? [] : [{ ...common, kind, startsOn, examOn }]
    case 'exam':
      return [{ ...common, kind, examOn }]
    case 'tick':
    case 'untick':
      return task === null ? [] : [{ ...common, kind, task }]
    case 'leave':
      return [{ ...common, kind }]
  }
}
