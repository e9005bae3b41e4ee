import type { Locale } from '../domain/locale.ts'
import type { PaperKind } from '../domain/paper.ts'
import type { PatternFactKind } from '../domain/pattern-sheet.ts'

/** One text in the languages in which it was written. */
export type Texts = Partial<Record<Locale, string>>

/** A problem in a content file, with its position for the editor. */
export type Problem = { file: string; line: number; reason: string }

/** A paper as an editor wrote it, before it is loaded.
 *  Marks and penalties are exact fractions of a mark, as text: '1', '1/4'. */
export type PaperDraft = {
  file: string
  line: number
  slug: string
  exam: string
  kind: PaperKind
  year: number | null
  position: number
  languages: Locale[]
  minutes: number
  right: string
  wrong: string
  blank: string
  /** The minimum share of all marks that passes: '1/3'. null: the paper counts in the merit
   *  list. */
  qualifying: string | null
  access: 'free' | 'premium'
  title: Texts
  about: Texts
  source: string
  checkedOn: string
  sections: SectionDraft[]
  questions: QuestionDraft[]
}

/** A live mock: a paper that everybody takes at the same time. `bellAt` and `resultsAt`: ISO 8601;
 *  null where they are unreadable. `exams`: which its participants prepare for. */
export type LiveMockDraft = {
  file: string
  line: number
  paper: PaperDraft
  bellAt: string | null
  latestMinutes: number
  resultsAt: string | null
  exams: string[]
}

export type SectionDraft = { line: number; slug: string; name: Texts; minutes: number | null }

export type QuestionDraft = {
  line: number
  id: string
  section: string | null
  /** The languages this question exists in: the paper's, or one alone where the question is about a
   *  language. */
  languages: Locale[]
  stem: Texts
  options: Texts[]
  /** Index of the right option, from 0. */
  correct: number
  explanation: Texts
  topics: string[]
  /** Latin words that are allowed in Kannada or Telugu text. */
  terms: string[]
  figure: { file: string; alt: Texts } | null
  /** The passage that it shares with its neighbours; absent where there is none. */
  passage?: PassageDraft
  /** When a fact that changes was true, and when to look at it again: 2024, 2024-06, 2024-06-30. */
  trueAsOf?: string
  lookAgain?: string
}

/** A text, table or chart about which several questions of a paper ask. */
export type PassageDraft = { line: number; id: string; languages: Locale[]; text: Texts }

export type CardDraft = {
  line: number
  id: string
  front: Texts
  back: Texts
  topics: string[]
  terms: string[]
}
export type CardsDraft = {
  file: string
  line: number
  tag: string
  languages: Locale[]
  cards: CardDraft[]
}

/** A text page: a policy, exam information, study material, or a day's current affairs. Bodies are
 *  Markdown. `quiz`: questions that the page's own text answers; current affairs only. */
export type PageDraft = {
  file: string
  line: number
  slug: string
  kind: 'policy' | 'exam-info' | 'material' | 'current-affairs'
  date: string | null
  exam: string | null
  languages: Locale[]
  title: Texts
  description: Texts
  body: Texts
  source: string
  checkedOn: string
  topics: string[]
  terms: string[]
  quiz: QuestionDraft[]
}

/** The known pattern of exams, stage by stage. */
export type PatternDraft = {
  file: string
  line: number
  slug: string
  exams: string[]
  languages: Locale[]
  title: Texts
  checkedOn: string
  stages: { line: number; slug: string; name: Texts; facts: PatternFactDraft[] }[]
}

/** `dated`: the year, month or day of the source: 2024, 2024-03 or 2024-03-13. `replaces`: the id
 *  of the fact in the same sheet that was true before. */
export type PatternFactDraft = {
  line: number
  id: string
  is: PatternFactKind
  value: Texts
  note: Texts
  source: string
  url: string | null
  dated: string
  isVerified: boolean
  replaces: string | null
  terms: string[]
}

/** A text that study plans give to read in one session. */
export type LessonDraft = {
  line: number
  id: string
  minutes: number
  topics: string[]
  name: Texts
  text: Texts
  terms: string[]
}
export type LessonsDraft = {
  file: string
  line: number
  languages: Locale[]
  lessons: LessonDraft[]
}

/** A study plan of 30 days. Each day names lessons, tags of flash cards, and papers; `revise` is
 *  the first and the last day to revise. */
export type PlanDraft = {
  file: string
  line: number
  slug: string
  position: number
  exams: string[]
  languages: Locale[]
  title: Texts
  about: Texts
  source: string
  checkedOn: string
  days: PlanDayDraft[]
}
export type PlanDayDraft = {
  line: number
  number: number
  read: string[]
  cards: string[]
  papers: string[]
  revise: { from: number; to: number } | null
  affairs: boolean
}
