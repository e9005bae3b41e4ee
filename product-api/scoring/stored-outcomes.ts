import * as v from 'valibot'
import { outcomes, type Outcome } from '../../domain/attempt/attempt-result.ts'
import type { Answer, MarkedQuestion } from '../../domain/attempt/marking.ts'
import { defaultLocale, locales, type Locale } from '../../domain/locale.ts'
import { runStatements, type Database, type Statement } from '../database.ts'

/** The outcome of a question of a submitted attempt. */
export type StoredOutcome = {
  question: string
  number: number
  option: number | null
  locale: Locale
  outcome: Outcome
  units: number
  spentMs: number
}

/** A row of `attempt_marks`: the outcomes of an attempt in the order of its paper. */
export type MarksRow = v.InferOutput<typeof MarksRow>
export const MarksRow = v.object({
  attempt: v.string(),
  options: v.string(),
  outcomes: v.string(),
  units: v.string(),
  spentMs: v.string(),
  locales: v.string(),
})

/** The columns of attempt_marks `m` that MarksRow names. */
export const marksColumns =
  'm.attempt_id AS attempt, m.options, m.outcomes, m.units, m.spent_ms AS spentMs, m.locales'

/** ?1: the attempt. */
export const selectMarks = `SELECT ${marksColumns} FROM attempt_marks m WHERE m.attempt_id = ?1`

/** Selects the outcomes of all submitted attempts of an owner: attempt, version, locale,
 *  submittedAt, question and outcome, as a letter. ?1: the owner. */
export const ownOutcomes = (column: 'user_id' | 'guest_id') => `
SELECT a.id AS attempt, a.version_id AS version, a.locale, a.submitted_at AS submittedAt,
  k.value AS question, substr(m.outcomes, k.key + 1, 1) AS outcome
FROM attempts a CROSS JOIN attempt_marks m ON m.attempt_id = a.id
CROSS JOIN paper_versions v ON v.id = a.version_id CROSS JOIN json_each(v.question_ids) k
WHERE a.${column} = ?1 AND a.submitted_at IS NOT NULL`

/** Stored: only ever append. */
const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
const outcomeLetters: Record<Outcome, string> = {
  ...{ right: 'r', wrong: 'w', blank: 'b', 'not-answered': 'n', awarded: 'a', void: 'v' },
}
const outcomeOf = new Map(outcomes.map((outcome) => [outcomeLetters[outcome], outcome]))

/** The index of an option that a character of `options` stands for; null: none. */
export const optionOf = (character: string | undefined): number | null => {
  const index = digits.indexOf(character ?? '-')
  return index < 0 ? null : index
}

/** The language that a character of `locales` stands for. */
export const localeOfDigit = (digit: string): Locale =>
  locales[digits.indexOf(digit)] ?? defaultLocale

/** The outcome that a letter of `outcomes` stands for. */
export const outcomeOfLetter = (letter: string | undefined): Outcome =>
  outcomeOf.get(letter ?? '') ?? 'blank'

/** Decodes the outcomes of an attempt. `questions`: the ids of its paper's, in order. */
export function outcomesIn(row: MarksRow, questions: readonly string[]): StoredOutcome[] {
  const [units, spent] = [JSON.parse(row.units), JSON.parse(row.spentMs)] as [number[], number[]]
  return Array.from(row.outcomes, (letter, index) => ({
    question: questions[index] ?? '',
    number: index + 1,
    option: optionOf(row.options[index]),
    locale: localeOfDigit(row.locales[index] ?? row.locales[0] ?? '0'),
    outcome: outcomeOfLetter(letter),
    units: units[index] ?? 0,
    spentMs: spent[index] ?? 0,
  }))
}

/** Encodes the outcomes of all questions of a paper, in its order. */
export function encodeMarks(
  questions: readonly Pick<MarkedQuestion, 'option' | 'locale' | 'outcome' | 'units' | 'spentMs'>[],
): Omit<MarksRow, 'attempt'> {
  const read = questions.map(({ locale }) => digits[locales.indexOf(locale)] ?? '0').join('')
  return {
    options: questions.map(({ option }) => digits[option ?? -1] ?? '-').join(''),
    outcomes: questions.map(({ outcome }) => outcomeLetters[outcome]).join(''),
    units: JSON.stringify(questions.map(({ units }) => units)),
    spentMs: JSON.stringify(questions.map(({ spentMs }) => spentMs)),
    locales: new Set(read).size === 1 ? read.slice(0, 1) : read,
  }
}

/** The answers, to mark them again. After the submission only their outcomes change. */
export const answersIn = (stored: readonly StoredOutcome[]): ReadonlyMap<string, Answer> =>
  new Map(stored.map(({ question, ...answer }) => [question, answer]))

/** Statements that move the outcomes of attempts from `attempt_outcomes`, where each was a row
 *  until migration 0057. `ids`: selects the attempts' ids. Cost: for an attempt without such rows,
 *  one look-up in an index. */
export const movingOldOutcomes = (ids: string, ...values: (string | number)[]): Statement[] => [
  { text: insertOldOutcomes.replace('IDS', ids), values },
  { text: `DELETE FROM attempt_outcomes WHERE attempt_id IN (${ids})`, values },
]

/** The same for a few attempts; runs every minute. Cost: two statements that read nothing when none
 *  is left. */
export const moveSomeOldOutcomes = (db: Database) =>
  runStatements(
    db,
    movingOldOutcomes('SELECT attempt_id FROM attempt_outcomes GROUP BY attempt_id LIMIT 20'),
  )

const caseOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([from, to]) => `WHEN '${from}' THEN '${to}'`).join(' ')

const insertOldOutcomes = `
INSERT INTO attempt_marks (attempt_id, options, outcomes, units, spent_ms, locales)
SELECT attempt_id,
  group_concat(iif(option IS NULL, '-', substr('${digits}', option + 1, 1)), '' ORDER BY number),
  group_concat(CASE outcome ${caseOf(Object.entries(outcomeLetters))} END, '' ORDER BY number),
  json_group_array(units ORDER BY number), json_group_array(spent_ms ORDER BY number),
  group_concat(
    CASE locale ${caseOf(locales.map((locale, index) => [locale, digits[index] ?? '0']))} END,
    '' ORDER BY number)
FROM attempt_outcomes
WHERE attempt_id IN (IDS) GROUP BY attempt_id
ON CONFLICT (attempt_id) DO NOTHING`
