import { personalRows, type PersonalData } from '../identity/personal-data.ts'
import type { JournalBucket } from '../object-bindings.ts'
import { withFullJournal } from './full-journal.ts'
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
  collect: async (shared, _user, own, journals) => {
    const parts = (await personalRows(own, selectJournals)) as JournalPart[]
    const versions = [...new Set(parts.map(({ version_id }) => version_id))]
    const rows = await personalRows(
      shared,
      `SELECT id, question_ids FROM paper_versions
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(versions),
    )
    const questionsOf = new Map(
      rows.map(({ id, question_ids }) => [
        Number(id),
        JSON.parse(String(question_ids)) as string[],
      ]),
    )
    const entries = await Promise.all(
      [...Map.groupBy(parts, ({ attempt_id }) => attempt_id)].map(([attempt, ofAttempt]) =>
        answersOf(attempt, ofAttempt, questionsOf, journals),
      ),
    )
    return entries.flat()
  },
}

/** `lines`: of stored-entries.ts; `archive`: of journal-archive.ts. */
type JournalPart = {
  attempt_id: string
  version_id: number
  full_until: string | null
  archive: string | null
  lines: string | null
}

/** The parts of all journals, each attempt's in order. */
const selectJournals = `
SELECT a.id AS attempt_id, a.version_id, a.full_until, hex(j.body) AS archive, NULL AS lines,
  0 AS place
FROM attempts a JOIN journal_archives j ON j.attempt_id = a.id
UNION ALL
SELECT a.id, a.version_id, NULL, NULL, s.deliveries, s.last_n
FROM attempts a JOIN journal_segments s ON s.attempt_id = a.id
UNION ALL
SELECT id, version_id, NULL, NULL, journal_tail, 9e15 FROM attempts WHERE journal_tail IS NOT NULL
ORDER BY attempt_id, place`

/** With what the bucket still has of a compacted journal. */
async function answersOf(
  attempt_id: string,
  parts: readonly JournalPart[],
  questionsOf: ReadonlyMap<number, readonly string[]>,
  journals: JournalBucket | null,
) {
  const own = (
    await Promise.all(
      parts.map(({ archive, lines, version_id }): Promise<readonly StoredEntry[]> => {
        const questions = questionsOf.get(version_id) ?? []
        return archive === null
          ? Promise.resolve(decodeEntries(lines, questions))
          : decodeArchive(archive, questions).then(({ entries }) => entries)
      }),
    )
  ).flat()
  const isInBucket = parts.some(({ full_until }) => full_until !== null)
  const full = isInBucket ? await withFullJournal(journals, attempt_id, own) : null
  return (full ?? own).map((entry) => {
    const { id, at, claimedAt, kind, question, option, locale, spentMs, standing, raw } = entry
    return {
      ...{ attempt_id, event_id: id, at_ms: claimedAt ?? at, kind, question, option, locale },
      ...{ spent_ms: spentMs, received_at: new Date(entry.receivedAt).toISOString() },
      ...{ standing, raw },
    }
  })
}

export const attemptsPersonalData: readonly PersonalData[] = [attempts, answers]
