import catalogueOfBuild from '../content/catalogue.json' with { type: 'json' }
import {
  examCatalogue,
  homeStateIn,
  type Exam,
  type ExamCatalogue,
  type Names,
  type State,
} from '../domain/exams.ts'
import { isLocale, type Locale } from '../domain/locale.ts'

/** What the site reads of content/catalogue.json. `label`: what pages call it, where that is not
 *  its full name. */
type CatalogueText = {
  states: {
    slug: string
    homeLocale: string
    papersOnOnePage?: boolean
    homeExams?: string[]
    name: Names
    label?: Names
  }[]
  categories: {
    slug: string
    state: string
    group: string
    hall?: string
    languages: string[]
    name: Names
    label?: Names
    note: Names
  }[]
}
const { states, categories }: CatalogueText = catalogueOfBuild

/** The catalogue of content/ when the site was built: what an isolate knows before it has read what
 *  the product API has. */
const ofBuild = examCatalogue({
  states: states.map(({ slug, homeLocale, homeExams = [], name, label = name, ...state }) => ({
    ...{ slug, homeLocale: localeOf(homeLocale), homeExams, names: label },
    hasPapersOnOnePage: state.papersOnOnePage ?? false,
  })),
  exams: categories.map(({ languages, name, label = name, note, hall = 'standard', ...exam }) => ({
    ...{ slug: exam.slug, state: exam.state, group: exam.group, hall },
    ...{ languages: languages.map(localeOf), names: label, notes: note },
  })),
})

function localeOf(code: string): Locale {
  if (!isLocale(code)) throw new Error(`catalogue.json names the language ${code}`)
  return code
}

/** What this isolate knows, and of which product API. */
let known = { origin: '', catalogue: ofBuild }

/** Only src/middleware/exams.ts calls this, at the beginning of a request. `catalogue`: that of the
 *  product API; null: it has none, so that the build's is used; undefined: not read yet, so that
 *  what was known of this product API stays. */
export function setKnownExams(origin: string, catalogue: ExamCatalogue | null | undefined) {
  if (catalogue !== undefined || known.origin !== origin)
    known = { origin, catalogue: catalogue ?? ofBuild }
}

/** In the order of the lists. */
export const allExams = (): readonly Exam[] => known.catalogue.exams
export const allStates = (): readonly State[] => known.catalogue.states

export const findExam = (slug: string): Exam | undefined => known.catalogue.findExam(slug)
export const findState = (slug: string): State | undefined => known.catalogue.findState(slug)

/** The state whose exams a reader of this language sees first. */
export const homeStateOf = (locale: Locale): State => homeStateIn(known.catalogue, locale)
