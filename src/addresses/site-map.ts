import { patternYears } from '../../domain/exams.ts'
import { allExams } from '../exams.ts'
import { infoSlugs, policySlugs } from '../../domain/content-page.ts'

/** The kind of page at an address. Tests visit one page of each kind. */
export type PageFamily =
  | 'home'
  | 'exams'
  | 'hub'
  | 'exam'
  | 'papers'
  | 'andhra-exam'
  | 'grand-tests'
  | 'info'
  | 'flash-cards'
  | 'current-affairs'
  | 'search'
  | 'feedback'
  | 'login'
  | 'account'
  | 'checkout'
  | 'offline'

export type KnownAddress = {
  path: string
  family: PageFamily
  /** Whether the sitemap contains it; robots.txt disallows the others. */
  listed: boolean
}

const listed = (family: PageFamily, ...paths: string[]): KnownAddress[] =>
  paths.map((path) => ({ path, family, listed: true }))
const unlisted = (family: PageFamily, ...paths: string[]): KnownAddress[] =>
  paths.map((path) => ({ path, family, listed: false }))

/** Every address of the site that depends on its exams alone, without its locale. The sitemap,
 *  robots.txt and the tests that visit every page are derived from this table. */
export const knownAddresses = (): readonly KnownAddress[] => [
  ...listed('home', '/'),
  ...listed('exams', '/exams'),
  ...listed('info', '/plan', '/live-mocks'),
  ...listed('info', ...policySlugs.map((slug) => `/${slug}`)),
  ...listed('info', ...infoSlugs.map((slug) => `/${slug}`)),
  ...listed('hub', '/vao', '/pdo'),
  ...allExams()
    .filter((exam) => !exam.hasPapersOnOnePage)
    .flatMap(({ slug }) => [
      ...listed('exam', `/${slug}`),
      ...listed('papers', `/${slug}/model-paper`, `/${slug}/previous-papers`),
      ...listed('papers', ...patternYears.map((year) => `/${slug}/previous-papers_${year}`)),
    ]),
  ...listed('papers', '/pdo-1-subject', '/pdo-2-subject'),
  ...listed('grand-tests', '/grand-tests', '/grand-tests/model-paper_pdo-model-paper-1'),
  ...allExams()
    .filter((exam) => exam.hasPapersOnOnePage)
    .flatMap(({ slug }) => listed('andhra-exam', `/${slug}`)),
  ...listed('flash-cards', '/flash-cards'),
  ...listed('current-affairs', '/current-affairs'),
  ...listed('feedback', '/feedback'),
  ...unlisted('search', '/search'),
  ...unlisted('login', '/login', '/login?islogin=true'),
  ...unlisted('flash-cards', '/flash-cards/mine'),
  ...unlisted('account', '/bookmarks', '/progress', '/reminders', '/account'),
  ...unlisted('offline', '/offline', '/offline/cards', '/offline/vao-paper-1'),
  ...listed('checkout', '/village-administrative-officer-pack'),
  ...unlisted('checkout', '/subscription/checkout', '/karnataka/vao-paper-1/subscription/checkout'),
]
