import type { Locale } from './locale.ts'

export const patternFactKinds = [
  ...(['selection', 'mode', 'papers', 'questions', 'marks', 'time'] as const),
  ...(['right', 'wrong', 'blank', 'language', 'qualifying', 'syllabus'] as const),
]
export type PatternFactKind = (typeof patternFactKinds)[number]

/** A fact of an exam's pattern. dated: the year, month or day of its source, as 2026, 2026-11 or
 *  2026-11-21. replaces: the id of the earlier fact that this one replaces. */
export type PatternFact = {
  id: string
  is: PatternFactKind
  value: string
  note: string | null
  source: string
  url: string | null
  dated: string
  isVerified: boolean
  replaces: string | null
  isCurrent: boolean
}

/** An exam's pattern, stage by stage, each fact with its source. */
export type PatternSheet = {
  slug: string
  locale: Locale
  title: string
  checkedOn: string
  stages: readonly { slug: string; name: string; facts: readonly PatternFact[] }[]
}

/** The facts that a fact replaces, directly and indirectly, the latest first. */
export function historyOf(fact: PatternFact, sheet: PatternSheet): PatternFact[] {
  const before = sheet.stages.flatMap(({ facts }) => facts).find(({ id }) => id === fact.replaces)
  return before && before !== fact ? [before, ...historyOf(before, sheet)] : []
}
