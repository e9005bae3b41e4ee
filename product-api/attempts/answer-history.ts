import { outcomesOf, isListed } from '../../domain/attempt/answer-history.ts'
import { replacedAnswers } from '../../domain/attempt/replaced-answers.ts'
import type { AnswerHistory } from '../../domain/contracts/attempt-journal.ts'
import type { Stores } from '../database.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import type { JournalBucket } from '../object-bindings.ts'
import type { AttemptRow } from './attempt-row.ts'
import { readFullJournal } from './full-journal.ts'
import { replacedInPaper } from './replaced-answers.ts'
import { isCounted, type StoredEntry } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

const entriesPerPage = 200

/** Which page: `number` from 1; one that does not exist gives the last. isFull: also with visits
 *  and saved taps, while they are kept. */
export type HistoryPage = { number: number; isFull: boolean }

/** What happened to the answers of an attempt: a page of its journal, oldest first by the server's
 *  estimate of when each entry happened, and counts of all. Cost: as `readEntries`, or as
 *  `readFullJournal`. */
export async function answerHistory(
  stores: Stores,
  bucket: JournalBucket | null,
  attempt: AttemptRow,
  asked: HistoryPage,
): Promise<Omit<AnswerHistory, 'attempt'>> {
  const paper = await paperVersion(stores.shared, attempt.version_id)
  const full = asked.isFull ? await readFullJournal(stores, bucket, attempt) : null
  const rows = (full?.entries ?? (await readEntries(stores, attempt))).sort(
    (one, other) => one.at - other.at || one.tick - other.tick || one.n - other.n,
  )
  const numbers = new Map(paper.questions.map(({ id }, index) => [id, index + 1]))
  const counted = rows.filter(isCounted)
  const outcomes = outcomesOf(counted)
  const deviceNumbers = devicesIn(rows)
  const all = rows.map((row) => {
    const outcome = row.standing !== 'counted' ? row.standing : isCounted(row) && outcomes.get(row)
    return { row, outcome: outcome || ('impossible' as const) }
  })
  const listed = all.filter(({ row, outcome }) => isListed(row.kind, outcome))
  const shown = full ? all : listed
  const counting = listed.filter(({ row, outcome }) => outcome === 'counts' && isAnswer(row))
  const replaced = replacedInPaper(replacedAnswers(counted), paper)
  const pages = Math.max(1, Math.ceil(shown.length / entriesPerPage))
  const start = (Math.min(Math.max(1, asked.number), pages) - 1) * entriesPerPage
  return {
    devices: Math.max(0, ...deviceNumbers.values()),
    counts: {
      received: shown.length,
      counting: counting.length,
      late: counting.filter(({ row }) => isAfter(row.receivedAt, attempt.submitted_at)).length,
      replaced: replaced.length,
      notCounted: listed.filter(({ row }) => row.standing !== 'counted').length,
    },
    replaced,
    entries: shown.slice(start, start + entriesPerPage).map(({ row, outcome }) => ({
      id: row.id,
      device: deviceNumbers.get(row.device ?? row.writer) ?? deviceNumbers.get('') ?? 0,
      via: row.via,
      kind: row.kind,
      question: row.question,
      number: numbers.get(row.question ?? '') ?? null,
      option: row.kind === 'clear' ? null : row.option,
      at: isoTime(row.at),
      receivedAt: isoTime(row.receivedAt),
      outcome,
    })),
    pages,
    isFull: full !== null,
    full:
      attempt.is_compacted === 0
        ? { until: null }
        : attempt.full_until !== null && bucket
          ? { until: attempt.full_until }
          : null,
  }
}

const isAnswer = ({ kind, option }: StoredEntry) => kind !== 'clear' && option !== null

const isAfter = (time: number, other: string | null) => other !== null && time > Date.parse(other)

/** Numbers devices in the order in which they came; the server's own entries have 0, and entries
 *  without a device are taken for those of one. */
function devicesIn(rows: readonly StoredEntry[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  let count = 0
  for (const { device, writer } of rows.toSorted((one, other) => one.n - other.n))
    if (writer.startsWith('server-')) numbers.set(device ?? writer, 0)
    else if (!numbers.has(device ?? '')) numbers.set(device ?? '', (count += 1))
  return numbers
}

/** A device's clock may say anything; JavaScript's dates end at 8.64e15 ms. */
const isoTime = (atMs: number) => new Date(Math.min(8.64e15, atMs)).toISOString()
