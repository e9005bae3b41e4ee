import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** Deleted with the user, together with their journals (ON DELETE CASCADE). */
const attempts: PersonalData = {
  name: 'attempts',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT a.id, t.slug AS test, a.mode, a.on_paper, a.locale, a.right_by, a.extra_time,
         a.started_at, a.ends_at, a.submitted_at, a.submitted_by, a.score_units,
         a.maximum_units, a.denominator
       FROM attempts a JOIN practice_tests t ON t.id = a.test_id
       WHERE a.user_id = ? ORDER BY a.started_at, a.id`,
      id,
    ),
}

const answers: PersonalData = {
  name: 'answers',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT e.attempt_id, e.event_id, e.at_ms, e.kind, e.question, e.option, e.locale,
         e.spent_ms, e.received_at, e.standing, e.raw
       FROM attempts a JOIN attempt_events e ON e.attempt_id = a.id
       WHERE a.user_id = ? ORDER BY e.attempt_id, e.n`,
      id,
    ),
}

export const attemptsPersonalData: readonly PersonalData[] = [attempts, answers]
