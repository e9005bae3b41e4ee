import type { PersonalData } from '../identity/personal-data.ts'

const rows = async (db: D1Database, sql: string, userId: number) =>
  (await db.prepare(sql).bind(userId).all()).results

/** They go with their user (ON DELETE CASCADE), and their journals with them. */
const attempts: PersonalData = {
  name: 'attempts',
  held: (db, { id }) =>
    rows(
      db,
      `SELECT a.id, t.slug AS test, a.mode, a.locale, a.right_by, a.extra_time, a.started_at, a.ends_at, a.submitted_at,
         a.submitted_by, a.score_units, a.maximum_units, a.denominator
       FROM attempts a JOIN practice_tests t ON t.id = a.test_id WHERE a.user_id = ? ORDER BY a.started_at, a.id`,
      id,
    ),
  erasers: () => [],
}

const answers: PersonalData = {
  name: 'answers',
  held: (db, { id }) =>
    rows(
      db,
      `SELECT e.attempt_id, e.event_id, e.at_ms, e.kind, e.question, e.option, e.locale, e.spent_ms, e.received_at, e.standing, e.raw
       FROM attempts a JOIN attempt_events e ON e.attempt_id = a.id WHERE a.user_id = ? ORDER BY e.attempt_id, e.n`,
      id,
    ),
  erasers: () => [],
}

/** What was said of a question stays, without who said it (ON DELETE SET NULL): others are helped by it. */
const questionReports: PersonalData = {
  name: 'questionReports',
  held: (db, { id }) =>
    rows(
      db,
      `SELECT q.document_id AS question, r.locale, r.reason, r.message, r.status, r.created_at, r.closed_at
       FROM question_reports r JOIN questions q ON q.id = r.question_id WHERE r.user_id = ? ORDER BY r.id`,
      id,
    ),
  erasers: () => [],
}

/** What is held of people who take tests. */
export const dataOfTests: readonly PersonalData[] = [attempts, answers, questionReports]
