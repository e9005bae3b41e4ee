import type { CardsDraft, Problem } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks } from './lines.ts'
import { readLanguages } from './paper.ts'

/** Reads one set of flash cards in the text format. Never throws: returns all problems. */
export function readCards(
  file: string,
  source: string,
): { cards: CardsDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const [head, ...items] = blocks
  const read = new BlockReader(file, head!, problems)
  const languages = readLanguages(read)
  const cards: CardsDraft = {
    file,
    line: head!.line,
    tag: read.required('cards'),
    languages,
    cards: [],
  }
  read.finish()
  for (const block of items) {
    const readCard = new BlockReader(file, block, problems)
    cards.cards.push({
      line: block.line,
      id: block.name,
      front: readCard.texts('front', languages),
      back: readCard.texts('back', languages),
      topics: readCard.list('topics'),
      terms: readCard.list('terms'),
    })
    readCard.finish()
  }
  return { cards, problems }
}
