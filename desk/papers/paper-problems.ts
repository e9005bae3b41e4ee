import { checkContent } from '../../authoring/checks/content.ts'
import { languageProblem, numbersIn } from '../../authoring/checks/language.ts'
import { formulaProblem } from '../../authoring/formulas.ts'
import {
  blockFields,
  firstLines,
  questionFields,
  type QuestionFields,
} from '../../authoring/text-format/paper-text.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import type { Texts } from '../../authoring/draft.ts'
import type { Locale } from '../../domain/locale.ts'
import { filePathOf, type Paper } from './stored-papers.ts'

// What has to be corrected before others read a paper: the checks of `npm run content:check`, each
// at its field.

export type ProblemKind =
  | ('missing' | 'too_long' | 'other_language' | 'formula' | 'no_key' | 'equal_options')
  | ('few_options' | 'numbers_differ' | 'no_topic' | 'unknown_topic' | 'unknown_figure')
  | ('doubt' | 'taken_id' | 'check' | 'no_questions' | 'number' | 'marks')

/** `field`: the name of the form's field; '' for the piece as a whole. `detail`: what the check
 *  says, in English, or the doubtful text. */
export type PaperProblem = { field: string; kind: ProblemKind; detail?: string }

/** What a paper may name. */
export type KnownReferences = {
  exams: ReadonlySet<string>
  topics: ReadonlySet<string>
  figures: ReadonlySet<string>
  takenIds: ReadonlySet<string>
}

const maxLength = { stem: 3000, option: 500, why: 4000, alt: 500, title: 160, about: 600 }

/** The problems of a question's fields. `languages`: of its paper. */
export function questionProblems(
  fields: QuestionFields,
  languages: readonly Locale[],
  known: Pick<KnownReferences, 'topics' | 'figures'>,
): PaperProblem[] {
  const problems: PaperProblem[] = []
  const add = (field: string, kind: ProblemKind, detail?: string) =>
    problems.push({ field, kind, ...(detail !== undefined && { detail }) })
  const { only, stem, options, correct, why, figure, alt, doubts } = fields
  const own = only === null ? languages : [only]
  const terms = listOf(fields.terms)
  const checkTexts = (field: string, texts: Texts, max: number, of: readonly Locale[]) => {
    for (const locale of of)
      for (const kind of textProblems(texts[locale] ?? '', locale, max, terms))
        add(`${field}.${locale}`, kind)
  }
  doubts.forEach((doubt, index) => add(`doubt.${index}`, 'doubt', doubt))
  checkTexts('stem', stem, maxLength.stem, own)
  options.forEach((option, index) => {
    const field = `option.${index}`
    if (own.length > 1) checkTexts(field, option, maxLength.option, own)
    else if ((option[own[0]!] ?? '') === '') add(`${field}.${own[0]!}`, 'missing')
    if (haveOtherNumbers(option, own)) add(`${field}.${own.at(-1)!}`, 'numbers_differ')
  })
  if (options.length !== 4 && options.length !== 5) add('correct', 'few_options')
  if (correct === null) add('correct', 'no_key')
  if (own.some((locale) => haveEqual(options, locale))) add('correct', 'equal_options')
  checkTexts('why', why, maxLength.why, languages)
  const topics = listOf(fields.topics)
  if (topics.length === 0) add('topics', 'no_topic')
  if (topics.some((topic) => !known.topics.has(topic))) add('topics', 'unknown_topic')
  if (figure !== '') {
    if (!known.figures.has(figure)) add('figure', 'unknown_figure')
    checkTexts('alt', alt, maxLength.alt, languages)
  }
  return problems
}

function textProblems(
  text: string,
  locale: Locale,
  max: number,
  terms: readonly string[],
): ProblemKind[] {
  if (text.trim() === '') return ['missing']
  if (text.length > max) return ['too_long']
  if (formulaProblem(text) !== null) return ['formula']
  return languageProblem(text, locale, terms) === null ? [] : ['other_language']
}

const haveOtherNumbers = (option: Texts, languages: readonly Locale[]) =>
  languages.every((locale) => (option[locale] ?? '') !== '') &&
  new Set(languages.map((locale) => numbersIn(option[locale] ?? '').join(' '))).size > 1

function haveEqual(options: readonly Texts[], locale: Locale): boolean {
  const written = options
    .map((option) => (option[locale] ?? '').toLowerCase().replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
  return new Set(written).size < written.length
}

export const listOf = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

export const headKeys = [
  ...['paper', 'exam', 'kind', 'year', 'position', 'languages', 'minutes', 'right', 'wrong'],
  ...['blank', 'qualifying', 'access', 'source', 'checked', 'title', 'about'],
] as const

function headProblems(text: string, languages: readonly Locale[]): PaperProblem[] {
  const { fields, doubts } = blockFields(text, headKeys)
  return [
    ...doubts.map((detail, index): PaperProblem => {
      return { field: `doubt.${index}`, kind: 'doubt', detail }
    }),
    ...(['title', 'about'] as const).flatMap((key) =>
      languages.flatMap((locale) =>
        textProblems(fields[`${key} ${locale}`] ?? '', locale, maxLength[key], []).map(
          (kind): PaperProblem => ({ field: `${key}.${locale}`, kind }),
        ),
      ),
    ),
    ...(/^[1-9]\d{0,2}$/.test(fields.minutes ?? '') ? [] : [problemOf('minutes', 'number')]),
    ...(['right', 'wrong', 'blank'] as const)
      .filter((key) => !/^(0|[1-9]\d?)(\/[1-9]\d?)?$/.test(fields[key] ?? ''))
      .map((key) => problemOf(key, 'marks')),
    ...((fields.source ?? '') === '' ? [problemOf('source', 'missing')] : []),
  ]
}

const problemOf = (field: string, kind: ProblemKind): PaperProblem => ({ field, kind })

/** The problems of every piece of a paper, in order. What only the whole check finds stands at its
 *  piece, in the check's own words. */
export function paperProblems(paper: Paper, known: KnownReferences): PaperProblem[][] {
  const { pieces, languages } = paper
  const found = pieces.map((piece, index): PaperProblem[] => {
    if (piece.mark === 'head')
      return [
        ...headProblems(piece.text, languages),
        ...(pieces.some(({ mark }) => mark === 'item') ? [] : [problemOf('', 'no_questions')]),
      ]
    if (piece.mark === 'passage') return []
    if (piece.mark === 'section') return sectionProblems(piece.text, languages)
    const isDouble = pieces.findIndex(({ name }) => name === piece.name) !== index
    return [
      ...(isDouble || known.takenIds.has(piece.name) ? [problemOf('', 'taken_id')] : []),
      ...questionProblems(questionFields(piece.text, languages), languages, known),
    ]
  })
  const lines = firstLines(pieces)
  for (const { line, reason } of wholeCheck(paper, known)) {
    const index = Math.max(
      0,
      lines.findLastIndex((first) => first <= line),
    )
    const own = found[index]!
    const isNamed = own.length > 0 && !own.some(({ kind }) => kind === 'check')
    const isNew = !own.some(({ detail }) => detail === reason)
    if (!isNamed && isNew) own.push({ field: '', kind: 'check', detail: reason })
  }
  return found
}

function sectionProblems(text: string, languages: readonly Locale[]): PaperProblem[] {
  const { fields } = blockFields(text, ['name', 'minutes'])
  return languages.flatMap((locale) =>
    textProblems(fields[`name ${locale}`] ?? '', locale, maxLength.title, []).map(
      (kind): PaperProblem => ({ field: `name.${locale}`, kind }),
    ),
  )
}

function wholeCheck(paper: Paper, { exams, topics }: KnownReferences) {
  const slugs = (all: ReadonlySet<string>) => [...all].map((slug) => ({ slug }))
  const read = readPaper(filePathOf(paper), paper.source)
  const catalogue = { states: [], categories: slugs(exams), tags: slugs(topics) }
  return [...read.problems, ...checkContent(catalogue, [read.paper], [], [])]
}
