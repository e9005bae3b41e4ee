import type { Locale } from '../../domain/locale.ts'
import type { PageDraft, Problem, QuestionDraft } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks, type Block } from './lines.ts'
import { readLanguages, readQuestion } from './paper.ts'

const pageKinds = ['policy', 'exam-info', 'material', 'current-affairs'] as const

/** Reads one page in the text format; its body is Markdown. Never throws: returns all problems. */
export function readPage(file: string, source: string): { page: PageDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const [head, ...rest] = blocks
  const read = new BlockReader(file, head!, problems)
  const languages = readLanguages(read)
  const kind = read.choice('kind', pageKinds)
  const page: PageDraft = {
    file,
    line: 1,
    slug: read.required('page'),
    kind,
    date: kind === 'current-affairs' ? read.date('date') : null,
    exam: read.optional('exam') || null,
    languages,
    title: read.texts('title', languages),
    description: read.texts('description', languages),
    body: read.texts('body', languages),
    source: read.required('source'),
    checkedOn: read.date('checked'),
    topics: read.list('topics'),
    terms: read.list('terms'),
    quiz: kind === 'current-affairs' ? readQuiz(file, rest, languages, problems) : [],
  }
  read.finish()
  if (kind !== 'current-affairs')
    for (const block of rest) read.problem('a page has neither sections nor items', block.line)
  return { page, problems }
}

/** Reads the section `== quiz` and its questions, which have the format of a paper's. */
function readQuiz(
  file: string,
  [heading, ...questions]: Block[],
  languages: Locale[],
  problems: Problem[],
): QuestionDraft[] {
  if (!heading) return []
  if (heading.mark !== 'section' || heading.name !== 'quiz') {
    const reason = 'what follows the words of current affairs is "== quiz" and its questions'
    problems.push({ file, line: heading.line, reason })
    return []
  }
  new BlockReader(file, heading, problems).finish()
  return questions.flatMap((block) => {
    if (block.mark === 'item') return [readQuestion(file, block, languages, null, problems)]
    problems.push({ file, line: block.line, reason: 'a quiz has no sections' })
    return []
  })
}
