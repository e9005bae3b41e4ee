import type { Locale } from '../../domain/locale.ts'
import { pairsIn } from './keys.ts'
import { indexOfKey, splitAtOptions } from './labels.ts'
import { languageOf, optionOfLines, textsOfLines } from './languages.ts'
import { LineReader, type LineQuestion, type ReadLines } from './line-reader.ts'
import type { Doubt, RecognisedPaper, RecognisedQuestion, SourceLine } from './recognised-paper.ts'

/** Finds questions, options, keys, explanations and sections in the lines of a document.
 *  `languages`: of the paper, at least one. `isWrapped`: a line may be a part of a paragraph, as in
 *  a PDF. Never fails; no line is lost: what belongs to no question is a doubt. */
export function questionsOfLines(
  lines: readonly SourceLine[],
  languages: readonly Locale[],
  { isWrapped = false } = {},
): RecognisedPaper {
  const reader = new LineReader()
  for (const { line, text, doubts } of lines)
    for (const [index, part] of partsOf(text).entries())
      reader.add({ line, text: part, doubts: index === 0 ? doubts : [] })
  const read = reader.finish()
  const questions = inOneQuestion(read.questions, languages)
  addKeys(questions, read)
  const [title = '', ...others] = read.head
  const emptySections = read.sections.filter((_, index) =>
    questions.every(({ section }) => section !== index),
  )
  return {
    title,
    sections: read.sections.map((name) => textsOfLines([name], languages, ' ')),
    questions: questions.map((question) => recognised(question, languages, isWrapped)),
    doubts: [...[...others, ...emptySections].map(leftOut), ...read.doubts],
  }
}

const leftOut = (text: string): Doubt => ({ kind: 'left_out', text })

/** A line of a table of keys looks like options with labels. */
const partsOf = (text: string) => (pairsIn(text) ? [text] : splitAtOptions(text))

/** The same questions in another language after each other become one question each. */
function inOneQuestion(found: readonly LineQuestion[], languages: readonly Locale[]) {
  if (languages.length === 1) return [...found]
  const kept: LineQuestion[] = []
  for (const question of found) {
    const language = languageOf(question.stem.join(' '))
    const same = kept.find(
      ({ number, section, stem }) =>
        number === question.number &&
        section === question.section &&
        languageOf(stem.join(' ')) !== language,
    )
    if (!same) {
      kept.push(question)
      continue
    }
    same.stem.push(...question.stem)
    same.why.push(...question.why)
    same.doubts.push(...question.doubts)
    if (same.key !== null && question.key !== null && !haveOneKey(same, question))
      same.doubts.push({ kind: 'key_conflict', text: `${same.key} · ${question.key}` })
    same.key ??= question.key
    for (const [index, option] of question.options.entries()) {
      const own = same.options[index]
      if (!own) same.options.push(option)
      // A number is the same in both.
      else if (own.lines.join(' ') !== option.lines.join(' ')) own.lines.push(...option.lines)
    }
  }
  return kept
}

const haveOneKey = (one: LineQuestion, other: LineQuestion) =>
  indexOfKey(one.key ?? '', one.series) === indexOfKey(other.key ?? '', other.series)

/** The keys of the table at the end: of several questions with one number, one after the other. */
function addKeys(questions: readonly LineQuestion[], { table, doubts }: ReadLines) {
  const used = new Set<LineQuestion>()
  for (const { number, letter } of table.pairs) {
    const question = questions.find((one) => one.number === number && !used.has(one))
    if (!question) {
      doubts.push(leftOut(`${number} ${letter}`))
      continue
    }
    used.add(question)
    const before = question.key === null ? null : indexOfKey(question.key, question.series)
    if (before !== null && before !== indexOfKey(letter, question.series)) {
      question.doubts.push({ kind: 'key_conflict', text: `${question.key ?? ''} · ${letter}` })
      question.key = null
      continue
    }
    if (before === null && question.key !== null)
      question.doubts.push({ kind: 'key_unclear', text: question.key })
    question.key = letter
  }
}

function recognised(
  question: LineQuestion,
  languages: readonly Locale[],
  isWrapped: boolean,
): RecognisedQuestion {
  const { section, options, why, doubts } = question
  const texts = options.map(({ lines }) => optionOfLines(lines, languages))
  const { correct, doubt } = keyOf(question)
  const separator = isWrapped ? ' ' : '\n'
  return {
    section,
    stem: textsOfLines(paragraphs(question.stem, isWrapped), languages, '\n'),
    options: texts,
    correct,
    why: textsOfLines(why, languages, separator),
    topics: [],
    doubts: [...doubts, ...(doubt ? [doubt] : [])],
  }
}

/** Lines of a PDF are joined, but for those that begin a statement or another language. */
function paragraphs(lines: readonly string[], isWrapped: boolean): string[] {
  if (!isWrapped) return [...lines]
  return lines.reduce<string[]>((joined, line) => {
    const last = joined.at(-1)
    const begins =
      /^[([]?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})[.)\]]\s/.test(line) ||
      (last !== undefined && languageOf(last) !== languageOf(line))
    if (last === undefined || begins) return [...joined, line]
    return [...joined.slice(0, -1), `${last} ${line}`]
  }, [])
}

/** The key that is named, or the option that is marked. */
function keyOf({ key, options, series }: LineQuestion): {
  correct: number | null
  doubt: Doubt | null
} {
  const marked = options.flatMap(({ isMarked }, index) => (isMarked ? [index] : []))
  const words = key?.toLowerCase()
  const byWords = options.findIndex(({ lines }) => lines.join(' ').toLowerCase() === words)
  const named = key === null ? null : byWords >= 0 ? byWords : indexOfKey(key, series)
  const isPossible = named !== null && named < options.length
  if (key !== null && !isPossible)
    return { correct: null, doubt: { kind: 'key_unclear', text: key } }
  if (marked.length > 1 || (named !== null && marked.length === 1 && marked[0] !== named))
    return {
      correct: null,
      doubt: {
        kind: 'key_conflict',
        text: [...marked, ...(named === null ? [] : [named])].map((one) => one + 1).join(' · '),
      },
    }
  return { correct: named ?? marked[0] ?? null, doubt: null }
}
