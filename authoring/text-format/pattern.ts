import { patternFactKinds } from '../../domain/pattern-sheet.ts'
import type { PatternDraft, PatternFactDraft, Problem } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks, type Block } from './lines.ts'
import { readLanguages } from './paper.ts'

/** Reads one pattern sheet in the text format. Never throws: returns all problems. */
export function readPattern(
  file: string,
  source: string,
): { pattern: PatternDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const head = new BlockReader(file, blocks[0]!, problems)
  const languages = readLanguages(head)
  const pattern: PatternDraft = {
    file,
    line: 1,
    slug: head.required('pattern'),
    exams: head.list('exams'),
    languages,
    title: head.texts('title', languages),
    checkedOn: head.date('checked'),
    stages: [],
  }
  head.finish()
  for (const block of blocks.slice(1)) {
    const read = new BlockReader(file, block, problems)
    const stage = pattern.stages.at(-1)
    if (block.mark === 'section')
      pattern.stages.push({
        line: block.line,
        slug: block.name,
        name: read.texts('name', languages),
        facts: [],
      })
    else if (stage) stage.facts.push(readFact(block, read, pattern))
    else read.problem('a fact must be below a stage ("== slug")')
    read.finish()
  }
  return { pattern, problems }
}

function readFact(block: Block, read: BlockReader, { languages }: PatternDraft): PatternFactDraft {
  const url = read.optional('url')
  if (url !== '' && !/^https:\/\/\S+$/.test(url)) read.problem(`"url: ${url}" is no https address`)
  const dated = read.required('dated')
  if (dated !== '' && !/^\d{4}(-\d{2}){0,2}$/.test(dated))
    read.problem(`"dated: ${dated}" is not a year, month or day as 2024, 2024-03 or 2024-03-13`)
  return {
    line: block.line,
    id: block.name,
    is: read.choice('is', patternFactKinds),
    value: read.texts('value', languages),
    note: read.texts('note', languages, true),
    source: read.required('source'),
    url: url || null,
    dated,
    isVerified: read.choice('status', ['verified', 'not-verified']) === 'verified',
    replaces: read.optional('replaces') || null,
    terms: read.list('terms'),
  }
}
