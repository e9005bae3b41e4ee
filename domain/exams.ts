import { fallbackChain, type Locale } from './locale.ts'

/** A name by language: in every one in content (authoring/checks/exams.ts); in a database that
 *  somebody else filled, in those that it has. */
export type Names = Readonly<Partial<Record<Locale, string>>>

/** A state whose boards hold exams, or all of India. */
export type State = {
  slug: string
  /** The language of its pages if the URL names none. */
  homeLocale: Locale
  /** Whether an exam has one page with a section for each kind of paper, not a page for each. */
  hasPapersOnOnePage: boolean
  /** The slugs of the exams that the home page of its language offers first, in order. */
  homeExams: readonly string[]
  names: Names
}

/** An exam as the catalogue has it. */
export type ExamRow = {
  slug: string
  /** Of its state. */
  state: string
  /** Exams that belong together. The information pages /vao and /pdo list those of their group. */
  group: string
  /** The computer test that its hall imitates: 'railway', or 'standard'. */
  hall: string
  /** The languages of its papers; all papers exist in the first one. */
  languages: readonly Locale[]
  names: Names
  /** What distinguishes it from similar exams. */
  notes: Names
}

/** `homeLocale` and `hasPapersOnOnePage` are those of its state. */
export type Exam = ExamRow & Pick<State, 'homeLocale' | 'hasPapersOnOnePage'>

/** Every state and exam in the order of the lists. There is at least one state. */
export type ExamCatalogue = {
  states: readonly State[]
  exams: readonly Exam[]
  findState: (slug: string) => State | undefined
  findExam: (slug: string) => Exam | undefined
}

/** Errors: throws where there is no state. An exam of a state that is not there is left out. */
export function examCatalogue({
  states,
  exams: rows,
}: {
  states: readonly State[]
  exams: readonly ExamRow[]
}): ExamCatalogue {
  if (states.length === 0) throw new Error('a catalogue of exams without a state')
  const stateBySlug = new Map(states.map((state) => [state.slug, state]))
  const exams = rows.flatMap((row): Exam[] => {
    const state = stateBySlug.get(row.state)
    if (!state) return []
    const { homeLocale, hasPapersOnOnePage } = state
    return [{ ...row, homeLocale, hasPapersOnOnePage }]
  })
  const examBySlug = new Map(exams.map((exam) => [exam.slug, exam]))
  return {
    states,
    exams,
    findState: (slug) => stateBySlug.get(slug),
    findExam: (slug) => examBySlug.get(slug),
  }
}

/** The state whose exams a reader of this language sees first. */
export const homeStateIn = ({ states }: ExamCatalogue, locale: Locale): State =>
  // A catalogue has a first state.
  states.find(({ homeLocale }) => homeLocale === locale) ?? states[0]!

/** The name in a language, or in the next best that there is. */
export function nameIn(names: Names, locale: Locale): string {
  const best = fallbackChain(locale).find((one) => names[one] !== undefined && names[one] !== '')
  return (best && names[best]) ?? ''
}

/** The slug of the exams of the whole country, which come after the reader's own state. */
export const nationwide = 'all-india'

/** The years that have a page of their own below previous-papers, also without a paper of them.
 *  Another year has one where a paper is of it. */
export const patternYears = [2024, 2023, 2022, 2021] as const
