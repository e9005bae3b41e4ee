import type { PageDraft, Problem } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks } from './lines.ts'
import { readLanguages } from './paper.ts'

const pageKinds = ['policy', 'exam-info', 'material', 'current-affairs'] as const

/** Reads one page in the text format; its body is Markdown. Never throws: what cannot be read is a problem. */
export function readPage(file: string, source: string): { page: PageDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const read = new BlockReader(file, blocks[0]!, problems)
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
  }
  read.finish()
  for (const block of blocks.slice(1))
    read.problem('a page has neither sections nor items', block.line)
  return { page, problems }
}
