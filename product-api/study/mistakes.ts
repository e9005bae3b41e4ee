import * as v from 'valibot'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { explanationsOf, type Explanation } from '../content/texts.ts'
import { runStatements, type Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import {
  paperVersion,
  type PaperVersion,
  type PaperVersionQuestion,
} from '../papers/paper-versions.ts'
import { currentKeys } from '../scoring/scoring.ts'
import { movingOldOutcomes, ownOutcomes } from '../scoring/stored-outcomes.ts'

const maxMistakes = 300

/** A question that was answered wrong or left blank in a submitted test or drill, as a card.
 *  `locale`: of its texts. `missed`: how often. isRightSince: it was answered right later.
 *  missedAt: ISO. */
export type MistakeCard = {
  id: string
  locale: Locale
  front: string
  options: string[]
  back: string
  explanation: Explanation | null
  figure: { url: string; alt: string | null; width: number; height: number } | null
  topics: string[]
  test: string
  exam: string
  state: string
  testTitle: string
  missed: number
  missedAt: string
  isRightSince: boolean
}

/** An owner's mistakes, the latest first. `locale`: of the texts, if they exist in it. Cost: two
 *  reads, and one or two per paper version that is not in memory. */
export async function mistakeCardsOf(
  db: Database,
  owner: Owner,
  locale: Locale,
): Promise<MistakeCard[]> {
  const column = ownerColumn(owner)
  const submitted = `SELECT id FROM attempts WHERE ${column} = ?1 AND submitted_at IS NOT NULL`
  const [, , results] = await runStatements(db, [
    ...movingOldOutcomes(submitted, owner.id),
    { text: selectMistakes(column), values: [owner.id, maxMistakes] },
  ])
  const rows = v.parse(v.array(Row), results)
  const versions = await versionsOf(db, new Set(rows.map(({ version }) => version)))
  const explanations = await explanationsOf(
    db,
    rows.map(({ question }) => question),
    locale,
  )
  return rows.flatMap((row) => {
    const version = versions.get(row.version)
    const question = version?.paper.questions.find(({ id }) => id === row.question)
    if (!version || !question) return []
    return mistakeCard(row, version, question, explanations.get(row.question) ?? null, locale) ?? []
  })
}

/** The last mistake in each question, and whether a later test has it right. */
const selectMistakes = (column: 'user_id' | 'guest_id') => `
SELECT question, version, locale, submittedAt AS missedAt, missed,
  coalesce(rightAt, '') > submittedAt AS isRightSince
FROM (
  SELECT o.*,
    o.outcome IN ('w', 'b', 'n') AS isMissed,
    sum(o.outcome IN ('w', 'b', 'n')) OVER (PARTITION BY o.question) AS missed,
    max(iif(o.outcome = 'r', o.submittedAt, NULL)) OVER (PARTITION BY o.question) AS rightAt,
    row_number() OVER (
      PARTITION BY o.question, o.outcome IN ('w', 'b', 'n')
      ORDER BY o.submittedAt DESC, o.attempt) AS nth
  FROM (${ownOutcomes(column)} UNION ALL ${drillOutcomes(column)}) o)
WHERE isMissed AND nth = 1 ORDER BY missedAt DESC, question LIMIT ?2`

/** The answers to drills, as `ownOutcomes` selects those of attempts. */
const drillOutcomes = (column: 'user_id' | 'guest_id') => `
SELECT d.id, k.value ->> 'version', d.locale, d.submitted_at, k.value ->> 'question',
  k.value ->> 'outcome'
FROM drills d CROSS JOIN json_each(d.answers) k
WHERE d.${column} = ?1 AND d.submitted_at IS NOT NULL`

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  question: v.string(),
  version: v.number(),
  locale: v.picklist(locales),
  missedAt: v.string(),
  missed: v.number(),
  isRightSince: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
})

type KeyedPaper = {
  paper: PaperVersion
  rightOptions: (question: string, locale: Locale) => readonly number[]
}

async function versionsOf(db: Database, ids: ReadonlySet<number>) {
  const versions = new Map<number, KeyedPaper>()
  for (const id of ids) {
    const paper = await paperVersion(db, id)
    versions.set(id, { paper, rightOptions: await currentKeys(db, id) })
  }
  return versions
}

function mistakeCard(
  row: Row,
  { paper, rightOptions }: KeyedPaper,
  question: PaperVersionQuestion,
  explanation: Explanation | null,
  reader: Locale,
): MistakeCard | null {
  const chain = fallbackChain(reader)
  const locale = chain.find((candidate) => question.texts[candidate])
  const texts = locale && question.texts[locale]
  if (!locale || !texts) return null
  const titleLocale = chain.find((candidate) => paper.titles[candidate] !== undefined)
  const { figure } = question
  return {
    id: `q:${row.question}`,
    locale,
    front: texts.stem,
    options: [...texts.options],
    back: rightOptions(row.question, row.locale)
      .map((index) => texts.options[index] ?? '')
      .join(' / '),
    explanation,
    figure: figure && { ...figure, alt: texts.alt },
    topics: [...question.topics],
    test: paper.slug,
    exam: paper.exam,
    state: paper.state,
    testTitle: (titleLocale && paper.titles[titleLocale]) ?? paper.slug,
    missed: row.missed,
    missedAt: row.missedAt,
    isRightSince: row.isRightSince,
  }
}
