import { isLocale, locales, type Locale } from '../../domain/locale.ts'
import { paperKinds } from '../../domain/paper.ts'
import type {
  PaperDraft,
  PassageDraft,
  Problem,
  QuestionDraft,
  SectionDraft,
  Texts,
} from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks, type Block } from './lines.ts'

/** Reads one paper in the text format (content/README.md). Never throws: returns all problems. */
export function readPaper(
  file: string,
  source: string,
): { paper: PaperDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  return { paper: readPaperBlocks(file, blocks, problems), problems }
}

/** Reads the blocks of a paper, and adds what is wrong with them to the problems. */
export function readPaperBlocks(file: string, blocks: Block[], problems: Problem[]): PaperDraft {
  const paper = readHead(file, blocks[0]!, problems)
  const passages = new Map<string, PassageDraft>()
  let section: SectionDraft | null = null
  for (const block of blocks.slice(1)) {
    if (block.mark === 'section') {
      section = readSection(file, block, paper.languages, problems)
      paper.sections.push(section)
    } else if (block.mark === 'passage') {
      if (passages.has(block.name))
        problems.push({ file, line: block.line, reason: `the passage ${block.name} exists twice` })
      passages.set(block.name, readPassage(file, block, paper.languages, problems))
    } else {
      paper.questions.push(readQuestion(file, block, paper.languages, section, problems, passages))
    }
  }
  return paper
}

function readPassage(
  file: string,
  block: Block,
  paperLanguages: Locale[],
  problems: Problem[],
): PassageDraft {
  const read = new BlockReader(file, block, problems)
  const languages = readOnly(read, paperLanguages)
  if (!/^[a-z0-9-]+$/.test(block.name)) read.problem('a passage is named by a-z, digits, hyphens')
  const passage = {
    line: block.line,
    id: block.name,
    languages,
    text: read.texts('text', languages),
  }
  read.finish()
  return passage
}

/** The languages of a question or a passage: the paper's, or the one that `only:` names. */
function readOnly(read: BlockReader, paperLanguages: Locale[]): Locale[] {
  const only = read.optional('only')
  const onlyLanguage = paperLanguages.find((locale) => locale === only)
  if (only !== '' && !onlyLanguage) read.problem(`"only: ${only}" is none of the paper's languages`)
  return onlyLanguage ? [onlyLanguage] : paperLanguages
}

function readHead(file: string, head: Block, problems: Problem[]): PaperDraft {
  const read = new BlockReader(file, head, problems)
  const languages = readLanguages(read)
  const paper: PaperDraft = {
    file,
    line: head.line,
    slug: read.required('paper'),
    exam: read.required('exam'),
    kind: read.choice('kind', paperKinds),
    year: read.count('year'),
    position: read.count('position') ?? 1,
    languages,
    minutes: read.count('minutes') ?? 0,
    right: read.marks('right'),
    wrong: read.marks('wrong'),
    blank: read.marks('blank'),
    qualifying: read.share('qualifying'),
    access: read.choice('access', ['free', 'premium']),
    title: read.texts('title', languages),
    about: read.texts('about', languages),
    source: read.required('source'),
    checkedOn: read.date('checked'),
    sections: [],
    questions: [],
  }
  if (read.optional('minutes') === '') read.problem('"minutes:" is missing')
  if (!/^[a-z0-9-]+$/.test(paper.slug)) read.problem('a slug is small letters, digits and hyphens')
  if (paper.kind === 'previous-papers' && paper.year === null)
    read.problem('a previous paper says the year whose pattern it follows')
  read.finish()
  return paper
}

function readSection(
  file: string,
  block: Block,
  languages: Locale[],
  problems: Problem[],
): SectionDraft {
  const read = new BlockReader(file, block, problems)
  const section = {
    line: block.line,
    slug: block.name,
    name: read.texts('name', languages),
    minutes: read.count('minutes'),
  }
  read.finish()
  return section
}

/** Reads one question. `paperLanguages`: the languages of its paper or page; `passages`: those
 *  that stand above it in its paper. */
export function readQuestion(
  file: string,
  block: Block,
  paperLanguages: Locale[],
  section: SectionDraft | null,
  problems: Problem[],
  passages: ReadonlyMap<string, PassageDraft> = new Map(),
): QuestionDraft {
  const read = new BlockReader(file, block, problems)
  const languages = readOnly(read, paperLanguages)
  const passageName = read.optional('passage')
  const passage = passages.get(passageName)
  if (passageName !== '' && !passage) read.problem(`no passage "${passageName}" stands above it`)
  if (passage && passage.languages.join() !== languages.join())
    read.problem(`the passage "${passageName}" is in ${passage.languages.join(' ')}`)
  const [trueAsOf, lookAgain] = [read.period('true-as-of'), read.period('look-again')]
  const figureFile = read.optional('figure')
  const alt = read.texts('alt', paperLanguages, figureFile === '')
  const right = block.options.flatMap((option, index) => (option.isRight ? [index] : []))
  if (right.length !== 1)
    read.problem(`${right.length} options are marked right with (*); one must be`)
  const question: QuestionDraft = {
    line: block.line,
    id: block.name,
    section: section?.slug ?? null,
    languages,
    stem: read.texts('text', languages),
    options: block.options.map((option) => splitOption(option.text, languages, read, option.line)),
    correct: right[0] ?? 0,
    explanation: read.texts('why', paperLanguages),
    topics: read.list('topics'),
    terms: read.list('terms'),
    figure: figureFile === '' ? null : { file: figureFile, alt },
    ...(passage && { passage }),
    ...(trueAsOf !== undefined && { trueAsOf }),
    ...(lookAgain !== undefined && { lookAgain }),
  }
  read.finish()
  return question
}

export function readLanguages(read: BlockReader): Locale[] {
  const words = read
    .required('languages')
    .split(/\s+/)
    .filter((word) => word !== '')
  for (const word of words)
    if (!isLocale(word)) read.problem(`"${word}" is none of ${locales.join(', ')}`)
  return words.filter(isLocale)
}

/** Splits `ಕನ್ನಡ | English` in the order of the languages; a single part is used for all of
 *  them. */
function splitOption(text: string, languages: Locale[], read: BlockReader, line: number): Texts {
  const parts = text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|').trim())
  if (parts.length !== 1 && parts.length !== languages.length)
    read.problem(`${parts.length} parts between "|" for the languages ${languages.join(' ')}`, line)
  return Object.fromEntries(
    languages.map((locale, index) => [
      locale,
      parts.length === 1 ? parts[0] : (parts[index] ?? ''),
    ]),
  )
}
