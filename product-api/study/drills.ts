import * as v from 'valibot'
import type { drill } from '../../domain/contracts/progress.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { drillQuestions, weakTopicsOf } from '../../domain/study/weak-topics.ts'
import { submittedAttemptsOf } from '../attempts/submitted-attempts.ts'
import { explanationsOf } from '../content/texts.ts'
import type { Database, Stores } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import { paperOutcomesOf } from '../scoring/paper-outcomes.ts'
import { currentKeys } from '../scoring/scoring.ts'
import { questionText } from './question-text.ts'
import { storeReviews } from './review-log.ts'

type Drill = v.InferOutput<typeof drill>
type DrillQuestion = Drill['questions'][number]

const questionsPerDrill = 10
const maxAttempts = 100
const maxPapers = 6
const maxWeakTopics = 3
/** Questions of so many drills before come last. */
const recentDrills = 3
/** An owner's older drills are deleted. */
const maxDrills = 200

/** Makes a drill of ten questions from what an owner missed in an exam. Returns its id; null if the
 *  owner has no submitted paper of the exam, or nothing was missed. Cost: as the topics of
 *  `progressOf`, and one batch of two writes. */
export async function createDrill(
  db: Database,
  owner: Owner,
  { exam, locale, now }: { exam: string; locale: Locale; now: Date },
): Promise<string | null> {
  const column = ownerColumn(owner)
  const attempts = (await submittedAttemptsOf(db, owner, maxAttempts))
    .filter(({ paper }) => paper.exam === exam)
    .slice(0, maxPapers)
    .reverse()
  const [papers, recent] = await Promise.all([
    paperOutcomesOf(db, attempts),
    db
      .prepare(`SELECT questions FROM drills WHERE ${column} = ? ORDER BY n DESC LIMIT ?`)
      .bind(owner.id, recentDrills)
      .all(),
  ])
  const versions = new Map(
    papers.flatMap(({ attempt, questions }) => questions.map(({ id }) => [id, attempt.version])),
  )
  const drilled = v
    .parse(v.array(v.object({ questions: items })), recent.results)
    .flatMap(({ questions }) => questions.map(({ question }) => question))
  const outcomes = papers.map(({ questions }) => questions)
  const weak = weakTopicsOf(outcomes, maxWeakTopics)
  const chosen = drillQuestions(outcomes, weak, new Set(drilled), questionsPerDrill)
  if (weak.length === 0 || chosen.length === 0) return null
  const id = crypto.randomUUID()
  const questions = chosen.map((question) => ({ version: versions.get(question), question }))
  await db.batch([
    db
      .prepare(
        `INSERT INTO drills (id, ${column}, exam, locale, questions, created_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .bind(id, owner.id, exam, locale, JSON.stringify(questions), now.toISOString()),
    db
      .prepare(
        `DELETE FROM drills WHERE ${column} = ?1 AND n <= (
           SELECT n FROM drills WHERE ${column} = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)`,
      )
      .bind(owner.id, maxDrills),
  ])
  return id
}

/** A drill of an owner with its questions in the reader's language; null for an unknown id. Keys
 * and explanations are in it only after it was answered. Cost: one read, one for the
 * explanations, and one or two for each paper version that is not in memory. */
export async function drillOf(
  db: Database,
  owner: Owner,
  id: string,
  locale: Locale,
): Promise<Drill | null> {
  const row = await drillRow(db, owner, id)
  if (!row) return null
  const explanations = row.answers
    ? await explanationsOf(
        db,
        row.questions.map(({ question }) => question),
        locale,
      )
    : new Map<string, DrillQuestion['explanation']>()
  const answers = new Map(row.answers?.map((answer) => [answer.question, answer]))
  const questions: DrillQuestion[] = []
  for (const { version, question } of row.questions) {
    const paper = await paperVersion(db, version)
    const text = questionText(paper, question, row.answers ? row.locale : locale)
    const answer = answers.get(question)
    const keys = answer ? (await currentKeys(db, version))(question, row.locale) : []
    if (text)
      questions.push({
        ...{ ...text, chosen: answer?.chosen ?? null, accepted: [...keys] },
        outcome: answer ? outcomeNames[answer.outcome] : null,
        explanation: explanations.get(question) ?? null,
      })
  }
  const { exam, createdAt, submittedAt } = row
  return { id, exam, createdAt, submittedAt, questions }
}

/** Marks the answers to a drill and keeps them: once. Each answer is also a review of the
 * question's card: what was wrong or left out comes again in minutes, what was right in days.
 * `locale`: in which they were read. Returns whether there is such a drill. Cost: as `drillOf`,
 * a write, and one of the reader's object. */
export async function answerDrill(
  stores: Stores,
  owner: Owner,
  id: string,
  { answers, locale, now }: { answers: Record<string, number>; locale: Locale; now: Date },
): Promise<boolean> {
  const db = stores.shared
  const row = await drillRow(db, owner, id)
  if (!row) return false
  if (row.answers) return true
  const marked = []
  for (const { version, question } of row.questions) {
    const keys = (await currentKeys(db, version))(question, locale)
    const chosen = answers[question] ?? null
    const outcome: keyof typeof outcomeNames =
      chosen === null ? 'b' : keys.includes(chosen) ? 'r' : 'w'
    marked.push({ version, question, chosen, outcome })
  }
  const { meta } = await db
    .prepare(
      `UPDATE drills SET answers = ?1, submitted_at = ?2, locale = ?3
       WHERE id = ?4 AND submitted_at IS NULL`,
    )
    .bind(JSON.stringify(marked), now.toISOString(), locale, id)
    .run()
  if (meta.changes === 0) return true
  const reviews = marked.map(({ question, outcome }, index) => ({
    ...{ id: `drill-${id.slice(0, 23)}.${index + 1}`, card: `q:${question}`, at: now.getTime() },
    ...{ grade: outcome === 'r' ? 3 : 1, tookMs: 0 },
  }))
  await storeReviews(stores, owner, reviews, now)
  return true
}

const outcomeNames = { r: 'right', w: 'wrong', b: 'blank' } as const

const item = { version: v.number(), question: v.string() }
const items = v.pipe(v.string(), v.parseJson(), v.array(v.object(item)))
const Row = v.object({
  ...{ exam: v.string(), locale: v.picklist(locales), createdAt: v.string() },
  submittedAt: v.nullable(v.string()),
  questions: items,
  answers: v.nullable(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.array(
        v.object({
          ...{ ...item, chosen: v.nullable(v.number()) },
          outcome: v.picklist(['r', 'w', 'b']),
        }),
      ),
    ),
  ),
})

async function drillRow(db: Database, owner: Owner, id: string) {
  const row = await db
    .prepare(
      `SELECT exam, locale, created_at AS createdAt, submitted_at AS submittedAt, questions, answers
       FROM drills WHERE id = ? AND ${ownerColumn(owner)} = ?`,
    )
    .bind(id, owner.id)
    .first()
  return row ? v.parse(Row, row) : null
}
