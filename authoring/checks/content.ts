import type { Locale } from '../../domain/locale.ts'
import type {
  CardsDraft,
  PageDraft,
  PaperDraft,
  PatternDraft,
  Problem,
  QuestionDraft,
  Texts,
} from '../draft.ts'
import { couponProblems } from './coupons.ts'
import { offeredExams } from './exams.ts'
import { priceProblems } from './plan-prices.ts'
import { undatedFactProblems } from './dated-facts.ts'
import { skeletonProblems } from './question-skeletons.ts'
import { formulaProblem } from '../formulas.ts'
import { formProblems } from '../question-forms/form-problems.ts'
import { passageProblems, passagesOf } from './passages.ts'
import { scriptProblem, numbersIn, languageProblem } from './language.ts'
import type { CatalogueDraft } from '../loading/catalogue-rows.ts'

export type Catalogue = {
  states: readonly { slug: string }[]
  categories: readonly { slug: string; withdrawn?: true }[]
  tags: readonly { slug: string }[]
  plans?: readonly Pick<CatalogueDraft['plans'][number], 'slug' | 'days' | 'prices'>[]
  coupons?: CatalogueDraft['coupons']
}

/** The problems that reading single files cannot find: options, keys, languages, references, and
 *  everything that must be unique across files. */
export function checkContent(
  catalogue: Catalogue,
  papers: readonly PaperDraft[],
  cardSets: readonly CardsDraft[],
  pages: readonly PageDraft[],
  patterns: readonly PatternDraft[] = [],
): Problem[] {
  const exams = new Set(offeredExams(catalogue))
  const tags = new Set(catalogue.tags.map((tag) => tag.slug))
  return [
    ...couponProblems(catalogue),
    ...priceProblems(catalogue.plans),
    ...papers.flatMap((paper) => checkPaper(paper, exams, tags)),
    ...skeletonProblems(papers),
    ...cardSets.flatMap((set) => checkCards(set, tags)),
    ...pages.flatMap((page) => checkPage(page, exams, tags)),
    ...patterns.flatMap((pattern) => checkPattern(pattern, exams)),
    ...duplicateProblems(papers.map((paper) => ({ ...paper, name: `the paper ${paper.slug}` }))),
    ...duplicateProblems(
      patterns.map((sheet) => ({ ...sheet, name: `the pattern ${sheet.slug}` })),
    ),
    ...duplicateProblems(pages.map((page) => ({ ...page, name: `the page ${page.slug}` }))),
    ...duplicateProblems(
      allQuestions(papers, pages).map(({ file, question: { line, id } }) => ({
        file,
        line,
        name: `the question id ${id}`,
      })),
    ),
    ...duplicateProblems(
      cardSets.flatMap(({ file, cards }) =>
        cards.map(({ line, id }) => ({ file, line, name: `the card id ${id}` })),
      ),
    ),
    ...duplicateProblems(
      allQuestions(papers, pages).map(({ file, question }) => ({
        file,
        line: question.line,
        name: `the question "${normalizedText(question).slice(0, 60)}"`,
        key: normalizedText(question),
      })),
    ),
  ]
}

/** All questions of papers and quizzes, with their files. */
const allQuestions = (papers: readonly PaperDraft[], pages: readonly PageDraft[]) => [
  ...papers.flatMap(({ file, questions }) => questions.map((question) => ({ file, question }))),
  ...pages.flatMap(({ file, quiz }) => quiz.map((question) => ({ file, question }))),
]

function checkPaper(paper: PaperDraft, exams: Set<string>, tags: Set<string>): Problem[] {
  const { file, line } = paper
  const problems: Problem[] = []
  if (!exams.has(paper.exam))
    problems.push({ file, line, reason: `no exam is called "${paper.exam}"` })
  if (paper.questions.length === 0)
    problems.push({ file, line, reason: 'a paper without a question' })
  problems.push(...checkSectionMinutes(paper))
  problems.push(...checkTexts(file, line, 'title', paper.title, []))
  problems.push(...checkTexts(file, line, 'about', paper.about, []))
  for (const section of paper.sections)
    problems.push(...checkTexts(file, section.line, 'name', section.name, []))
  for (const question of paper.questions)
    problems.push(...checkQuestion(file, question), ...checkTopics(file, question, tags))
  for (const { line, id, text } of passagesOf(paper))
    problems.push(...checkTexts(file, line, `${id}: passage`, text, []))
  problems.push(...passageProblems(paper), ...undatedFactProblems(paper))
  return problems
}

/** Either no section has minutes, or all have, and their sum is the paper's. */
function checkSectionMinutes({ file, line, minutes, sections }: PaperDraft): Problem[] {
  const sectionMinutes = sections.flatMap((section) => section.minutes ?? [])
  const sum = sectionMinutes.reduce((all, one) => all + one, 0)
  if (sectionMinutes.length === 0 || (sectionMinutes.length === sections.length && sum === minutes))
    return []
  const counted = `${sum} for ${sectionMinutes.length} of ${sections.length}`
  const reason = `the sections' minutes, ${counted}, are not the paper's ${minutes}`
  return [{ file, line, reason }]
}

function checkQuestion(file: string, question: QuestionDraft): Problem[] {
  const { line, options, languages, terms } = question
  const problems: Problem[] = []
  const addProblem = (reason: string) =>
    problems.push({ file, line, reason: `${question.id}: ${reason}` })
  const reasons = [optionProblems, equalOptionProblems, formProblems].flatMap((of) => of(question))
  for (const reason of reasons) addProblem(reason)
  problems.push(...checkTexts(file, line, `${question.id}: question`, question.stem, terms))
  problems.push(...checkTexts(file, line, `${question.id}: why`, question.explanation, terms))
  // Options of a question about one language may contain anything that looks like another language.
  if (languages.length > 1)
    for (const option of options)
      problems.push(...checkTexts(file, line, `${question.id}: option`, option, terms))
  return problems
}

/** Checks an imported question. A question with errors is rejected; one with warnings is imported
 *  and reported. */
export function checkImportedQuestion(question: QuestionDraft): {
  errors: string[]
  warnings: string[]
} {
  const { stem, languages, terms } = question
  const empty = languages.filter((locale) => (stem[locale] ?? '').trim() === '')
  const errors = [
    ...empty.map((locale) => `the question is empty in ${locale}`),
    ...languages.flatMap((locale) => scriptProblem(stem[locale] ?? '', locale) ?? []),
    ...languages.flatMap((locale) => formulaProblem(stem[locale] ?? '') ?? []),
    ...Object.values(question.explanation).flatMap((text) => formulaProblem(text) ?? []),
    ...optionProblems(question),
  ]
  const warnings = [
    ...equalOptionProblems(question),
    ...languages.flatMap((locale) => languageProblem(stem[locale] ?? '', locale, terms) ?? []),
  ]
  return { errors, warnings }
}

function optionProblems({ options, languages }: QuestionDraft): string[] {
  const reasons: string[] = []
  if (options.length !== 4 && options.length !== 5)
    reasons.push(`${options.length} options; there must be 4 or 5`)
  for (const locale of languages) {
    if (options.some((option) => (option[locale] ?? '').trim() === ''))
      reasons.push(`an option is empty in ${locale}`)
    for (const option of options) {
      const problem = formulaProblem(option[locale] ?? '')
      if (problem) reasons.push(problem)
    }
  }
  for (const [index, option] of options.entries()) {
    const numbers = languages.map((locale) => numbersIn(option[locale] ?? '').join(' '))
    if (new Set(numbers).size > 1)
      reasons.push(`the numbers of option ${index + 1} differ between languages`)
  }
  return reasons
}

function equalOptionProblems({ options, languages, correct }: QuestionDraft): string[] {
  return languages.flatMap((locale) => {
    const seen = options.map((option) => (option[locale] ?? '').toLowerCase().replace(/\s+/g, ' '))
    if (new Set(seen).size === seen.length) return []
    const isRight = seen.filter((text) => text === seen[correct]).length > 1
    return [`two options are equal in ${locale}${isRight ? ', and right' : ''}`]
  })
}

function checkCards(set: CardsDraft, tags: Set<string>): Problem[] {
  const { file } = set
  return [
    ...(tags.has(set.tag)
      ? []
      : [{ file, line: set.line, reason: `no tag is called "${set.tag}"` }]),
    ...set.cards.flatMap((card) => [
      ...checkTexts(file, card.line, `${card.id}: front`, card.front, card.terms),
      ...checkTexts(file, card.line, `${card.id}: back`, card.back, card.terms),
      ...checkTopics(file, card, tags),
    ]),
  ]
}

function checkPage(page: PageDraft, exams: Set<string>, tags: Set<string>): Problem[] {
  const { file, line, terms } = page
  return [
    ...(page.exam === null || exams.has(page.exam)
      ? []
      : [{ file, line, reason: `no exam is called "${page.exam}"` }]),
    ...checkTexts(file, line, 'title', page.title, terms),
    ...checkTexts(file, line, 'description', page.description, terms),
    ...checkTexts(file, line, 'body', page.body, terms),
    ...checkTopics(file, page, tags),
    ...page.quiz.flatMap((question) => [
      ...checkQuestion(file, question),
      ...checkTopics(file, question, tags),
      ...(question.figure
        ? [{ file, line: question.line, reason: `${question.id}: a quiz has no figures` }]
        : []),
    ]),
  ]
}

function checkPattern(pattern: PatternDraft, exams: Set<string>): Problem[] {
  const { file, line, stages } = pattern
  const facts = stages.flatMap((stage) => stage.facts)
  const ids = new Set(facts.map(({ id }) => id))
  return [
    ...pattern.exams
      .filter((exam) => !exams.has(exam))
      .map((exam) => ({ file, line, reason: `no exam is called "${exam}"` })),
    ...facts
      .filter(({ replaces }) => replaces !== null && !ids.has(replaces))
      .map(({ line, replaces }) => ({
        file,
        line,
        reason: `no fact here is called "${replaces}"`,
      })),
    ...duplicateProblems(facts.map(({ line, id }) => ({ file, line, name: `the fact ${id}` }))),
    ...checkTexts(file, line, 'title', pattern.title, []),
    ...stages.flatMap((stage) => checkTexts(file, stage.line, 'name', stage.name, [])),
    ...facts.flatMap(({ line, id, value, note, terms }) => [
      ...checkTexts(file, line, `${id}: value`, value, terms),
      ...checkTexts(file, line, `${id}: note`, note, terms),
    ]),
  ]
}

function checkTopics(
  file: string,
  item: { line: number; topics: string[] },
  tags: Set<string>,
): Problem[] {
  return item.topics
    .filter((topic) => !tags.has(topic))
    .map((topic) => ({ file, line: item.line, reason: `no tag is called "${topic}"` }))
}

function checkTexts(
  file: string,
  line: number,
  label: string,
  texts: Texts,
  terms: readonly string[],
): Problem[] {
  return (Object.entries(texts) as [Locale, string][]).flatMap(([locale, text]) => {
    const reasons = [languageProblem(text, locale, terms), formulaProblem(text)]
    return reasons.flatMap((reason) =>
      reason === null ? [] : [{ file, line, reason: `${label}: ${reason}` }],
    )
  })
}

/** The wording of a question and its options, sorted, for finding duplicates. */
function normalizedText(question: QuestionDraft): string {
  const locale = question.languages[question.languages.length - 1] ?? 'en'
  const options = question.options.map((option) => option[locale] ?? '').sort()
  return [question.stem[locale] ?? '', ...options]
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
}

function duplicateProblems(
  named: readonly { file: string; line: number; name: string; key?: string }[],
): Problem[] {
  const first = new Map<string, { file: string; line: number }>()
  const problems: Problem[] = []
  for (const { file, line, name, key = name } of named) {
    const earlier = first.get(key)
    if (earlier)
      problems.push({
        file,
        line,
        reason: `${name} already exists in ${earlier.file}:${earlier.line}`,
      })
    else first.set(key, { file, line })
  }
  return problems
}
