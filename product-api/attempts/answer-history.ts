import * as v from 'valibot'
import { outcomesOf, isListed } from '../../domain/attempt/answer-history.ts'
import { notCountedReasons } from '../../domain/attempt/attempt-result.ts'
import { eventKinds, type EventKind } from '../../domain/attempt/journal.ts'
import type { ReceivedEvent } from '../../domain/attempt/replaced-answers.ts'
import type { AnswerHistory } from '../../domain/contracts/attempt-journal.ts'
import { locales } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import type { AttemptRow } from './attempt-row.ts'
import { closerStanding, receivedColumns } from './journal-sql.ts'
import { replacedInPaper } from './replaced-answers.ts'

const entriesPerPage = 200

/** What happened to the answers of an attempt: a page of its journal, oldest first by the server's
 *  estimate of when each entry happened, and counts of all. `pageNumber` from 1; one that does not
 *  exist gives the last. Cost: reads the attempt's journal. */
export async function answerHistory(
  db: Database,
  attempt: AttemptRow,
  pageNumber: number,
): Promise<Omit<AnswerHistory, 'attempt'>> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  const { results } = await db.prepare(selectEntries).bind(attempt.id).all()
  const rows = v.parse(v.array(Row), results)
  const numbers = new Map(paper.questions.map(({ id }, index) => [id, index + 1]))
  const counted = new Map(rows.flatMap((row) => countedEvent(row).map((event) => [row, event])))
  const outcomes = outcomesOf([...counted.values()])
  const deviceNumbers = devicesIn(rows)
  const listed = rows
    .map((row) => {
      const event = counted.get(row)
      const outcome = row.standing === 'counted' ? event && outcomes.get(event) : row.standing
      return { row, outcome: outcome ?? 'impossible' }
    })
    .filter(({ row, outcome }) => isListed(row.kind, outcome))
  const counting = listed.filter(({ row, outcome }) => outcome === 'counts' && isAnswer(row))
  const replaced = replacedInPaper([...counted.values()], paper)
  const pages = Math.max(1, Math.ceil(listed.length / entriesPerPage))
  const start = (Math.min(Math.max(1, pageNumber), pages) - 1) * entriesPerPage
  return {
    devices: Math.max(0, ...deviceNumbers.values()),
    counts: {
      received: listed.length,
      counting: counting.length,
      late: counting.filter(({ row }) => isAfter(row.receivedAt, attempt.submitted_at)).length,
      replaced: replaced.length,
      notCounted: listed.filter(({ row }) => row.standing !== 'counted').length,
    },
    replaced,
    entries: listed.slice(start, start + entriesPerPage).map(({ row, outcome }) => ({
      id: row.id,
      device: deviceNumbers.get(row.device ?? row.writer) ?? deviceNumbers.get('') ?? 0,
      via: row.via,
      kind: row.kind,
      question: row.question,
      number: numbers.get(row.question ?? '') ?? null,
      option: row.kind === 'clear' ? null : row.option,
      at: isoTime(row.at),
      receivedAt: row.receivedAt,
      outcome,
    })),
    pages,
  }
}

const isAnswer = ({ kind, option }: Row) => kind !== 'clear' && option !== null

const isAfter = (time: string, other: string | null) => other !== null && time > other

/** Numbers devices in the order in which they came; the server's own entries have 0, and entries
 *  without a device are taken for those of one. */
function devicesIn(rows: readonly Row[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  let count = 0
  for (const { device, writer } of rows.toSorted((one, other) => one.n - other.n))
    if (writer.startsWith('server-')) numbers.set(device ?? writer, 0)
    else if (!numbers.has(device ?? '')) numbers.set(device ?? '', (count += 1))
  return numbers
}

const selectEntries = `
SELECT event_id AS id, ${receivedColumns}, via, received_at AS receivedAt,
  ${closerStanding} AS standing
FROM attempt_events WHERE attempt_id = ? ORDER BY at, tick, n`

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  id: v.string(),
  n: v.number(),
  writer: v.string(),
  tick: v.number(),
  at: v.number(),
  kind: v.picklist([...eventKinds, 'unreadable']),
  question: v.nullable(v.string()),
  option: v.nullable(v.number()),
  locale: v.nullable(v.picklist(locales)),
  spentMs: v.number(),
  device: v.nullable(v.string()),
  seen: v.nullable(v.number()),
  via: v.nullable(v.picklist(['form', 'code'])),
  receivedAt: v.string(),
  standing: v.picklist(['counted', ...notCountedReasons]),
})

const countedEvent = ({ standing, kind, ...event }: Row): ReceivedEvent[] =>
  standing === 'counted' && isEventKind(kind) ? [{ ...event, kind }] : []

const isEventKind = (kind: Row['kind']): kind is EventKind => kind !== 'unreadable'

/** A device's clock may say anything; JavaScript's dates end at 8.64e15 ms. */
const isoTime = (atMs: number) => new Date(Math.min(8.64e15, atMs)).toISOString()
