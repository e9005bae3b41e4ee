import * as v from 'valibot'
import {
  markPaper,
  type KeyDecision,
  type KeyRuling,
  type MarkablePaper,
} from '../../domain/attempt/marking.ts'
import type { Locale } from '../../domain/locale.ts'
import { runStatements, type Database } from '../database.ts'
import {
  parsePaperHead,
  wordingDigest,
  type PaperVersionQuestion,
} from '../papers/paper-versions.ts'
import { parseRulingRows, selectRulings } from './key-rulings.ts'
import { localeOfDigit, optionOf, outcomeOfLetter } from './stored-outcomes.ts'

/** What a ruling would change. `attempts`: submitted ones that it is about; `raised`, `lowered`:
 *  how many get more or fewer marks; `outOf`: how many keep their marks out of another maximum. */
export type RulingPreview = { attempts: number; raised: number; lowered: number; outOf: number }

/** A ruling that is not made yet. */
export type PossibleRuling = KeyDecision & {
  questionId: number
  wording: string | null
  locale: Locale | null
}

/** Counts what a ruling would change; stores nothing. Cost: two reads, and for each version of a
 *  paper with the question one that passes over its submitted attempts. */
export async function previewRuling(
  database: Database,
  ruling: PossibleRuling,
): Promise<RulingPreview> {
  const { results } = await database.prepare(selectVersions).bind(ruling.questionId).all()
  const total = { attempts: 0, raised: 0, lowered: 0, outOf: 0 }
  for (const version of v.parse(v.array(VersionRow), results)) {
    const question = version.question as unknown as Omit<PaperVersionQuestion, 'wording'>
    const wording = await wordingDigest(question)
    if (ruling.wording !== null && ruling.wording !== wording) continue
    const [groups = [], rulings = []] = await runStatements(database, [
      { text: countAnswers, values: [version.id, version.position] },
      { text: selectRulings, values: [version.id] },
    ])
    const paper: MarkablePaper = { marks: parsePaperHead(version).marks, questions: [question] }
    const earlier = parseRulingRows(rulings)
      .filter((one) => one.wording === null || one.wording === wording)
      .filter(({ question: id }) => id === question.id)
    for (const group of v.parse(v.array(GroupRow), groups))
      addGroup(total, group, paper, version.key, earlier, ruling)
  }
  return total
}

/** Attempts that chose the same option and have the same outcome. */
function addGroup(
  total: RulingPreview,
  group: v.InferOutput<typeof GroupRow>,
  paper: MarkablePaper,
  key: number,
  earlier: readonly KeyRuling[],
  decision: PossibleRuling,
) {
  const id = paper.questions[0]!.id
  const locale = localeOfDigit(group.locale)
  const answers = new Map([[id, { option: optionOf(group.option), locale, spentMs: 0 }]])
  const rulings = [...earlier, { ...decision, id: Number.MAX_SAFE_INTEGER, question: id }]
  const marked = markPaper(paper, { [id]: key }, rulings, answers, locale).questions[0]!
  const before = outcomeOfLetter(group.outcome)
  total.attempts += group.count
  if (marked.units > group.units) total.raised += group.count
  else if (marked.units < group.units) total.lowered += group.count
  else if ((marked.outcome === 'void') !== (before === 'void')) total.outOf += group.count
}

/** ?1: the question. Versions of papers that it was in, as pending-rulings.ts finds them. A live
 *  mock has no keys before its results. */
const selectVersions = `
SELECT p.id, p.head, k.key AS position, p.keys ->> ('$."' || q.document_id || '"') AS key,
  json_extract(p.questions, '$[' || k.key || ']') AS question
FROM questions q
JOIN paper_versions p ON json_type(p.keys, '$."' || q.document_id || '"') IS NOT NULL
JOIN json_each(p.question_ids) k ON k.value = q.document_id
WHERE q.id = ?1`

/** ?1: the version, ?2: the question's place in it, from 0. D1 binds numbers as REAL. */
const countAnswers = `
SELECT substr(m.options, ?2 + 1, 1) AS option, substr(m.outcomes, ?2 + 1, 1) AS outcome,
  substr(m.locales, iif(length(m.locales) = 1, 1, ?2 + 1), 1) AS locale,
  m.units ->> CAST(?2 AS INTEGER) AS units, count(*) AS count
FROM attempts a JOIN attempt_marks m ON m.attempt_id = a.id
WHERE a.version_id = ?1 AND a.submitted_at IS NOT NULL
GROUP BY option, outcome, locale, units`

const VersionRow = v.object({
  ...{ id: v.number(), head: v.string(), position: v.number(), key: v.number() },
  question: v.pipe(v.string(), v.parseJson(), v.looseObject({ id: v.string() })),
})
const GroupRow = v.object({
  ...{ option: v.string(), outcome: v.string(), locale: v.string() },
  ...{ units: v.number(), count: v.number() },
})
