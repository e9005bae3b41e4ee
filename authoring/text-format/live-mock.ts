import { isDay, momentInIndia } from '../../domain/india-time.ts'
import type { LiveMockDraft, Problem } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks, type Block } from './lines.ts'
import { readPaperBlocks } from './paper.ts'

/** The fields of a live mock's head that a paper's head does not have. */
const liveFields = ['bell', 'latest', 'results', 'exams']

/** Reads a live mock in the text format (content/README.md): a paper whose head also says when it
 *  begins. Never throws: returns all problems. */
export function readLiveMock(
  file: string,
  source: string,
): { liveMock: LiveMockDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const [head, ...rest] = blocks as [Block, ...Block[]]
  const [live, paperHead] = splitHead(head)
  const paper = readPaperBlocks(file, [paperHead, ...rest], problems)
  const read = new BlockReader(file, live, problems)
  const liveMock: LiveMockDraft = {
    ...{ file, line: head.line, paper },
    bellAt: readMoment(read, 'bell'),
    latestMinutes: read.count('latest') ?? 0,
    resultsAt: readMoment(read, 'results'),
    exams: read.list('exams'),
  }
  if (liveMock.exams.length === 0) liveMock.exams = [paper.exam]
  read.finish()
  return { liveMock, problems }
}

const splitHead = (head: Block): [live: Block, paper: Block] => [
  { ...head, fields: head.fields.filter(({ key }) => liveFields.includes(key)) },
  { ...head, fields: head.fields.filter(({ key }) => !liveFields.includes(key)) },
]

/** A moment in India: '2026-11-29 10:00'. */
function readMoment(read: BlockReader, key: string): string | null {
  const text = read.required(key)
  const [, day = '', clock = ''] =
    /^(\d{4}-\d{2}-\d{2}) ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? []
  if (isDay(day)) return momentInIndia(day, clock).toISOString()
  if (text !== '') read.problem(`"${key}: ${text}" is not a moment as 2026-11-29 10:00`)
  return null
}
