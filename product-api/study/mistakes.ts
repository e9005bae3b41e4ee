import * as v from 'valibot'
import { columnOf, type Owner } from '../attempts/attempt-row.ts'
import { explanationsOf, type Explanation } from '../attempts/explanations.ts'
import { frozenPaper, type FrozenQuestion, type PaperVersion } from '../attempts/frozen-paper.ts'
import { fallbackChain } from '../content/fallback.ts'
import { rulingsFor, type Ruling } from '../scoring/keys/rulings.ts'

const mostMistakes = 300

/** A question that went wrong, or was left, in a submitted test, as a card. `locale`: the language that it is in. `missed`: how often.
 *  isRightSince: it was answered right after that. missedAt: ISO. */
export type MistakeCard = {
  id: string
  locale: string
  front: string
  options: readonly string[]
  back: string
  explanation: Explanation | null
  figure: { url: string; alt: string | null; width: number; height: number } | null
  topics: readonly string[]
  test: string
  exam: string
  state: string
  testTitle: string
  missed: number
  missedAt: string
  isRightSince: boolean
}

/** What an owner got wrong or left blank, the latest first. Cost: two reads, and one or two for each paper that is not in memory. */
export async function mistakesOf(
  db: D1Database,
  owner: Owner,
  locale: string,
): Promise<MistakeCard[]> {
  const { results } = await db
    .prepare(missedBy(columnOf(owner)))
    .bind(owner.id, mostMistakes)
    .all()
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
    return card(row, version, question, explanations.get(row.question) ?? null, locale) ?? []
  })
}

/** Each question's last miss, and whether a later test has it right. */
const missedBy = (column: 'user_id' | 'guest_id') => `
SELECT m.question, m.version, m.locale, m.missedAt, m.missed, EXISTS (
  SELECT 1 FROM attempts b JOIN attempt_outcomes p ON p.attempt_id = b.id
  WHERE b.${column} = ?1 AND p.question = m.question AND p.outcome = 'right' AND b.submitted_at > m.missedAt) AS isRightSince
FROM (
  SELECT o.question, a.version_id AS version, a.locale, a.submitted_at AS missedAt,
    row_number() OVER (PARTITION BY o.question ORDER BY a.submitted_at DESC, a.id) AS nth,
    count(*) OVER (PARTITION BY o.question) AS missed
  FROM attempts a JOIN attempt_outcomes o ON o.attempt_id = a.id
  WHERE a.${column} = ?1 AND a.submitted_at IS NOT NULL AND o.outcome IN ('wrong', 'blank', 'not-answered')
) m
WHERE m.nth = 1 ORDER BY m.missedAt DESC, m.question LIMIT ?2`

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  question: v.string(),
  version: v.number(),
  locale: v.string(),
  missedAt: v.string(),
  missed: v.number(),
  isRightSince: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
})

type RuledVersion = PaperVersion & { rulings: readonly Ruling[] }

async function versionsOf(db: D1Database, ids: ReadonlySet<number>) {
  const found = new Map<number, RuledVersion>()
  for (const id of ids)
    found.set(id, { ...(await frozenPaper(db, id)), rulings: await rulingsFor(db, id) })
  return found
}

function card(
  row: Row,
  { paper, keys, rulings }: RuledVersion,
  question: FrozenQuestion,
  explanation: Explanation | null,
  reader: string,
): MistakeCard | null {
  const locale = fallbackChain(reader).find((one) => textsIn(question.texts, one))
  const texts = locale && textsIn(question.texts, locale)
  if (!locale || !texts) return null
  const { figure } = question
  return {
    id: `q:${row.question}`,
    locale,
    front: texts.stem,
    options: texts.options,
    back: acceptedOf(row, keys, rulings)
      .map((index) => texts.options[index] ?? '')
      .join(' / '),
    explanation,
    figure: figure && { ...figure, alt: texts.alt },
    topics: question.topics,
    test: paper.slug,
    exam: paper.exam,
    state: paper.state,
    testTitle:
      fallbackChain(reader)
        .map((one) => textsIn(paper.titles, one))
        .find((title) => title !== undefined) ?? paper.slug,
    missed: row.missed,
    missedAt: row.missedAt,
    isRightSince: row.isRightSince,
  }
}

const textsIn = <Text>(texts: { readonly [locale: string]: Text | undefined }, locale: string) =>
  texts[locale]

/** The options that are right by now: by the last ruling that holds for the language it was read in, else by the key. */
function acceptedOf(
  { question, locale }: Row,
  keys: PaperVersion['keys'],
  rulings: readonly Ruling[],
): readonly number[] {
  const last = rulings
    .filter((ruling) => ruling.question === question)
    .filter((ruling) => ruling.locale === null || ruling.locale === locale)
    .at(-1)
  const key = keys[question]
  if (last?.kind === 'accept') return last.accepted
  return key === undefined ? [] : [key]
}
