import type { MarkedQuestion } from '../../domain/attempt/marking.ts'
import type { Stores } from '../database.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { markAttempt } from './attempt-marks.ts'
import type { AttemptRow } from './attempt-row.ts'
import { readAttempt } from './read-attempt.ts'
import { isCounted } from './stored-entries.ts'
import {
  addToJournal,
  maxTries,
  openJournal,
  readEntries,
  stillArriving,
} from './stored-journal.ts'
import { serverEntry } from './server-entries.ts'

const writer = 'server-reveal'

/** Reveals the key of a question in practice mode: the answer saved until now is final. Returns how
 *  the question is marked. Errors: Refusal 404 for a question that the paper does not have. Cost:
 *  one write, and reads of the journal and of the rulings. */
export async function revealKey(
  stores: Stores,
  attempt: AttemptRow,
  question: string,
  now: Date,
): Promise<MarkedQuestion> {
  const paper = await paperVersion(stores.shared, attempt.version_id)
  const index = paper.questions.findIndex(({ id }) => id === question)
  if (index < 0) throw notFound()
  const revealed = await withRevealed(stores, attempt, question, now)
  const events = (await readEntries(stores, revealed)).filter(isCounted)
  const { marked } = await markAttempt(stores.shared, revealed, events)
  return marked.questions[index]!
}

/** The attempt after the server's own event, unless a device has already written one. */
async function withRevealed(
  stores: Stores,
  attempt: AttemptRow,
  question: string,
  now: Date,
): Promise<AttemptRow> {
  let row: AttemptRow | null = attempt
  for (let tries = 0; tries < maxTries; tries++) {
    const journal = await openJournal(stores, row)
    const isRevealed = journal.progress.questions.get(question)?.state.isRevealed === true
    if (journal.keysShown.has(question) || row.submitted_at !== null) return row
    const event = { kind: 'reveal', question, option: null, locale: null } as const
    const own = serverEntry(row, { ...event, writer, device: null, seen: null }, now)
    const entries = isRevealed ? [] : [own]
    const added = await addToJournal(
      stores.own,
      row,
      journal,
      { entries, keysShown: [question] },
      now,
    )
    if (added) return added
    row = await readAttempt(stores.own, attempt.id)
    if (!row) throw notFound()
  }
  throw stillArriving()
}
