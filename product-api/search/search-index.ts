export const entryKinds = ['paper', 'question', 'card', 'page'] as const
export type EntryKind = (typeof entryKinds)[number]

/** A document that was found. id: of the paper, question, card or page. */
export type SearchHit = { kind: EntryKind; id: number }

/** A document as it is indexed: words as they sound, with one space between (foldText). */
export type SearchEntry = SearchHit & { title: string; topics: string; text: string }

/** What can be found, in memory: for each word the entries that have it. Entries are numbered in
 *  the order in which they were added. Size: about 4 bytes for each different word of an entry. */
export type SearchIndex = {
  /** That of the content it was made of (search_version). */
  version: string
  /** In ascending order. */
  words: readonly string[]
  /** The postings of words[i] are those from wordStarts[i] to wordStarts[i + 1]. */
  wordStarts: Uint32Array
  /** An entry's number * 256 + how often it has the word, weighted by column and at most 255. */
  postings: Uint32Array
  /** By the number of the entry: its place in entryKinds, the document's id, how many words. */
  kinds: Uint8Array
  ids: Uint32Array
  lengths: Uint32Array
}

/** Of title, topics and exam, and running text: as often does a word of the column count. */
const columnWeights = { title: 8, topics: 4, text: 1 }
/** Of entries and postings, so that an object of 128 MB always has room for two indexes, the old
 *  and the new: 100,000 questions in three languages are about 4 million postings. */
const limits = { maxEntries: 150_000, maxPostings: 6_000_000 }

export type SearchIndexBuilder = {
  /** Returns false where the index is full: the entries are left out. */
  add: (entries: readonly SearchEntry[]) => boolean
  /** Makes the index. `pause` is awaited between steps of some milliseconds each. */
  finish: (version: string, pause: () => Promise<unknown>) => Promise<SearchIndex>
}

/** Collects entries, each once. Cost: about 10 µs for a question in three languages. */
export function buildSearchIndex({ maxEntries, maxPostings } = limits): SearchIndexBuilder {
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const chunks: { first: number; sizes: Uint16Array; words: Uint32Array }[] = []
  const [kinds, ids, lengths]: [number[], number[], number[]] = [[], [], []]
  let postingCount = 0

  function numberOf(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, counts.length)
    return counts.push(0) - 1
  }

  const add: SearchIndexBuilder['add'] = (entries) => {
    const [sizes, words]: [number[], number[]] = [[], []]
    const first = kinds.length
    let isRoom = true
    for (const entry of entries) {
      isRoom = kinds.length < maxEntries && postingCount < maxPostings
      if (!isRoom) break
      const { weights, length } = weighedWords(entry, numberOf)
      for (const [number, weight] of weights) {
        counts[number]! += 1
        words.push(number * 256 + Math.min(weight, 255))
      }
      postingCount += weights.size
      sizes.push(weights.size)
      kinds.push(entryKinds.indexOf(entry.kind))
      ids.push(entry.id)
      lengths.push(length)
    }
    chunks.push({ first, sizes: Uint16Array.from(sizes), words: Uint32Array.from(words) })
    return isRoom
  }

  const finish: SearchIndexBuilder['finish'] = async (version, pause) => {
    const words = await sorted(numbers.keys(), pause)
    const wordStarts = new Uint32Array(words.length + 1)
    const next = new Uint32Array(words.length)
    for (const [place, word] of words.entries()) {
      const number = numbers.get(word)!
      next[number] = wordStarts[place]!
      wordStarts[place + 1] = wordStarts[place]! + counts[number]!
    }
    const postings = new Uint32Array(postingCount)
    for (const chunk of chunks.splice(0)) {
      await pause()
      let at = 0
      for (const [index, size] of chunk.sizes.entries())
        for (const end = at + size; at < end; at++) {
          const packed = chunk.words[at]!
          postings[next[packed >>> 8]!++] = (chunk.first + index) * 256 + (packed & 255)
        }
    }
    return {
      ...{ version, words, wordStarts, postings },
      kinds: Uint8Array.from(kinds),
      ids: Uint32Array.from(ids),
      lengths: Uint32Array.from(lengths),
    }
  }
  return { add, finish }
}

/** An entry has at most so many different words; the rest of a very long text is not indexed. */
const maxWordsOfEntry = 65_535

function weighedWords(entry: SearchEntry, numberOf: (word: string) => number) {
  const weights = new Map<number, number>()
  let length = 0
  for (const column of ['title', 'topics', 'text'] as const)
    for (const word of entry[column].split(' ')) {
      if (word === '') continue
      length += 1
      if (weights.size >= maxWordsOfEntry) continue
      const number = numberOf(word)
      weights.set(number, (weights.get(number) ?? 0) + columnWeights[column])
    }
  return { weights, length }
}

/** In parts by first letter, because sorting 100,000 words at once would block searches. */
async function sorted(words: Iterable<string>, pause: () => Promise<unknown>): Promise<string[]> {
  const byLetter = new Map<string, string[]>()
  for (const word of words) {
    const letter = word.slice(0, 1)
    const same = byLetter.get(letter)
    if (same) same.push(word)
    else byLetter.set(letter, [word])
  }
  const all: string[] = []
  for (const letter of [...byLetter.keys()].sort()) {
    await pause()
    for (const word of byLetter.get(letter)!.sort()) all.push(word)
  }
  return all
}
