import { createHash } from 'node:crypto'
import { marked } from 'marked'
import { folded } from '../../domain/phonetic-folding.ts'
import { renderFormulas, withoutFormulas } from '../formulas.ts'
import {
  locales,
  type CardsDraft,
  type Locale,
  type PageDraft,
  type PaperDraft,
  type PatternDraft,
  type QuestionDraft,
  type Texts,
} from '../draft.ts'

/** One content file as the importer's SQL reads it: the script's name and what it finds in import_parts and import_questions. */
export type StagedContent = {
  script: 'paper' | 'cards' | 'page' | 'pattern' | 'plan' | 'catalogue' | 'figure'
  parts: { part: string; json: unknown }[]
  questions?: QuestionRow[]
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
  // Attempts freeze a paper by its digest: a picture under its old name, or a formula set in another way, is another paper.
  const json = {
    ...paperRow(paper, questions.length, now),
    digest: digest([paper, questions]),
  }
  return { script: 'paper', parts: [{ part: 'paper', json }], questions }
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
    searchText: found(paper.title, paper.about),
  }
}

/** A question for the bank: everything but its place in a paper. */
export function questionRow(question: QuestionDraft, figureOf: (file: string) => Figure) {
  const { id, languages, stem, options, correct, explanation, topics, figure } = question
  const texts = languages.map((locale) => ({
    locale,
    stem: renderFormulas(stem[locale] ?? ''),
    options: options.map((option) => renderFormulas(option[locale] ?? '')),
    figureAlt: figure?.alt[locale] ?? null,
  }))
  return {
    documentId: documentId('question', id),
    id,
    correct,
    wording: wordingOf(texts),
    explanation: Object.fromEntries(
      Object.entries(explanation).map(([locale, text]) => [locale, renderFormulas(text)]),
    ),
    topics,
    figure: figure && figureOf(figure.file),
    texts,
    found: found({}, stem),
  }
}

/** Names the options as frozen papers do (`wordingOf` in attempts/frozen-paper.ts), for rulings about their key. */
function wordingOf(texts: readonly { locale: Locale; options: readonly string[] }[]): string {
  const options = locales.map((one) => texts.find(({ locale }) => locale === one)?.options ?? null)
  return createHash('sha256').update(JSON.stringify(options)).digest('base64url').slice(0, 12)
}

/** What search knows of a document: the words of all its languages, as they sound. */
function found(title: Texts, text: Texts) {
  const all = (texts: Texts) => folded(Object.values(texts).map(plain).join(' '))
  return { title: all(title), text: all(text) }
}

/** Words without formulas, Markdown's signs and addresses. */
const plain = (text: string) =>
  withoutFormulas(text)
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
    found: found(card.front, card.back),
  }))
  return { script: 'cards', parts: [{ part: 'cards', json: rows }] }
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
      body: marked.parse(page.body[locale] ?? '', { async: false }),
    })),
    found: found(page.title, both(page.description, page.body)),
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
  return { script: 'page', parts: [{ part: 'page', json }], questions }
}

/** A quiz of three questions needs no pictures; the checker says so. */
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
  return { script: 'pattern', parts: [{ part: 'pattern', json }] }
}

const both = (first: Texts, second: Texts): Texts =>
  Object.fromEntries(
    Object.entries(first).map(([locale, text]) => [locale, `${text} ${second[locale as Locale]}`]),
  )

/** catalogue.json as it is written. */
export type CatalogueDraft = {
  states: { slug: string; name: Texts }[]
  categories: { slug: string; state: string; languages: Locale[]; name: Texts }[]
  tags: { slug: string; name: Texts }[]
  plans: {
    slug: string
    days: number
    state: string | null
    categories: string[]
    prices: { currency: string; amountMinor: number }[]
    name: Texts
    about: Texts
  }[]
  coupons: {
    code: string
    /** Either so many hundredths off, or so much of a currency. */
    percent?: number
    amountMinor?: number
    currency?: string
    plan?: string
    from?: string
    until?: string
    uses?: number
    usesEach?: number
  }[]
}

export function stageCatalogue(catalogue: CatalogueDraft, now: string): StagedContent {
  const known = <Item extends { slug: string; name: Texts }>(
    kind: string,
    items: readonly Item[],
  ) =>
    items.map((item) => ({
      ...item,
      ...documentFields(item, now, [kind, item.slug]),
      folded: Object.fromEntries(
        Object.entries(item.name).map(([locale, name]) => [locale, folded(name)]),
      ),
    }))
  const json = {
    now,
    states: known('state', catalogue.states),
    categories: known('category', catalogue.categories),
    tags: known('tag', catalogue.tags),
    plans: known('subscription-plan', catalogue.plans),
    coupons: catalogue.coupons.map((coupon) => ({ ...coupon, digest: digest(coupon) })),
  }
  return { script: 'catalogue', parts: [{ part: 'catalogue', json }] }
}

/** What every document has: its id, the same on every machine, and a digest of what it says. */
export const documentFields = (draft: object, now: string, [kind, slug]: [string, string]) => ({
  documentId: documentId(kind, slug),
  digest: digest(draft),
  now,
})

export const digest = (content: object | string) =>
  createHash('sha256')
    .update(typeof content === 'string' ? content : JSON.stringify(content, withoutLines))
    .digest('hex')
    .slice(0, 32)

/** Where a text stands in its file is no part of what it says. */
const withoutLines = (key: string, value: unknown) => (key === 'line' ? undefined : value)

/** 24 letters and digits, as Strapi's document ids are, but the same on every machine. */
const documentId = (kind: string, slug: string) =>
  BigInt(`0x${createHash('sha256').update(`${kind}:${slug}`).digest('hex')}`)
    .toString(36)
    .slice(0, 24)
