import type { Locale } from './locale.ts'

export type StateSlug = 'karnataka' | 'andhra-pradesh' | 'all-india'

const karnataka = { state: 'karnataka', languages: ['kn', 'en'] } as const
const allIndia = { state: 'all-india', languages: ['kn', 'te', 'en'] } as const
const andhra = { state: 'andhra-pradesh', languages: ['te', 'en'] } as const

/** Every exam of the site. `languages`: those its papers are written in, the complete one first. */
const table = [
  { slug: 'vao-paper-1', group: 'vao', ...karnataka },
  { slug: 'vao-paper-2', group: 'vao', ...karnataka },
  { slug: 'compulsory-kannada', group: 'karnataka', ...karnataka },
  { slug: 'pdo-paper-1', group: 'pdo', ...karnataka },
  { slug: 'pdo-paper-2', group: 'pdo', ...karnataka },
  { slug: 'sda-fda', group: 'karnataka', ...karnataka },
  { slug: 'gk-and-current-affairs', group: 'karnataka', ...karnataka },
  { slug: 'rrb', group: 'railway', ...allIndia },
  { slug: 'rrb-group-d', group: 'railway', ...allIndia },
  { slug: 'ssc-gd-constable', group: 'ssc', ...allIndia },
  { slug: 'ap-tet-paper-1', group: 'ap-tet', ...andhra },
  { slug: 'tet-paper-2-social', group: 'ap-tet', ...andhra },
  { slug: 'tet-paper-2-telugu', group: 'ap-tet', ...andhra },
  { slug: 'tet-paper-2-english', group: 'ap-tet', ...andhra },
  { slug: 'tet-paper-2-mathematics-and-science', group: 'ap-tet', ...andhra },
  { slug: 'ap-dsc-sgt', group: 'ap-dsc', ...andhra },
  { slug: 'ap-dsc-sa-telugu', group: 'ap-dsc', ...andhra },
  { slug: 'ap-dsc-sa-english', group: 'ap-dsc', ...andhra },
  { slug: 'ap-dsc-sa-mathematics', group: 'ap-dsc', ...andhra },
  { slug: 'ap-dsc-sa-physical-science', group: 'ap-dsc', ...andhra },
  { slug: 'ap-dsc-sa-biological-science', group: 'ap-dsc', ...andhra },
  { slug: 'ap-dsc-sa-social-studies', group: 'ap-dsc', ...andhra },
  { slug: 'ap-pet', group: 'ap-pet', ...andhra },
] as const

export type ExamSlug = (typeof table)[number]['slug']
export type ExamGroup = (typeof table)[number]['group']
export type Exam = {
  slug: ExamSlug
  state: StateSlug
  group: ExamGroup
  languages: readonly Locale[]
}

export const exams: readonly Exam[] = table

const bySlug = new Map<string, Exam>(exams.map((exam) => [exam.slug, exam]))

export const findExam = (slug: string): Exam | undefined => bySlug.get(slug)

/** Andhra Pradesh's exams have one page with three labelled sections; the others have a page for each kind of paper. */
export const isAndhra = (exam: Exam) => exam.state === 'andhra-pradesh'

/** The years that have a page of their own below previous-papers. */
export const patternYears = [2024, 2023, 2022, 2021] as const
