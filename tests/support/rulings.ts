import type { KeyDecision } from '../../domain/attempt/marking.ts'
import { sendRescoreMessages } from '../../product-api/attempts/object-care.ts'
import type { Database } from '../../product-api/database.ts'
import { questionByEditorId, ruleKey, type NewRuling } from '../../product-api/scoring/rule-key.ts'
import { attemptsPath, newWriter, startedEarlier, type TestTaker } from './attempts.ts'
import { database } from './product-api.ts'
import { bindings } from './readers.ts'

// Submitted attempts and rulings about their keys.

export const reason = {
  kn: 'ಪ್ರಶ್ನೆಯನ್ನು ರದ್ದುಪಡಿಸಲಾಗಿದೆ.',
  en: 'The question was cancelled.',
  te: 'ప్రశ్నను రద్దు చేశారు.',
}

/** The id that the content files give a question, by its number in a test, from 1. */
export async function editorIdOf(slug: string, number: number): Promise<string> {
  const row = await database()
    .prepare(
      `SELECT q.editor_id AS id
       FROM practice_tests t
       JOIN test_questions x ON x.test_id = t.id
       JOIN questions q ON q.id = x.question_id
       WHERE t.slug = ? AND x.position = ? - 1`,
    )
    .bind(slug, number)
    .first<{ id: string }>()
  return row?.id ?? ''
}

/** Makes a ruling, as the command rule-key does. isTold: and tells the readers' objects at once. */
export async function ruleAbout(
  editorId: string,
  decision: KeyDecision & Partial<Pick<NewRuling, 'locale' | 'reports' | 'wording'>>,
  through: Database = database(),
  { isTold = true } = {},
) {
  const question = await questionByEditorId(database(), editorId)
  if (!question) throw new Error(`no question ${editorId}`)
  const { id: questionId, wording } = question
  const made = await ruleKey(
    through,
    { questionId, wording, locale: null, reports: [], reason, ...decision },
    new Date('2026-11-22T06:00:00.000Z'),
  )
  if (isTold) await sendRescoreMessages(bindings, new Date())
  return made
}

export type ResultBody = {
  attempt: { id: string; score: string; maximum: string; status: string }
  score: string
  maximum: string
  counts: Record<string, number>
  arithmetic: { what: string; count: number; each: string; sum: string }[]
  sections: ({
    slug: string | null
    names: Record<string, string>
    score: string
    maximum: string
    spentMs: number
  } & Record<string, number>)[]
  topics: {
    slug: string
    name: string
    locale: string
    right: number
    wrong: number
    blank: number
    total: number
  }[]
  questions: {
    id: string
    number: number
    section: string | null
    chosen: number | null
    accepted: number[]
    outcome: string
    marks: string
    spentMs: number
    isMarked: boolean
    unsaved: number | null
    locale: string
    ruling: { kind: string; award: string | null; reason: string } | null
  }[]
  guesses: { wrong: number; lost: string; withoutThem: string }
  qualifying: { needed: string; passed: boolean } | null
  comparison: { count: number; below: number; leftOut: number } | null
  arrivedLate: number
  replacedCount: number
  notCompared: string | null
  changes: {
    question: string
    number: number
    from: string
    to: string
    kind: string
    award: string | null
    reason: string
    decidedAt: string
  }[]
  apart: {
    question: string | null
    number: number | null
    option: number | null
    standing: string
  }[]
  trend: { id: string; score: string; maximum: string; mode: string }[]
  wrong: string[]
}

export const resultOf = (who: TestTaker, id: string, locale = 'en') =>
  who.request<ResultBody>('GET', `${attemptsPath}/${id}/result?locale=${locale}`)

/** The outcome that a question should have. */
export type WantedOutcome = 'right' | 'wrong' | 'fifth' | 'blank'

/** Takes a test in exam mode with the wanted outcomes, question by question, and submits it.
 *  Returns the attempt's id. */
export async function takeTest(
  who: TestTaker,
  test: string,
  wanted: readonly WantedOutcome[],
  { keys, locale = 'kn' }: { keys: ReadonlyMap<string, number>; locale?: 'kn' | 'en' },
): Promise<string> {
  const { data: attempt } = await who.start({ test, locale })
  const write = newWriter()
  const events = [...keys].flatMap(([question, key], index) => {
    const option = optionFor(wanted[index] ?? 'blank', key)
    return option === null ? [] : [write({ question, option, locale })]
  })
  await startedEarlier(attempt.id)
  await who.submit(attempt.id, { events })
  return attempt.id
}

function optionFor(wanted: WantedOutcome, key: number): number | null {
  switch (wanted) {
    case 'right':
      return key
    case 'wrong':
      return key === 0 ? 1 : 0
    case 'fifth':
      return 4
    case 'blank':
      return null
  }
}

export const times = (count: number, wanted: WantedOutcome): WantedOutcome[] =>
  Array<WantedOutcome>(count).fill(wanted)
