import { isKeyHeading, answerIn, KeyTable, letterOfKey, pairsIn, whyIn } from './keys.ts'
import { numberLabel, optionLabels, type NumberLabel, type OptionLabel } from './labels.ts'
import { languageOf } from './languages.ts'
import type { Doubt, SourceLine } from './recognised-paper.ts'

/** A question as lines. `number`: as the document numbers it. `key`: what stands as its key. */
export type LineQuestion = {
  number: number
  section: number | null
  stem: string[]
  /** `lines`: without the label; `source`: as they stand there. */
  options: { lines: string[]; source: string[]; isMarked: boolean }[]
  series: string | null
  key: string | null
  why: string[]
  doubts: Doubt[]
}

/** What the lines of a document are. */
export type ReadLines = {
  head: string[]
  sections: string[]
  questions: LineQuestion[]
  table: KeyTable
  doubts: Doubt[]
}

const maxOptions = 5
const maxSectionLength = 90
/** 'Part – A', 'ವಿಭಾಗ 2: ಇತಿಹಾಸ', 'Section: History'. */
const sectionPattern = new RegExp(
  '^(?:section|part|subject|ವಿಭಾಗ|ಭಾಗ|విభాగం|భాగం)' +
    '(?:\\s*[-–—:]+\\s*\\S|\\s+(?:[A-Z0-9]{1,4}|[ಅ-ಹఅ-హ]{1,2})(?![\\p{L}\\p{M}]))',
  'iu',
)
/** What marks the right option at the beginning or the end of its text. */
const rightMark = /^\s*[*✓✔☑√]\s*|\s*(?:[*✓✔☑√]|\(\*\))\s*$/u

/** Takes the lines of a document one after the other and finds what they are. Blank lines are given
 *  too: text after a complete question and a blank line is not its last option's. */
export class LineReader {
  readonly read: ReadLines = {
    ...{ head: [], sections: [], questions: [], table: new KeyTable(), doubts: [] },
  }
  #question: LineQuestion | null = null
  #optionStyle = ''
  #numberStyle: string | null = null
  #isInWhy = false
  #isInTable = false
  #isAfterBlank = false
  /** Numbered lines since the question or its last option began, as statements have them. */
  #statements = 0
  #between: Doubt[] = []

  add({ text, doubts }: SourceLine) {
    const line = text.trim()
    if (line === '') {
      this.#isAfterBlank = true
      return
    }
    this.#take(line)
    this.#isAfterBlank = false
    if (doubts.length > 0) (this.#question?.doubts ?? this.read.doubts).push(...doubts)
  }

  /** To be called after the last line. */
  finish(): ReadLines {
    this.read.doubts.push(...this.#between.map(({ text }) => leftOut(text)))
    for (const question of this.read.questions) takeNumberedOptions(question)
    return this.read
  }

  #take(line: string) {
    if (this.#isInTable && this.read.table.add(line)) return
    if (isKeyHeading(line) && this.read.questions.length > 0) {
      this.#isInTable = true
      this.#isInWhy = false
      return
    }
    if (this.#isSection(line)) return this.#beginSection(line)
    const number = numberLabel(line)
    if (number && this.#beginsQuestion(number)) return this.#beginQuestion(number)
    const question = this.#question
    if (!question) return void this.read.head.push(line)
    if ((pairsIn(line)?.length ?? 0) > 2 && isComplete(question))
      return void this.read.table.add(line)
    if (this.#isInTable) return void this.read.doubts.push(leftOut(line))
    this.#continue(question, line)
  }

  #continue(question: LineQuestion, line: string) {
    const why = whyIn(line)
    if (why !== null) {
      this.#isInWhy = true
      if (why !== '') question.why.push(why)
      return
    }
    const answer = this.#isInWhy ? null : answerIn(line)
    const hasOptions = question.options.length > 0 || this.#statements > 3
    if (answer !== null && hasOptions) return this.#setKey(question, answer)
    if (this.#isInWhy) return void question.why.push(line)
    const option = this.#optionOf(question, line)
    if (option) return this.#addOption(question, option, line)
    const isApart = this.#between.length > 0 || (isComplete(question) && this.#isAfterBlank)
    if (isApart) return void this.#between.push({ kind: 'between', text: line })
    if (numberLabel(line)?.number === this.#statements + 1) this.#statements++
    const last = question.options.at(-1)
    last?.source.push(line)
    ;(last?.lines ?? question.stem).push(line)
  }

  #isSection(line: string): boolean {
    const isFree = !this.#question || isComplete(this.#question)
    return isFree && line.length <= maxSectionLength && sectionPattern.test(line)
  }

  #beginSection(line: string) {
    this.read.sections.push(line)
    this.#question = null
    this.#isInTable = false
    this.#isInWhy = false
  }

  /** Whether a number begins the next question, and not a statement or an option of this one. */
  #beginsQuestion({ number, style, text }: NumberLabel): boolean {
    const last = this.read.questions.at(-1)
    const isFirst = !last || this.#question === null
    const isOwnStyle = style === this.#numberStyle
    if (isFirst) return last === undefined || isOwnStyle || number === 1
    const question = this.#question!
    const hasOptions = question.options.length > 1
    if (number === last.number + 1) {
      // 'Statements: 1. … 2. …' in question 1.
      const isOpen = this.#statements > 0 && this.#statements < 4
      if (isOpen && number === this.#statements + 1) return false
      return isOwnStyle || (hasOptions && !isNextOption(question, number))
    }
    if (number === 1 && isOwnStyle && this.#haveBeenInstructions()) return true
    if (!isOwnStyle || !isComplete(question) || this.#isInWhy) return false
    // The same questions again in another language.
    const isAnew = number === 1 && languageOf(text) !== languageOf(last.stem.join(' '))
    return isAnew || (number > last.number && number <= last.number + 5)
  }

  /** Numbered lines above the first question, none of which has options. */
  #haveBeenInstructions(): boolean {
    const { questions } = this.read
    const isBare = ({ options, key, stem }: LineQuestion) =>
      options.length === 0 && key === null && !stem.slice(1).some((line) => numberLabel(line))
    return questions.length > 1 && questions.every(isBare)
  }

  #beginQuestion({ number, style, text }: NumberLabel) {
    if (number === 1 && this.#haveBeenInstructions())
      this.read.head.push(
        ...this.read.questions.splice(0).flatMap(({ stem, why }) => [...stem, ...why]),
      )
    this.#isInTable = false
    const last = this.read.questions.at(-1)
    const section = this.read.sections.length === 0 ? null : this.read.sections.length - 1
    const isJump = last !== undefined && number !== last.number + 1 && number !== 1
    const question: LineQuestion = {
      ...{ number, section, stem: [], options: [], series: null, key: null, why: [] },
      doubts: [
        ...this.#between.splice(0),
        ...(isJump ? [{ kind: 'number' as const, text: `${last.number} → ${number}` }] : []),
      ],
    }
    this.#question = question
    this.#numberStyle ??= style
    this.#isInWhy = false
    this.#statements = 0
    this.read.questions.push(question)
    if (text !== '') question.stem.push(text)
  }

  #setKey(question: LineQuestion, answer: string) {
    const letter = letterOfKey(answer)
    const key = letter ?? answer
    const words = letter === null ? '' : answer.replace(/^[([]?\s*\S+?\s*(?:[)\].]|\s|$)\s*/u, '')
    const isOptions = question.options.some(({ lines }) => lines.join(' ').includes(words))
    if (words !== '' && !isOptions) question.doubts.push(leftOut(answer))
    if (question.key !== null && question.key !== key)
      question.doubts.push({ kind: 'key_conflict', text: `${question.key} · ${key}` })
    question.key = key
  }

  /** The reading of a line as this question's next option, or as the first of another series. */
  #optionOf(question: LineQuestion, line: string): OptionLabel | null {
    const marked = line.replace(/^\s*[*✓✔☑√]\s*/u, '')
    const labels = optionLabels(marked).filter(
      // '1.' in a paper whose questions are numbered so is a statement.
      ({ series, style }) => series !== 'digits' || style !== this.#numberStyle,
    )
    const { options, series } = question
    const isOwn = (label: OptionLabel) =>
      label.series === series && label.style === this.#optionStyle
    // Lettered lines before the options, as columns to be matched have them, are of the question.
    const begins = (label: OptionLabel) =>
      label.index === 0 && (options.length === 0 || !isOwn(label))
    return (
      labels.find((label) => isOwn(label) && label.index >= options.length) ??
      labels.find(begins) ??
      null
    )
  }

  #addOption(question: LineQuestion, option: OptionLabel, line: string) {
    const { options } = question
    if (option.index === 0 && options.length > 0) {
      question.stem.push(...options.flatMap(({ source }) => source))
      question.options = []
      question.key = null
    }
    if (question.options.length === 0) {
      question.series = option.series
      this.#optionStyle = option.style
    } else if (option.index > question.options.length) {
      question.doubts.push({ kind: 'options_order', text: line })
    }
    const isMarked = rightMark.test(option.text) || /^\s*[*✓✔☑√]/u.test(line)
    const text = option.text.replace(rightMark, '').trim()
    this.#statements = 0
    if (question.options.length < maxOptions)
      question.options.push({ lines: [text], source: [line], isMarked })
    else question.doubts.push(leftOut(line))
  }
}

const leftOut = (text: string): Doubt => ({ kind: 'left_out', text })

const isComplete = ({ options, key }: LineQuestion) => options.length >= 4 || key !== null

const isNextOption = ({ series, options }: LineQuestion, number: number) =>
  series === 'digits' && number === options.length + 1 && options.length < 4

/** Numbered lines at the end of a question without lettered options are its options. */
function takeNumberedOptions(question: LineQuestion) {
  if (question.options.length > 0) return
  const labels = question.stem.map((line) => numberLabel(line))
  const first = labels.findLastIndex((label) => label?.number === 1)
  const tail = labels.slice(first)
  const isList =
    first > 0 &&
    (tail.length === 4 || tail.length === 5) &&
    tail.every((label, index) => label?.number === index + 1)
  if (!isList) return
  const lines = question.stem.splice(first)
  question.series = 'digits'
  question.options = tail.map((label, index) => {
    const text = label?.text ?? lines[index] ?? ''
    const isMarked = rightMark.test(text)
    return { lines: [text.replace(rightMark, '').trim()], source: [], isMarked }
  })
  question.doubts.push({ kind: 'options_guessed', text: lines.join(' ') })
}
