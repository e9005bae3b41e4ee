import type { PersonalData } from '../identity/personal-data.ts'

const rows = async (db: D1Database, sql: string, userId: number) =>
  (await db.prepare(sql).bind(userId).all()).results

/** They go with their user (ON DELETE CASCADE). */
const cardReviews: PersonalData = {
  name: 'cardReviews',
  held: (db, { id }) =>
    rows(
      db,
      'SELECT review_id, card, at_ms, grade, took_ms, received_at FROM card_reviews WHERE user_id = ? ORDER BY n',
      id,
    ),
  erasers: () => [],
}

const planEvents: PersonalData = {
  name: 'planEvents',
  held: (db, { id }) =>
    rows(
      db,
      `SELECT event_id, at_ms, kind, plan, task, starts_on, exam_on, received_at
       FROM plan_events WHERE user_id = ? ORDER BY n`,
      id,
    ),
  erasers: () => [],
}

/** What is held of people who learn by cards and follow a plan. */
export const dataOfStudy: readonly PersonalData[] = [cardReviews, planEvents]
