import { defaultLocale, type Locale } from './locale.ts'

export type StateSlug = 'karnataka' | 'andhra-pradesh' | 'all-india'

/** A state whose boards hold exams, or all of India. */
export type State = {
  slug: StateSlug
  /** The language of its pages if the URL names none. */
  homeLocale: Locale
  /** The languages of its papers; all papers exist in the first one. */
  languages: readonly Locale[]
  /** Whether an exam has one page with a section for each kind of paper, not a page for each. */
  hasPapersOnOnePage: boolean
}

const karnataka: State = {
  slug: 'karnataka',
  homeLocale: 'kn',
  languages: ['kn', 'en'],
  hasPapersOnOnePage: false,
}
const allIndia: State = {
  slug: 'all-india',
  homeLocale: defaultLocale,
  languages: ['kn', 'te', 'en'],
  hasPapersOnOnePage: false,
}
const andhra: State = {
  slug: 'andhra-pradesh',
  homeLocale: 'te',
  languages: ['te', 'en'],
  hasPapersOnOnePage: true,
}
/** In the order of the home page for readers whose language is of no state in particular. */
export const states: readonly State[] = [karnataka, allIndia, andhra]

// Every exam of the site, in the order of its lists. `group`: exams that belong together. The
// information pages /vao and /pdo list those of their group; 'railway' selects the colours of the
// exam hall.
const table = [
  { slug: 'vao-paper-1', group: 'vao', state: karnataka },
  { slug: 'vao-paper-2', group: 'vao', state: karnataka },
  { slug: 'compulsory-kannada', group: 'karnataka', state: karnataka },
  { slug: 'pdo-paper-1', group: 'pdo', state: karnataka },
  { slug: 'pdo-paper-2', group: 'pdo', state: karnataka },
  { slug: 'sda-fda', group: 'karnataka', state: karnataka },
  { slug: 'gk-and-current-affairs', group: 'karnataka', state: karnataka },
  { slug: 'rrb', group: 'railway', state: allIndia },
  { slug: 'rrb-group-d', group: 'railway', state: allIndia },
  { slug: 'ssc-gd-constable', group: 'ssc', state: allIndia },
  { slug: 'ap-tet-paper-1', group: 'ap-tet', state: andhra },
  { slug: 'tet-paper-2-social', group: 'ap-tet', state: andhra },
  { slug: 'tet-paper-2-telugu', group: 'ap-tet', state: andhra },
  { slug: 'tet-paper-2-english', group: 'ap-tet', state: andhra },
  { slug: 'tet-paper-2-mathematics-and-science', group: 'ap-tet', state: andhra },
  { slug: 'ap-dsc-sgt', group: 'ap-dsc', state: andhra },
  { slug: 'ap-dsc-sa-telugu', group: 'ap-dsc', state: andhra },
  { slug: 'ap-dsc-sa-english', group: 'ap-dsc', state: andhra },
  { slug: 'ap-dsc-sa-mathematics', group: 'ap-dsc', state: andhra },
  { slug: 'ap-dsc-sa-physical-science', group: 'ap-dsc', state: andhra },
  { slug: 'ap-dsc-sa-biological-science', group: 'ap-dsc', state: andhra },
  { slug: 'ap-dsc-sa-social-studies', group: 'ap-dsc', state: andhra },
  { slug: 'ap-pet', group: 'ap-pet', state: andhra },
] as const

export type ExamSlug = (typeof table)[number]['slug']
export type ExamGroup = (typeof table)[number]['group']

/** `homeLocale` and `languages` are those of its state. */
export type Exam = Pick<State, 'homeLocale' | 'languages' | 'hasPapersOnOnePage'> & {
  slug: ExamSlug
  state: StateSlug
  group: ExamGroup
}

export const exams: readonly Exam[] = table.map(({ state, ...exam }) => ({
  ...state,
  ...exam,
  state: state.slug,
}))

const bySlug = new Map<string, Exam>(exams.map((exam) => [exam.slug, exam]))

export const findExam = (slug: string): Exam | undefined => bySlug.get(slug)

export const findState = (slug: string): State | undefined =>
  states.find((state) => state.slug === slug)

/** The state whose exams a reader of this language sees first. */
export const homeStateOf = (locale: Locale): State =>
  states.find(({ homeLocale }) => homeLocale === locale) ?? karnataka

/** The years that have their own page below previous-papers. */
export const patternYears = [2024, 2023, 2022, 2021] as const
