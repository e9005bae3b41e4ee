import { personalRows, type PersonalData } from '../identity/personal-data.ts'
import { decodeArchive } from './journal-archive.ts'
import { decodeEntries, type StoredEntry } from './stored-entries.ts'

/** Erased with the user's object; the summaries are deleted with the user (ON DELETE CASCADE). */
const attempts: PersonalData = {
  name: 'attempts',
  collect: (_shared, _user, own) =>
    personalRows(
      own,
      `SELECT a.id, v.head ->> 'slug' AS test, a.mode, a.on_paper, a.locale, a.right_by,
         a.extra_time, a.started_at, a.ends_at, a.submitted_at, a.submitted_by, a.score_units,
         a.maximum_units, a.denominator
       FROM attempts a JOIN paper_versions v ON v.id = a.version_id
       ORDER BY a.started_at, a.id`,
    ),
}

const answers: PersonalData = {
  name: 'answers',
  collect: async (shared, _user, own) => {
    const parts = (await personalRows(own, selectJournals)) as JournalPart[]
    const versions = [...new Set(parts.map(({ version_id }) => version_id))]
    const rows = await personalRows(
      shared,
      `SELECT id, question_ids FROM paper_versions
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(versions),
    )
    const questionsOf = new Map(
      rows.map(({ id, question_ids }) => [id, JSON.parse(String(question_ids)) as string[]]),
    )
    const entries = await Promise.all(
      parts.map((part) => answersIn(part, questionsOf.get(part.version_id) ?? [])),
    )
    return entries.flat()
  },
}

/** `lines`: of stored-entries.ts; `archive`: of journal-archive.ts. */
type JournalPart = {
  attempt_id: string
  version_id: number
  archive: string | null
  lines: string | null
}

/** The parts of all journals, each attempt's in order. */
const selectJournals = `
SELECT a.id AS attempt_id, a.version_id, hex(j.body) AS archive, NULL AS lines, 0 AS place
FROM attempts a JOIN journal_archives j ON j.attempt_id = a.id
UNION ALL
SELECT a.id, a.version_id, NULL, s.deliveries, s.last_n
FROM attempts a JOIN journal_segments s ON s.attempt_id = a.id
UNION ALL
SELECT id, version_id, NULL, journal_tail, 9e15 FROM attempts WHERE journal_tail IS NOT NULL
ORDER BY attempt_id, place`

async function answersIn(
  { attempt_id, archive, lines }: JournalPart,
  questions: readonly string[],
) {
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
