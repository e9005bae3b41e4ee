import { createHash } from 'node:crypto'
import { marked } from 'marked'
import type { Locale, PageDraft, CardsDraft, PaperDraft, QuestionDraft, Texts } from './draft.ts'

/** One content file as the importer's SQL reads it: the script's name and the parts that it finds in import_parts. */
export type Load = {
  script: 'paper' | 'cards' | 'page' | 'catalogue' | 'figure'
  parts: { part: string; json: unknown }[]
}

export type Figure = { url: string; width: number; height: number }

/** Keeps every SQL statement below D1's limit of 100 KB, whatever the languages. */
const questionsInOnePart = 15

export function paperLoad(
  paper: PaperDraft,
  now: string,
  figureOf: (file: string) => Figure,
): Load {
  const { slug, questions } = paper
  const rows = questions.map((question, index) => questionRow(question, index, figureOf))
  const head = {
    ...facts(paper, now, ['practice-test', slug]),
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
    questionCount: questions.length,
    source: paper.source,
    checkedOn: paper.checkedOn,
    texts: paper.languages.map((locale) => ({
      locale,
      title: paper.title[locale],
      about: paper.about[locale],
    })),
    sections: paper.sections.map(({ slug, minutes, name }) => ({ slug, minutes, name })),
  }
  const slices = Array.from({ length: Math.ceil(rows.length / questionsInOnePart) }, (_, index) =>
    rows.slice(index * questionsInOnePart, (index + 1) * questionsInOnePart),
  )
  return {
    script: 'paper',
    parts: [{ part: 'paper', json: head }, ...slices.map((json) => ({ part: 'questions', json }))],
  }
}

function questionRow(
  question: QuestionDraft,
  position: number,
  figureOf: (file: string) => Figure,
) {
  const { id, section, languages, stem, options, correct, explanation, topics, figure } = question
  return {
    documentId: documentId('question', id),
    id,
    position,
    section,
    correct,
    explanation,
    topics,
    figure: figure && figureOf(figure.file),
    texts: languages.map((locale) => ({
      locale,
      stem: stem[locale],
      options: options.map((option) => option[locale]),
      figureAlt: figure?.alt[locale] ?? null,
    })),
  }
}

export function cardsLoad({ tag, languages, cards }: CardsDraft, now: string): Load {
  const rows = cards.map((card, position) => ({
    ...facts(card, now, ['flash-card', card.id]),
    id: card.id,
    position,
    topics: [tag, ...card.topics],
    texts: languages.map((locale) => ({
      locale,
      front: card.front[locale],
      back: card.back[locale],
    })),
  }))
  return { script: 'cards', parts: [{ part: 'cards', json: rows }] }
}

export function pageLoad(page: PageDraft, now: string): Load {
  const { slug, kind, date, exam, source, checkedOn, topics } = page
  const json = {
    ...facts(page, now, ['page', slug]),
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
  }
  return { script: 'page', parts: [{ part: 'page', json }] }
}

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
}

export function catalogueLoad(catalogue: CatalogueDraft, now: string): Load {
  const known = <Item extends { slug: string }>(kind: string, items: readonly Item[]) =>
    items.map((item) => ({ ...item, ...facts(item, now, [kind, item.slug]) }))
  const json = {
    now,
    states: known('state', catalogue.states),
    categories: known('category', catalogue.categories),
    tags: known('tag', catalogue.tags),
    plans: known('subscription-plan', catalogue.plans),
  }
  return { script: 'catalogue', parts: [{ part: 'catalogue', json }] }
}

const facts = (draft: object, now: string, [kind, slug]: [string, string]) => ({
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
