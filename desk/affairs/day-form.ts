import type { FormFields } from '../../http/request-body.ts'
import { locales } from '../../domain/locale.ts'
import {
  emptyItem,
  maxItems,
  maxQuestions,
  newQuestion,
  questionPrefix,
  type DayContent,
  type Item,
  type Question,
  type Texts,
} from './day-content.ts'

// The form of a day: its fields by name. `item.0.text.kn`, `item.0.source.url`, `quiz.0.stem.kn`,
// `quiz.0.option.2.kn`, `quiz.0.correct`, `topic.polity`.

/** The fields as content. An item or a question whose fields are all empty is left out: that is how
 *  it is removed. Any field may be absent or nonsense. */
export function contentOf(form: FormFields, date: string): DayContent {
  const items = rowsOf(maxItems, (index) => itemOf(form, `item.${index}`))
  const quiz = rowsOf(maxQuestions, (index) => questionOf(form, `quiz.${index}`, date))
  const topics = Object.keys(form)
    .filter((name) => /^topic\.[a-z0-9-]{1,60}$/.test(name))
    .map((name) => name.slice('topic.'.length))
    .sort()
  return { v: 1, title: textsOf(form, 'title'), items, quiz, topics }
}

/** The content as fields, with room for one more item, and for one more question where it was
 *  asked for. */
export function withRoom(content: DayContent, date: string, more: 'item' | 'question' | null) {
  const { items, quiz } = content
  const wantsItem = items.length === 0 || more === 'item'
  const wantsQuestion = more === 'question'
  return {
    ...content,
    items: wantsItem && items.length < maxItems ? [...items, emptyItem] : items,
    quiz: wantsQuestion && quiz.length < maxQuestions ? [...quiz, newQuestion(date)] : quiz,
  }
}

const rowsOf = <Row>(max: number, rowAt: (index: number) => Row | null): Row[] =>
  Array.from({ length: max }, (_, index) => rowAt(index)).filter((row) => row !== null)

function itemOf(form: FormFields, field: string): Item | null {
  const text = textsOf(form, `${field}.text`)
  const source = {
    name: line(form[`${field}.source.name`]),
    url: webAddress(line(form[`${field}.source.url`])),
    dated: line(form[`${field}.source.dated`]),
  }
  const isEmpty = isWithoutText(text) && Object.values(source).every((value) => value === '')
  return isEmpty ? null : { text, source }
}

function questionOf(form: FormFields, field: string, date: string): Question | null {
  const empty = newQuestion(date)
  const stem = textsOf(form, `${field}.stem`)
  const why = textsOf(form, `${field}.why`)
  const options = empty.options.map((_, nth) => textsOf(form, `${field}.option.${nth}`))
  if ([stem, why, ...options].every(isWithoutText)) return null
  const id = form[`${field}.id`] ?? ''
  const isOwn = id.startsWith(questionPrefix(date)) && /-[0-9a-f]{8}$/.test(id)
  const correct = form[`${field}.correct`] ?? ''
  return {
    id: isOwn ? id : empty.id,
    stem,
    options,
    correct: /^[0-3]$/.test(correct) ? Number(correct) : null,
    why,
  }
}

function textsOf(form: FormFields, field: string): Texts {
  const texts: Texts = {}
  for (const locale of locales) {
    const text = (form[`${field}.${locale}`] ?? '').replace(/\r\n?/g, '\n').trim()
    if (text !== '') texts[locale] = text.normalize('NFC')
  }
  return texts
}

const isWithoutText = (texts: Texts) => Object.keys(texts).length === 0

/** One line, as a name or an address is. */
const line = (value = '') => value.replace(/\s+/g, ' ').trim().normalize('NFC')

/** An address as people type it: 'pib.gov.in/x' is https. */
const webAddress = (typed: string) =>
  typed === '' || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`
