import { parseMarkup, type MarkupNode } from '../../../domain/markup.ts'
import { fallbackChain, isLocale, type Locale } from '../../../domain/locale.ts'
import { questionParts } from '../../../domain/question-parts.ts'
import type { SealedQuestion } from '../../../domain/live-mock/sealed-paper.ts'

/** What the markup needs besides the questions. `languages`: the reader's first one first. `fifth`:
 *  the label of the fifth circle; null where blanks cost nothing. */
export type QuestionTexts = {
  languages: readonly Locale[]
  sections: readonly { slug: string; name: string; lang?: string }[]
  question: string
  fifth: string | null
  notTranslated: Partial<Record<Locale, string>>
}

/** The questions of an opened paper as the server renders them in the exam hall
 *  (src/routes/attempts/hall-questions.tsx; a test compares the two): React's renderer would be
 *  60 KB more on every phone. All texts are escaped. */
export function questionsMarkup(
  questions: readonly SealedQuestion[],
  texts: QuestionTexts,
): string {
  const numbered = questions.map((question, index) => ({ question, number: index + 1 }))
  return [null, ...texts.sections]
    .map((section) => {
      const own = numbered.filter(({ question }) => question.section === (section?.slug ?? null))
      if (own.length === 0) return ''
      const heading = section
        ? `<h2${section.lang ? ` lang="${section.lang}"` : ''}>${escape(section.name)}</h2>`
        : ''
      const attributes = section
        ? ` id="section-${escape(section.slug)}" data-section="${escape(section.slug)}"`
        : ''
      const body = own.map(({ question, number }) => questionMarkup(question, number, texts))
      return `<section${attributes}>${heading}${body.join('')}</section>`
    })
    .join('')
}

function questionMarkup(
  { section, optionCount, texts }: SealedQuestion,
  number: number,
  { languages, question, fifth, notTranslated }: QuestionTexts,
): string {
  const heading = section === null ? 'h2' : 'h3'
  const radio = (option: number) => `<input type="radio" name="${number}" value="${option}"/>`
  const missing = languages
    .filter((locale) => texts[locale] === undefined)
    .map((locale) => `<small lang="${locale}">${escape(notTranslated[locale] ?? '')}</small>`)
  const partsIn = (locale: Locale) => {
    const stem = texts[locale]?.stem
    return stem === undefined ? undefined : questionParts(stem)
  }
  const passage = inLanguages(
    languages,
    (locale) => partsIn(locale) && (partsIn(locale)?.passage?.text ?? ''),
    'div',
  )
  const lead = inLanguages(languages, (locale) => partsIn(locale)?.lead)
  const blocks = inLanguages(languages, (locale) => partsIn(locale)?.blocks, 'div')
  const described = passage === '' ? '' : ` aria-describedby="asked-${number}"`
  const asked = passage && `${passage}<div class="asked" id="asked-${number}">${lead}</div>`
  const options = Array.from({ length: optionCount }, (_, option) => {
    const label = inLanguages(
      languages,
      (locale) => texts[locale] && (texts[locale].options[option] ?? ''),
    )
    return `<label>${radio(option)}${label}</label>`
  })
  const last =
    fifth === null
      ? ''
      : `<label class="fifth">${radio(optionCount)}<span>${escape(fifth)}</span></label>`
  return (
    `<fieldset class="question"${described}><legend>` +
    `<${heading}>${escape(question)} ${number}</${heading}>` +
    `${missing.join('')}${passage === '' ? lead : ''}</legend>` +
    `${asked}${blocks}${options.join('')}${last}</fieldset>`
  )
}

/** A text in its languages; one that is the same in all of them once. */
function inLanguages(
  languages: readonly Locale[],
  of: (locale: Locale) => string | undefined,
  part: 'span' | 'div' = 'span',
): string {
  const written = languages.filter((locale) => of(locale) !== undefined)
  if (written.every((locale) => of(locale) === '')) return ''
  const isSame = new Set(written.map(of)).size === 1
  if (isSame && written.length === languages.length)
    return `<${part}>${markup(of(written[0]!) ?? '')}</${part}>`
  return written
    .map((locale) => {
      const replaced = languages.filter(
        (other) =>
          of(other) === undefined &&
          fallbackChain(other).find((next) => written.includes(next)) === locale,
      )
      const names = replaced.map((other) => `for-${other}`).join(' ')
      const className = names === '' ? '' : ` class="${names}"`
      return `<${part} lang="${locale}"${className}>${markup(of(locale) ?? '')}</${part}>`
    })
    .join('')
}

const markup = (text: string): string => parseMarkup(text).map(nodeMarkup).join('')

function nodeMarkup(node: MarkupNode): string {
  if (typeof node === 'string') return escape(node)
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('')
  return `<${node.tag}${attributes}>${node.children.map(nodeMarkup).join('')}</${node.tag}>`
}

const entities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' },
}
/** As React escapes texts and attributes. */
export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The languages of a paper, the first one first. */
export const languagesFrom = (first: string, all: readonly string[]): Locale[] =>
  [first, ...all.filter((language) => language !== first)].filter(isLocale)
