import * as v from 'valibot'
import type { TestResult } from '../../domain/contracts/results.ts'
import { formatUnits } from '../../domain/attempt/fraction.ts'
import {
  applicableRuling,
  markPaper,
  type Answer,
  type MarkedPaper,
} from '../../domain/attempt/marking.ts'
import { defaultLocale, type Locale } from '../../domain/locale.ts'
import { parseTopicNames, selectTopicNames } from '../content/texts.ts'
import {
  contentOf,
  groupedPrimaryOf,
  type Database,
  type PreparedStatement,
  type Statement,
  type Stores,
} from '../database.ts'
import type { AttemptRow } from '../attempts/attempt-row.ts'
import { readEntries } from '../attempts/stored-journal.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { paperVersion, paperVersionWithKeys } from '../papers/paper-versions.ts'
import {
  rulingsOnVersion,
  rulingsOnWordings,
  selectRulings,
  type StoredRuling,
} from './key-rulings.ts'
import { changedAttempt, rescoringStatements } from './rescoring.ts'
import { arithmeticOf, countsOf, guessesOf, qualifyingOf } from './result/arithmetic.ts'
import {
  comparisonFrom,
  selectCounted,
  selectOwnStanding,
  selectScores,
} from './result/comparison.ts'
import { journalFrom } from './result/journal.ts'
import { questionResults } from './result/questions.ts'
import { scoreChangesFrom, selectScoreChanges } from './result/score-changes.ts'
import { sectionResults } from './result/sections.ts'
import { topicResults, weakestFirst, type TopicResult } from './result/topics.ts'
import { selectTrend, trendFrom } from './result/trend.ts'
import {
  answersIn,
  MarksRow,
  movingOldOutcomes,
  outcomesIn,
  ownOutcomes,
  selectMarks,
} from './stored-outcomes.ts'

// The functions of scoring that other features use.

/** Marks answers to a paper version by the rulings of this moment; stores nothing. `locale`: the
 *  attempt's. Cost: one read, and the paper's if it is not in memory. */
export async function markAnswers(
  db: Database,
  { version_id, locale }: { version_id: number; locale: Locale },
  answers: ReadonlyMap<string, Answer>,
): Promise<MarkedPaper> {
  const { paper, keys } = await paperVersionWithKeys(db, version_id)
  const rulings = await rulingsOnVersion(groupedPrimaryOf(db), version_id)
  return markPaper(paper, keys, rulings, answers, locale)
}

/** Gives the right options of a version's questions for those who read them in a language: by the
 *  latest ruling, or as published. A cancelled question has its published key. Cost: as
 *  `markAnswers`. */
export async function currentKeys(
  db: Database,
  versionId: number,
): Promise<(question: string, locale: Locale) => readonly number[]> {
  const { keys } = await paperVersionWithKeys(db, versionId)
  const rulings = await rulingsOnVersion(db, versionId)
  return (question, locale) => {
    const ruling = applicableRuling(rulings, question, locale)
    const key = keys[question]
    if (ruling?.kind === 'accept') return ruling.accepted
    return key === undefined ? [] : [key]
  }
}

/** The result of an attempt. Marks are exact fractions as text; `arithmetic` adds up to `score`. */
export type AttemptResult = Omit<TestResult, 'attempt'>

/** The result of a submitted attempt by the rulings of this moment, in the reader's language. An
 *  attempt that is not yet rescored by all of them is rescored here, so nobody waits for the
 *  background run (pending-rulings.ts). Cost: one round trip to the product database and one to the
 *  reader's object, and the journal's rows; one more if the attempt had to be rescored. */
export async function attemptResult(
  stores: Stores,
  attempt: AttemptRow,
  locale: Locale,
): Promise<AttemptResult> {
  const { own, shared } = stores
  const together = groupedPrimaryOf(shared)
  const [paper, entries, topics, sharedRows] = await Promise.all([
    paperVersion(shared, attempt.version_id),
    readEntries(stores, attempt),
    selectTopicNames(contentOf(shared), locale).all(),
    batchRows(together, [
      together.prepare(selectRulings).bind(attempt.version_id),
      selectScores(together, attempt),
      selectCounted(together, attempt),
      selectScoreChanges(together, attempt.id),
    ]),
  ])
  const [rulingRows = [], scoreRows = [], countedRows = [], changeRows = []] = sharedRows
  const rulings = rulingsOnWordings(rulingRows, paper)
  const marked = await rescored(stores, attempt, rulings)
  const [ownChangeRows = [], ownRows = [], trendRows = []] = await batchRows(own, [
    selectScoreChanges(own, attempt.id),
    selectOwnStanding(own, attempt),
    selectTrend(own, attempt),
  ])
  const { states, ...journal } = journalFrom(entries, attempt.submitted_at, paper)
  const counts = countsOf(marked.questions)
  return {
    score: formatUnits(marked.scoreUnits, marked.denominator),
    maximum: formatUnits(marked.maximumUnits, marked.denominator),
    counts,
    arithmetic: arithmeticOf(counts, paper),
    sections: sectionResults(paper, marked),
    topics: topicResults(paper, marked.questions, parseTopicNames(topics.results)),
    questions: questionResults(paper, marked, rulings, states, locale),
    guesses: guessesOf(paper, marked),
    qualifying: qualifyingOf(paper, marked),
    ...comparisonFrom({ scoreRows, countedRows }, ownRows, attempt),
    changes: scoreChangesFrom(changeRows, ownChangeRows, rulings, locale),
    ...journal,
    trend: trendFrom(trendRows),
    wrong: marked.questions.filter(({ outcome }) => outcome === 'wrong').map(({ id }) => id),
  }
}

/** The marks of a submitted attempt by these rulings, which it stores if they differ. Cost: one row
 *  of the reader's object. */
async function rescored(
  { own, shared }: Stores,
  attempt: AttemptRow,
  rulings: readonly StoredRuling[],
): Promise<MarkedPaper> {
  const { paper, keys } = await paperVersionWithKeys(shared, attempt.version_id)
  const row = await own.prepare(selectMarks).bind(attempt.id).first()
  const questions = paper.questions.map(({ id }) => id)
  const stored = outcomesIn(v.parse(MarksRow, row), questions)
  const marked = markPaper(paper, keys, rulings, answersIn(stored), attempt.locale)
  const changed = changedAttempt(attempt.id, stored, marked.questions)
  if (changed !== null)
    await own.batch(
      prepared(own, rescoringStatements([changed], paper, rulings, new Date(), 'own')),
    )
  return marked
}

/** Brings a submitted attempt of a reader's object to the rulings of this moment. Idempotent. */
export async function rescoreAttempt(stores: Stores, attempt: AttemptRow): Promise<void> {
  if (attempt.submitted_at === null) return
  await rescored(stores, attempt, await rulingsOnVersion(stores.shared, attempt.version_id))
}

const batchRows = async (db: Database, statements: PreparedStatement[]) =>
  (await db.batch(statements)).map(({ results }) => results)

const prepared = (db: Database, statements: readonly Statement[]) =>
  statements.map(({ text, values }) => db.prepare(text).bind(...values))

/** How well an owner knows each topic, over all questions of all their submitted attempts, weakest
 *  first. A paper taken twice counts twice. `locale`: of the names. Cost: one batch, which reads
 *  the owner's outcomes. */
export async function weakTopics(
  db: Database,
  owner: Owner,
  locale: Locale,
): Promise<TopicResult[]> {
  const column = ownerColumn(owner)
  const submitted = `SELECT id FROM attempts WHERE ${column} = ?1 AND submitted_at IS NOT NULL`
  const [, , counts, names] = await db.batch([
    ...prepared(db, movingOldOutcomes(submitted, owner.id)),
    db
      .prepare(
        `SELECT g.slug, sum(o.outcome = 'r') AS right, sum(o.outcome = 'w') AS wrong,
           sum(o.outcome IN ('b', 'n')) AS blank
         FROM (${ownOutcomes(column)}) o
         JOIN questions q ON q.document_id = o.question AND o.outcome NOT IN ('a', 'v')
         JOIN question_tags t ON t.question_id = q.id
         JOIN tags g ON g.id = t.tag_id
         GROUP BY g.id`,
      )
      .bind(owner.id),
    selectTopicNames(db, locale),
  ])
  const nameOf = new Map(parseTopicNames(names?.results ?? []).map((name) => [name.slug, name]))
  return v
    .parse(v.array(TopicCounts), counts?.results)
    .map(({ slug, right, wrong, blank }): TopicResult => {
      const { name, locale } = nameOf.get(slug) ?? { name: slug, locale: defaultLocale }
      return { slug, name, locale, right, wrong, blank, total: right + wrong + blank }
    })
    .sort(weakestFirst)
}

const TopicCounts = v.object({
  slug: v.string(),
  right: v.number(),
  wrong: v.number(),
  blank: v.number(),
})
