import { createHash } from 'node:crypto'
import { marked } from 'marked'
import { foldText } from '../../domain/phonetic-folding.ts'
import { figurePattern } from '../figures/figure.ts'
import { renderFormulas, withoutFormulas } from '../formulas.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { stemMarkup, textMarkup } from '../question-forms/stem-markup.ts'
import type {
  CardsDraft,
  PageDraft,
  PaperDraft,
  PatternDraft,
  QuestionDraft,
  Texts,
} from '../draft.ts'

/** One content file in the form that the scripts in sql/ read: the script's name, and the rows for
 *  the tables staged_parts and staged_questions. */
export type StagedContent = {
  script:
    | ('paper' | 'live-mock' | 'cards' | 'page' | 'pattern' | 'plan' | 'catalogue' | 'figure')
    | 'rulings'
  parts: { part: string; json: unknown }[]
  questions?: QuestionRow[]
  /** What the file brings, so that it can be withdrawn when its file is gone. */
  documents: ContentDocument[]
  /** The slugs of papers that are loaded as withdrawn ones. */
  withdrawnPapers?: string[]
  /** What is only made when the file is published, because it is slow and differs each time. */
  complete?: () => Promise<StagedContent>
}

/** `slug`: of a flash card its editor's id, of a lesson its id, of a coupon its code. */
export type ContentDocument = {
  kind:
    | 'paper'
    | 'live-mock'
    | 'card'
    | 'page'
    | 'pattern'
    | 'study-plan'
    | 'lesson'
    | 'subscription-plan'
    | 'coupon'
  slug: string
}

export type QuestionRow = { id: string } & Record<string, unknown>

export type Figure = { url: string; width: number; height: number }

export function stagePaper(
  paper: PaperDraft,
  now: string,
  figureOf: (file: string) => Figure,
): StagedContent {
  const questions = paper.questions.map((question, index) => ({
    ...questionRow(question, figureOf),
    paper: paper.slug,
    position: index,
    section: question.section,
  }))
  // Attempts identify a paper version by this digest, so it covers the rendered questions: a
  // changed figure or formula makes another version.
  const json = {
    ...paperRow(paper, questions.length, now),
    digest: digestOf([paper, questions]),
  }
  const documents: ContentDocument[] = [{ kind: 'paper', slug: paper.slug }]
  return { script: 'paper', parts: [{ part: 'paper', json }], questions, documents }
}

export function paperRow(
  paper: Omit<PaperDraft, 'file' | 'questions'>,
  questionCount: number,
  now: string,
) {
  const { slug } = paper
  return {
    ...documentFields(paper, now, ['practice-test', slug]),
    slug,
    exam: paper.exam,
    kind: paper.kind,
    year: paper.year,
    position: paper.position,
    languages: paper.languages,
    access: paper.access,
    minutes: paper.minutes,
    right: paper.right,
    wrong: paper.wrong,
    blank: paper.blank,
    qualifying: paper.qualifying,
    questionCount,
    source: paper.source,
    checkedOn: paper.checkedOn,
    texts: paper.languages.map((locale) => ({
      locale,
      title: paper.title[locale],
      about: paper.about[locale],
    })),
    sections: paper.sections.map(({ slug, minutes, name }) => ({ slug, minutes, name })),
    found: searchText(paper.title, paper.about),
  }
}

/** A question for the question bank: everything except its position in a paper. */
export function questionRow(question: QuestionDraft, figureOf: (file: string) => Figure) {
  const { id, languages, stem, options, correct, explanation, topics, figure, passage } = question
  const texts = languages.map((locale) => ({
    locale,
    stem: stemMarkup(
      stem[locale] ?? '',
      locale,
      passage ? { id: passage.id, text: passage.text[locale] ?? '' } : null,
    ),
    options: options.map((option) => textMarkup(option[locale] ?? '', locale)),
    figureAlt: figure?.alt[locale] ?? null,
  }))
  return {
    documentId: documentId('question', id),
    id,
    correct,
    wording: wordingDigest(texts),
    explanation: Object.fromEntries(
      Object.entries(explanation).map(([locale, text]) => [
        locale,
        textMarkup(text, locale as Locale),
      ]),
    ),
    topics,
    figure: figure && figureOf(figure.file),
    texts,
    found: searchText({}, passage ? joinTexts(passage.text, stem) : stem),
  }
}

/** The digests of stored rulings were made of so many languages, present or null. */
const minDigestLanguages = 3

/** The same digest of a question's options as `wordingDigest` in product-api/papers, by which key
 *  rulings name a wording. A language appended to the table changes no digest of a question that
 *  lacks it. */
function wordingDigest(texts: readonly { locale: Locale; options: readonly string[] }[]): string {
  const options = locales.map(
    (locale) => texts.find((text) => text.locale === locale)?.options ?? null,
  )
  while (options.length > minDigestLanguages && options.at(-1) === null) options.pop()
  return createHash('sha256').update(JSON.stringify(options)).digest('base64url').slice(0, 12)
}

/** The words of a document in all its languages, in the phonetic form that search uses. */
function searchText(title: Texts, text: Texts) {
  const all = (texts: Texts) => foldText(Object.values(texts).map(plain).join(' '))
  return { title: all(title), text: all(text) }
}

/** Text without formulas, Markdown syntax and URLs. */
const plain = (text: string) =>
  withoutFormulas(text)
    .replace(figurePattern, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[#*_|`>-]+/g, ' ')

export function stageCards({ tag, languages, cards }: CardsDraft, now: string): StagedContent {
  const rows = cards.map((card, position) => ({
    ...documentFields(card, now, ['flash-card', card.id]),
    id: card.id,
    position,
    topics: [tag, ...card.topics],
    texts: languages.map((locale) => ({
      locale,
      front: renderFormulas(card.front[locale] ?? ''),
      back: renderFormulas(card.back[locale] ?? ''),
    })),
    found: searchText(card.front, card.back),
  }))
  const documents = cards.map(({ id }): ContentDocument => ({ kind: 'card', slug: id }))
  return { script: 'cards', parts: [{ part: 'cards', json: rows }], documents }
}

export function stagePage(page: PageDraft, now: string): StagedContent {
  const { slug, kind, date, exam, source, checkedOn, topics } = page
  const json = {
    ...documentFields(page, now, ['page', slug]),
    slug,
    kind,
    date,
    exam,
    source,
    checkedOn,
    topics,
    texts: page.languages.map((locale) => ({
      locale,
      title: page.title[locale],
      description: page.description[locale],
      body: pageHtml(page.body[locale] ?? ''),
    })),
    found: searchText(page.title, joinTexts(page.description, page.body)),
  }
  const questions = page.quiz.map((question, position) => ({
    ...questionRow(
      { ...question, topics: question.topics.length > 0 ? question.topics : topics },
      noFigure,
    ),
    paper: null,
    position,
    section: null,
  }))
  const documents: ContentDocument[] = [{ kind: 'page', slug }]
  return { script: 'page', parts: [{ part: 'page', json }], questions, documents }
}

/** The HTML of a page's body. */
export const pageHtml = (markdown: string): string => marked.parse(markdown, { async: false })

/** Quiz questions have no figures; the content checks report one. */
const noFigure = (file: string): Figure => {
  throw new Error(`a quiz names the figure ${file}`)
}

export function stagePattern(pattern: PatternDraft, now: string): StagedContent {
  const { slug, exams, checkedOn, languages, stages } = pattern
  const replaced = new Set(stages.flatMap(({ facts }) => facts.map(({ replaces }) => replaces)))
  const texts = languages.map((locale) => ({
    locale,
    title: pattern.title[locale],
    stages: stages.map(({ slug, name, facts }) => ({
      slug,
      name: name[locale],
      facts: facts.map(({ id, is, value, note, source, url, dated, isVerified, replaces }) => ({
        id,
        is,
        value: value[locale],
        note: note[locale] ?? null,
        ...{ source, url, dated, isVerified, replaces },
        isCurrent: !replaced.has(id),
      })),
    })),
  }))
  const json = {
    ...documentFields(pattern, now, ['pattern-sheet', slug]),
    ...{ slug, exams, checkedOn, texts },
  }
  const documents: ContentDocument[] = [{ kind: 'pattern', slug }]
  return { script: 'pattern', parts: [{ part: 'pattern', json }], documents }
}

const joinTexts = (first: Texts, second: Texts): Texts =>
  Object.fromEntries(
    Object.entries(first).map(([locale, text]) => [locale, `${text} ${second[locale as Locale]}`]),
  )

/** The fields of every document: its id, the same on every machine, and a digest of its content. */
export const documentFields = (draft: object, now: string, [kind, slug]: [string, string]) => ({
  documentId: documentId(kind, slug),
  digest: digestOf(draft),
  now,
})

export const digestOf = (content: object | string) =>
  createHash('sha256')
    .update(typeof content === 'string' ? content : JSON.stringify(content, withoutLines))
    .digest('hex')
    .slice(0, 32)

/** Line numbers are left out of digests: moving a text in its file does not change it. */
const withoutLines = (key: string, value: unknown) => (key === 'line' ? undefined : value)

/** 24 letters and digits, in the form of Strapi's document ids, but the same on every machine. */
const documentId = (kind: string, slug: string) =>
  BigInt(`0x${createHash('sha256').update(`${kind}:${slug}`).digest('hex')}`)
    .toString(36)
    .slice(0, 24)
