import type { Catalogue } from './content.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import type { CardsDraft, LessonsDraft, PaperDraft, PlanDraft, Problem, Texts } from '../draft.ts'
import { offeredExams } from './exams.ts'
import { languageProblem } from './language.ts'

export type Plans = {
  papers: readonly PaperDraft[]
  cardSets: readonly CardsDraft[]
  lessonSets: readonly LessonsDraft[]
  plans: readonly PlanDraft[]
}

const daysOfPlan = 30

/** The problems of study plans: they have 30 days in order, every lesson, card set and paper that
 *  they name exists, and every lesson is used. */
export function checkPlans(
  catalogue: Catalogue,
  { papers, cardSets, lessonSets, plans }: Plans,
): Problem[] {
  const lessons = lessonSets.flatMap(({ file, languages, lessons }) =>
    lessons.map((lesson) => ({ file, languages, ...lesson })),
  )
  const known = {
    exams: new Set(offeredExams(catalogue)),
    tags: new Set(cardSets.map(({ tag }) => tag)),
    papers: new Set(papers.map(({ slug }) => slug)),
    lessons: new Map(lessons.map((lesson) => [lesson.id, lesson])),
  }
  const topics = new Set(catalogue.tags.map(({ slug }) => slug))
  const read = new Set(plans.flatMap(({ days }) => days.flatMap((day) => day.read)))
  return [
    ...plans.flatMap((plan) => checkPlan(plan, known)),
    ...lessons.flatMap(({ file, line, id, name, text, terms, ...lesson }) => [
      ...checkTexts(file, line, `${id}: name`, name, terms),
      ...checkTexts(file, line, `${id}: text`, text, terms),
      ...lesson.topics
        .filter((topic) => !topics.has(topic))
        .map((topic) => ({ file, line, reason: `no tag is called "${topic}"` })),
      ...(read.has(id) ? [] : [{ file, line, reason: `no plan gives "${id}" to read` }]),
    ]),
    ...duplicateProblems(
      lessons.map(({ file, line, id }) => ({ file, line, name: `the lesson ${id}` })),
    ),
    ...duplicateProblems(
      plans.map(({ file, line, slug }) => ({ file, line, name: `the plan ${slug}` })),
    ),
  ]
}

type Known = {
  exams: ReadonlySet<string>
  tags: ReadonlySet<string>
  papers: ReadonlySet<string>
  lessons: ReadonlyMap<string, { languages: readonly Locale[] }>
}

function checkPlan(plan: PlanDraft, { exams, tags, papers, lessons }: Known): Problem[] {
  const { file, line } = plan
  const problems: Problem[] = []
  const addProblem = (at: number, reason: string) => problems.push({ file, line: at, reason })
  const checkNames = (
    at: number,
    names: readonly string[],
    exists: (name: string) => boolean,
    what: string,
  ) =>
    names
      .filter((name) => !exists(name))
      .forEach((name) => addProblem(at, `no ${what} is called "${name}"`))
  checkNames(line, plan.exams, (name) => exams.has(name), 'exam')
  if (plan.exams.length === 0) addProblem(line, '"exams:" is missing')
  if (plan.days.length !== daysOfPlan)
    addProblem(line, `${plan.days.length} days; there must be ${daysOfPlan}`)
  for (const [index, day] of plan.days.entries()) {
    if (day.number !== index + 1) addProblem(day.line, `day ${index + 1} must come here`)
    checkNames(day.line, day.read, (name) => lessons.has(name), 'lesson')
    checkNames(day.line, day.cards, (name) => tags.has(name), 'set of cards')
    checkNames(day.line, day.papers, (name) => papers.has(name), 'paper')
    for (const name of day.read)
      if (plan.languages.some((locale) => lessons.get(name)?.languages.includes(locale) === false))
        addProblem(day.line, `the lesson "${name}" is not in every language of the plan`)
    const { revise } = day
    if (revise && !(revise.from < revise.to && revise.to < day.number))
      addProblem(
        day.line,
        `days ${revise.from} to ${revise.to} cannot be revised on day ${day.number}`,
      )
    const tasks = day.read.length + day.cards.length + day.papers.length
    if (tasks === 0 && !revise && !day.affairs) addProblem(day.line, 'a day without anything to do')
  }
  problems.push(...checkTexts(file, line, 'title', plan.title, []))
  problems.push(...checkTexts(file, line, 'about', plan.about, []))
  return problems
}

function checkTexts(
  file: string,
  line: number,
  label: string,
  texts: Texts,
  terms: readonly string[],
): Problem[] {
  return locales.flatMap((locale) => {
    const text = texts[locale]
    const reason = text === undefined ? null : languageProblem(text, locale, terms)
    return reason === null ? [] : [{ file, line, reason: `${label}: ${reason}` }]
  })
}

function duplicateProblems(
  named: readonly { file: string; line: number; name: string }[],
): Problem[] {
  return named.flatMap(({ file, line, name }, index) => {
    const earlier = named.findIndex((other) => other.name === name)
    const first = named[earlier]
    if (!first || earlier === index) return []
    return [{ file, line, reason: `${name} already exists in ${first.file}:${first.line}` }]
  })
}
