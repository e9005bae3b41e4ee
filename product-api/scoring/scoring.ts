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
import type { Database, PreparedStatement, Statement } from '../database.ts'
import type { AttemptRow } from '../attempts/attempt-row.ts'
import { readEntries } from '../attempts/stored-journal.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { rulingsOnVersion, rulingsOnWordings, selectRulings } from './key-rulings.ts'
import { changedAttempt, rescoringStatements } from './rescoring.ts'
import { arithmeticOf, countsOf, guessesOf, qualifyingOf } from './result/arithmetic.ts'
import { comparisonFrom, selectComparison } from './result/comparison.ts'
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
  return markPaper(paper, keys, await rulingsOnVersion(db, version_id), answers, locale)
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
 *  background run (pending-rulings.ts). Cost: one round trip to the database, and the journal's
 *  rows; one more if the attempt had to be rescored. */
export async function attemptResult(
  db: Database,
  attempt: AttemptRow,
  locale: Locale,
): Promise<AttemptResult> {
  const dependOnScore = [
    selectScoreChanges(db, attempt.id),
    selectComparison(db, attempt),
    selectTrend(db, attempt),
  ]
  const [{ paper, keys }, entries, found] = await Promise.all([
    paperVersionWithKeys(db, attempt.version_id),
    readEntries(db, attempt),
    batchRows(db, [
      db.prepare(selectRulings).bind(attempt.version_id),
      ...prepared(db, movingOldOutcomes('?1', attempt.id)),
      db.prepare(selectMarks).bind(attempt.id),
      selectTopicNames(db, locale),
      ...dependOnScore,
    ]),
  ])
  const [rulingRows = [], , , markRows = [], topicRows = [], ...before] = found
  const rulings = rulingsOnWordings(rulingRows, paper)
  const questions = paper.questions.map(({ id }) => id)
  const stored = outcomesIn(v.parse(MarksRow, markRows[0]), questions)
  const marked = markPaper(paper, keys, rulings, answersIn(stored), attempt.locale)
  const changed = changedAttempt(attempt.id, stored, marked.questions)
  const after =
    changed === null
      ? before
      : await batchRows(db, [
          ...prepared(db, rescoringStatements([changed], paper, rulings, new Date())),
          ...dependOnScore,
        ])
  const [changeRows = [], comparisonRows = [], trendRows = []] = after.slice(-3)
  const { states, ...journal } = journalFrom(entries, attempt.submitted_at, paper)
  const counts = countsOf(marked.questions)
  return {
    score: formatUnits(marked.scoreUnits, marked.denominator),
    maximum: formatUnits(marked.maximumUnits, marked.denominator),
    counts,
    arithmetic: arithmeticOf(counts, paper),
    sections: sectionResults(paper, marked),
    topics: topicResults(paper, marked.questions, parseTopicNames(topicRows)),
    questions: questionResults(paper, marked, rulings, states, locale),
    guesses: guessesOf(paper, marked),
    qualifying: qualifyingOf(paper, marked),
    ...comparisonFrom(comparisonRows, attempt),
    changes: scoreChangesFrom(changeRows, locale),
    ...journal,
    trend: trendFrom(trendRows),
    wrong: marked.questions.filter(({ outcome }) => outcome === 'wrong').map(({ id }) => id),
  }
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
