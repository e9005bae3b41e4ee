import { skins } from '../../domain/attempt/attempt.ts'
import { locales } from '../../domain/locale.ts'
import { siteSegments } from '../../domain/site-segments.ts'
import type { Problem, Texts } from '../draft.ts'
import type { CatalogueDraft } from '../loading/catalogue-rows.ts'

type States = CatalogueDraft['states']
type Exams = CatalogueDraft['categories']

/** The slugs of the exams that content may name. */
export const offeredExams = ({
  categories,
}: {
  categories: readonly Pick<Exams[number], 'slug' | 'withdrawn'>[]
}): string[] => categories.filter(({ withdrawn = false }) => !withdrawn).map(({ slug }) => slug)

/** The problems of the catalogue's states and exams: each has an address of its own, a name in
 *  every language, and refers to what there is. */
export function examProblems({
  states,
  categories,
}: Pick<CatalogueDraft, 'states' | 'categories'>): Problem[] {
  const reasons = [
    ...(states.length === 0 ? ['there is no state'] : []),
    ...repeated([...states, ...categories].map(({ slug }) => slug)).map(
      (slug) => `"${slug}" is the address of two states or exams`,
    ),
    ...states.flatMap((state) => stateReasons(state, categories)),
    ...categories.flatMap((exam) => examReasons(exam, states)),
  ]
  return reasons.map((reason) => ({ file: 'catalogue.json', line: 1, reason }))
}

function stateReasons(state: States[number], categories: Exams): string[] {
  const { slug, homeLocale, homeExams = [], name, label } = state
  const offered = offeredExams({ categories })
  return [
    ...slugReasons(slug),
    ...(locales.includes(homeLocale) ? [] : ['has a homeLocale that is no language of the site']),
    ...homeExams
      .filter((exam) => !offered.includes(exam))
      .map((exam) => `offers the exam "${exam}" that there is not`),
    ...textReasons({ name, ...(label && { label }) }),
  ].map((reason) => `the state "${slug}" ${reason}`)
}

/** As somebody has typed it. */
type TypedExam = Pick<Exams[number], 'slug'> & Partial<Exams[number]>

function examReasons(exam: TypedExam, states: States): string[] {
  const {
    slug,
    state = '',
    group = '',
    hall = 'standard',
    languages = [],
    name,
    label,
    note,
  } = exam
  const isRight = languages.length > 0 && languages.every((one) => locales.includes(one))
  return [
    ...slugReasons(slug),
    ...(states.some((one) => one.slug === state)
      ? []
      : [`is of a state "${state}" that there is not`]),
    ...(isSlug(group) ? [] : ['has no group']),
    ...(skins.some((skin) => skin === hall)
      ? []
      : [`has a hall that is not one of: ${skins.join(', ')}`]),
    ...(isRight ? [] : ['has languages that are none of the site']),
    ...textReasons({ name, note, ...(label && { label }) }),
  ].map((reason) => `the exam "${slug}" ${reason}`)
}

const isSlug = (text: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

const slugReasons = (slug: string) => [
  ...(isSlug(slug) ? [] : ['has an address that is not of letters a to z, digits and hyphens']),
  ...(siteSegments.includes(slug) || locales.some((locale) => locale === slug)
    ? ['has an address of the site itself']
    : []),
]

const textReasons = (texts: Record<string, Texts | undefined>) =>
  Object.entries(texts).flatMap(([field, byLocale]) =>
    locales
      .filter((locale) => (byLocale?.[locale] ?? '').trim() === '')
      .map((locale) => `has no ${field} in ${locale}`),
  )

const repeated = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => words.filter((one) => one === word).length > 1)
