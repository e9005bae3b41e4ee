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
import type { Database, PreparedStatement } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { rulingsOnVersion, rulingsOnWordings, selectRulings } from './key-rulings.ts'
import { changedOutcomes, rescoringStatements } from './rescoring.ts'
import { arithmeticOf, countsOf, guessesOf, qualifyingOf } from './result/arithmetic.ts'
import { comparisonFrom, selectComparison } from './result/comparison.ts'
import { journalFrom, selectJournal } from './result/journal.ts'
import { questionResults } from './result/questions.ts'
import { scoreChangesFrom, selectScoreChanges } from './result/score-changes.ts'
import type { ScoredAttempt } from './result/scored-attempt.ts'
import { sectionResults } from './result/sections.ts'
import { topicResults, weakestFirst, type TopicResult } from './result/topics.ts'
import { selectTrend, trendFrom } from './result/trend.ts'
import { answersIn, parseOutcomes, selectOutcomes } from './stored-outcomes.ts'

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
 *  background run (pending-rulings.ts). Cost: one round trip to the database; one more if the
 *  attempt had to be rescored. */
export async function attemptResult(
  db: Database,
  attempt: ScoredAttempt,
  locale: Locale,
): Promise<AttemptResult> {
  const dependOnScore = [
    selectScoreChanges(db, attempt.id),
    selectComparison(db, attempt),
    selectTrend(db, attempt),
  ]
  const [{ paper, keys }, found] = await Promise.all([
    paperVersionWithKeys(db, attempt.version_id),
    batchRows(db, [
      db.prepare(selectRulings).bind(attempt.version_id),
      db.prepare(selectOutcomes).bind(attempt.id),
      selectJournal(db, attempt.id),
      selectTopicNames(db, locale),
      ...dependOnScore,
    ]),
  ])
  const [rulingRows = [], outcomeRows = [], journalRows = [], topicRows = [], ...before] = found
  const rulings = rulingsOnWordings(rulingRows, paper)
  const stored = parseOutcomes(outcomeRows)
  const marked = markPaper(paper, keys, rulings, answersIn(stored), attempt.locale)
  const changed = changedOutcomes(stored, marked.questions)
  const after =
    changed.length === 0
      ? before
      : await batchRows(db, [
          ...rescoringStatements(changed, paper, rulings, new Date()).map(({ text, values }) =>
            db.prepare(text).bind(...values),
          ),
          ...dependOnScore,
        ])
  const [changeRows = [], comparisonRows = [], trendRows = []] = after.slice(-3)
  const { states, ...journal } = journalFrom(journalRows, paper)
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

/** How well an owner knows each topic, over all questions of all their submitted attempts, weakest
 *  first. A paper taken twice counts twice. `locale`: of the names. Cost: one batch, which reads
 *  the owner's outcomes. */
export async function weakTopics(
  db: Database,
  owner: Owner,
  locale: Locale,
): Promise<TopicResult[]> {
  const [counts, names] = await db.batch([
    db
      .prepare(
        `SELECT g.slug, sum(o.outcome = 'right') AS right, sum(o.outcome = 'wrong') AS wrong,
           sum(o.outcome IN ('blank', 'not-answered')) AS blank
         FROM attempts a
         JOIN attempt_outcomes o
           ON o.attempt_id = a.id AND o.outcome NOT IN ('awarded', 'void')
         JOIN questions q ON q.document_id = o.question
         JOIN question_tags t ON t.question_id = q.id
         JOIN tags g ON g.id = t.tag_id
         WHERE a.${ownerColumn(owner)} = ? AND a.submitted_at IS NOT NULL GROUP BY g.id`,
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
