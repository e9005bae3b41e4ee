import type { Locale } from '../../domain/locale.ts'
import {
  doubtLine,
  questionFields,
  questionText,
  textOfBlocks,
  withBlockFields,
} from '../text-format/paper-text.ts'
import type { Doubt, RecognisedPaper } from './recognised-paper.ts'

/** How a paper's text is written. `head`: without the doubts. `doubtText`: a sentence about one
 *  place. `questionId`: a new one with each call. `topics`: of questions without any. */
export type PaperWriting = {
  head: string
  languages: readonly Locale[]
  doubtText: (doubt: Doubt) => string
  questionId: () => string
  topics: string
}

/** Longer places are shortened: a person sees them in the file. */
const maxDoubtLength = 400
const maxDoubts = 60

/** The text of a recognised paper in the format of content/README.md, with its doubts as comments
 *  which the desk shows at their places. */
export function textOfRecognised(
  { sections, questions, doubts }: RecognisedPaper,
  { head, languages, doubtText, questionId, topics }: PaperWriting,
): string {
  const sentences = (all: readonly Doubt[]) =>
    fewDoubts(all).map((doubt) => doubtText({ ...doubt, text: shortened(doubt.text) }))
  const pieces: { text: string }[] = [
    { text: [...sentences(doubts).map(doubtLine), head].join('\n') },
  ]
  let current: number | null = null
  for (const question of questions) {
    if (question.section !== current && question.section !== null) {
      current = question.section
      const names = Object.fromEntries(
        languages.map((locale) => [`name ${locale}`, sections[current!]?.[locale] ?? '']),
      )
      const block = { mark: 'section' as const, name: `part-${current + 1}`, text: '' }
      pieces.push({ text: withBlockFields(block, ['name', 'minutes'], names) })
    }
    const { stem, options, correct, why } = question
    const fields = {
      ...questionFields('', languages),
      ...{ stem, options, correct, why },
      topics: question.topics.length > 0 ? question.topics.join(', ') : topics,
      doubts: sentences(question.doubts),
    }
    pieces.push({ text: questionText(questionId(), fields, languages) })
  }
  return textOfBlocks(pieces)
}

const shortened = (text: string) =>
  text.length <= maxDoubtLength ? text : `${text.slice(0, maxDoubtLength)}…`

/** A piece of a paper holds no more; the last one says how many there are besides. */
const fewDoubts = (doubts: readonly Doubt[]): readonly Doubt[] =>
  doubts.length <= maxDoubts
    ? doubts
    : [
        ...doubts.slice(0, maxDoubts - 1),
        { kind: 'left_out', text: `… + ${doubts.length - maxDoubts + 1}` },
      ]
