import { personalRows, type PersonalData } from '../identity/personal-data.ts'
import { decodeArchive } from './journal-archive.ts'
import { decodeEntries, type StoredEntry } from './stored-entries.ts'

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
  collect: async (db, { id }) => {
    const old = await personalRows(db, selectOldAnswers, id)
    const stored = await personalRows(db, selectJournals, id)
    const entries = await Promise.all((stored as JournalPart[]).map(answersIn))
    return [...old, ...entries.flat()]
  },
}

/** Rows of before migration 0056. */
const selectOldAnswers = `
SELECT e.attempt_id, e.event_id, e.at_ms, e.kind, e.question, e.option, e.locale,
  e.spent_ms, e.received_at, e.standing, e.raw
FROM attempts a JOIN attempt_events e ON e.attempt_id = a.id
WHERE a.user_id = ? ORDER BY e.attempt_id, e.n`

/** `lines`: of stored-entries.ts; `archive`: of journal-archive.ts. `questions`: JSON. */
type JournalPart = {
  attempt_id: string
  questions: string
  archive: string | null
  lines: string | null
}

/** The parts of all journals of a user, each attempt's in order. */
const selectJournals = `
WITH own AS (
  SELECT a.id, a.journal_tail,
    (SELECT json_group_array(value ->> 'id') FROM json_each(v.questions)) AS questions
  FROM attempts a JOIN paper_versions v ON v.id = a.version_id WHERE a.user_id = ?)
SELECT own.id AS attempt_id, questions, hex(j.body) AS archive, NULL AS lines, 0 AS place
FROM own JOIN journal_archives j ON j.attempt_id = own.id
UNION ALL
SELECT own.id, questions, NULL, s.deliveries, s.last_n
FROM own JOIN journal_segments s ON s.attempt_id = own.id
UNION ALL
SELECT id, questions, NULL, journal_tail, 9e15 FROM own WHERE journal_tail IS NOT NULL
ORDER BY attempt_id, place`

async function answersIn({ attempt_id, archive, lines, ...part }: JournalPart) {
  const questions = JSON.parse(part.questions) as string[]
  const entries: readonly StoredEntry[] =
    archive === null
      ? decodeEntries(lines, questions)
      : (await decodeArchive(archive, questions)).entries
  return entries.map((entry) => {
    const { id, at, claimedAt, kind, question, option, locale, spentMs, standing, raw } = entry
    return {
      ...{ attempt_id, event_id: id, at_ms: claimedAt ?? at, kind, question, option, locale },
      ...{ spent_ms: spentMs, received_at: new Date(entry.receivedAt).toISOString() },
      ...{ standing, raw },
    }
  })
}

export const attemptsPersonalData: readonly PersonalData[] = [attempts, answers]
