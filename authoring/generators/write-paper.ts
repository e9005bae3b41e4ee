import type { Locale, PaperDraft, QuestionDraft, Texts } from '../draft.ts'

const notice =
  '# Written by tasks/generate-content.ts out of authoring/generators; mend the generator, not this file.'

/** A paper in our text format (content/README.md), ending with a line break. Sections and figures are not written. */
export function writePaper(paper: PaperDraft): string {
  const { languages } = paper
  const head = [
    notice,
    `paper: ${paper.slug}`,
    `exam: ${paper.exam}`,
    `kind: ${paper.kind}`,
    `position: ${paper.position}`,
    `languages: ${languages.join(' ')}`,
    `minutes: ${paper.minutes}`,
    `right: ${paper.right}`,
    `wrong: ${paper.wrong}`,
    `blank: ${paper.blank}`,
    ...(paper.qualifying === null ? [] : [`qualifying: ${paper.qualifying}`]),
    `access: ${paper.access}`,
    `source: ${paper.source}`,
    `checked: ${paper.checkedOn}`,
    ...texts('title ', paper.title, languages),
    ...texts('about ', paper.about, languages),
  ]
  const blocks = [head, ...paper.questions.map((question) => questionLines(question))]
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

const questionLines = ({
  id,
  topics,
  languages,
  stem,
  options,
  correct,
  explanation,
}: QuestionDraft): string[] => [
  `--- ${id}`,
  `topics: ${topics.join(', ')}`,
  ...texts('', stem, languages),
  ...options.map(
    (option, index) => `(${index === correct ? '*' : ' '}) ${inOrder(option, languages)}`,
  ),
  ...texts('why ', explanation, languages),
]

/** Lines after the first are indented, so that they go on with the field. */
const texts = (key: string, text: Texts, languages: readonly Locale[]) =>
  languages.map((locale) => `${key}${locale}: ${(text[locale] ?? '').replaceAll('\n', '\n  ')}`)

/** An option that is the same in all languages is written once. */
function inOrder(option: Texts, languages: readonly Locale[]): string {
  const parts = languages.map((locale) => (option[locale] ?? '').replaceAll('|', '\\|'))
  return new Set(parts).size === 1 ? parts[0]! : parts.join(' | ')
}
