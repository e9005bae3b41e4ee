import type { AttemptJson } from '../../attempts/attempt-json.ts'
import { attemptById, type AttemptRow } from '../../attempts/attempt-row.ts'
import { frozenPaper, type Locale } from '../../attempts/frozen-paper.ts'
import { answersIn, keptOutcomes, outcomesOf } from '../keys/kept-outcomes.ts'
import { differences, rescoring } from '../keys/rescoring.ts'
import { fitting, rulingsOnVersion } from '../keys/rulings.ts'
import { formatUnits } from '../marking/fraction.ts'
import { markPaper } from '../marking/mark-paper.ts'
import { changesIn, changesOf, type ScoreChange } from './changes.ts'
import { comparisonIn, othersOf, type Comparison, type NotCompared } from './comparison.ts'
import { arithmeticOf, countsOf, type Counts, type Line } from './counts.ts'
import { guessesOf, type Guesses } from './guesses.ts'
import { journalIn, journalOf, type ApartEvent } from './journal.ts'
import { qualifyingOf } from './qualifying.ts'
import { questionsOf, type QuestionResult } from './questions.ts'
import { sectionsOf, type SectionResult } from './sections.ts'
import { topicNames, topicNamesIn, topicsOf, type TopicResult } from './topics.ts'
import { trendIn, trendOf, type TrendPoint } from './trend.ts'

/** How an attempt went. Marks are exact fractions as text; `arithmetic` adds up to `score`. */
export type Result = {
  attempt: AttemptJson
  score: string
  maximum: string
  counts: Counts
  arithmetic: Line[]
  sections: SectionResult[]
  topics: TopicResult[]
  questions: QuestionResult[]
  guesses: Guesses
  qualifying: { needed: string; passed: boolean } | null
  comparison: Comparison | null
  notCompared: NotCompared | null
  changes: ScoreChange[]
  apart: ApartEvent[]
  trend: TrendPoint[]
  wrong: string[]
}

/** The result of a submitted attempt by the rulings of this moment, in the reader's language. An attempt that has not yet been scored by
 *  all of them is scored here and now, so nobody waits for anything that runs elsewhere (keys/settle.ts). `show`: the attempt as
 *  the API shows it, as it is scored now. Cost: one round trip to the database; one more where it had to be scored. */
export async function resultOf(
  db: D1Database,
  attempt: AttemptRow,
  locale: Locale,
  show: (row: AttemptRow) => Promise<AttemptJson>,
): Promise<Result> {
  const whatScoresChange = [
    attemptById(db, attempt.id),
    changesOf(db, attempt.id),
    othersOf(db, attempt),
    trendOf(db, attempt),
  ]
  const [{ paper, keys }, found] = await Promise.all([
    frozenPaper(db, attempt.version_id),
    rowsOf(db, [
      db.prepare(rulingsOnVersion).bind(attempt.version_id),
      db.prepare(outcomesOf).bind(attempt.id),
      journalOf(db, attempt.id),
      topicNames(db, locale),
      ...whatScoresChange,
    ]),
  ])
  const [rulingRows = [], outcomeRows = [], journalRows = [], nameRows = [], ...before] = found
  const rulings = fitting(rulingRows, paper)
  const kept = keptOutcomes(outcomeRows)
  const marked = markPaper(paper, keys, rulings, answersIn(kept), attempt.locale)
  const changed = differences(kept, marked.questions)
  const after =
    changed.length === 0
      ? before
      : await rowsOf(db, [
          ...rescoring(changed, paper, rulings, new Date()).map(({ text, values }) =>
            db.prepare(text).bind(...values),
          ),
          ...whatScoresChange,
        ])
  const [attemptRows = [], changeRows = [], otherRows = [], trendRows = []] = after.slice(-4)
  const { states, apart } = journalIn(journalRows, paper)
  const counts = countsOf(marked.questions)
  return {
    attempt: await show(attemptRows[0] as AttemptRow),
    score: formatUnits(marked.scoreUnits, marked.denominator),
    maximum: formatUnits(marked.maximumUnits, marked.denominator),
    counts,
    arithmetic: arithmeticOf(counts, paper),
    sections: sectionsOf(paper, marked),
    topics: topicsOf(paper, marked.questions, topicNamesIn(nameRows)),
    questions: questionsOf(paper, marked, rulings, states, locale),
    guesses: guessesOf(paper, marked),
    qualifying: qualifyingOf(paper, marked),
    ...comparisonIn(otherRows, attempt),
    changes: changesIn(changeRows, locale),
    apart,
    trend: trendIn(trendRows),
    wrong: marked.questions.filter(({ outcome }) => outcome === 'wrong').map(({ id }) => id),
  }
}

const rowsOf = async (db: D1Database, statements: D1PreparedStatement[]) =>
  (await db.batch(statements)).map(({ results }) => results)
