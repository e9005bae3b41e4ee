import { foldWord, splitWords } from '../../domain/phonetic-folding.ts'
import { editDistance } from './edit-distance.ts'

/** Further words of a query are ignored, because each one costs a look-up. */
const maxWords = 8

/** Words of so many questions that they distinguish nothing; ignored beside other words. */
const commonWords = new Set(
  splitWords(
    'a an and are by for from in is it of on or that the to was were what which who with',
  ).map(foldWord),
)

/** The words that a query asks for, as they sound. */
export function wordsOfQuery(typed: string): string[] {
  const words = [...new Set(splitWords(typed).map(foldWord))].filter((word) => word !== '')
  const distinctive = words.filter((word) => !commonWords.has(word))
  return (distinctive.length > 0 ? distinctive : words).slice(0, maxWords)
}

/** Places in the list of words: from `start` to before `end`. */
export type WordRange = { start: number; end: number }

/** The first place in the ascending list whose word is not less. */
export function placeOf(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}

export function rangeOfWord(words: readonly string[], word: string): WordRange {
  const start = placeOf(words, word)
  return { start, end: words[start] === word ? start + 1 : start }
}

const lastCharacter = '\uffff'

const rangeOfPrefix = (words: readonly string[], prefix: string): WordRange => ({
  start: placeOf(words, prefix),
  end: placeOf(words, prefix + lastCharacter),
})

/** The whole word and its prefix, so that ಗ್ರಾಮ ("grama") ranks before "grammar". */
export const wordAndPrefix = (words: readonly string[], sound: string): WordRange[] => [
  rangeOfWord(words, sound),
  rangeOfPrefix(words, prefixOf(sound)),
]

/** Without a final vowel: ಗ್ರಾಮ is "grama" in full, "gram" as many people type it, and the
 *  beginning of ಗ್ರಾಮೀಣ. */
const prefixOf = (sound: string) => (sound.length > 3 ? sound.replace(/[aeiou]$/, '') : sound)

const maxSimilar = 6
/** Of each word of a query, so that no query costs more than some milliseconds. */
const maxCompared = 20_000

/** The nearest words with the same first letter: one edit away, two in a long word. Cost: at most
 *  20,000 comparisons. */
export function similarWords(words: readonly string[], sound: string): string[] {
  const maxEdits = sound.length >= 8 ? 2 : sound.length >= 4 ? 1 : 0
  if (maxEdits === 0) return []
  const letter = sound.slice(0, 1)
  const end = placeOf(words, `${letter}{`)
  let [similar, nearest, compared]: [string[], number, number] = [[], maxEdits, 0]
  for (let place = placeOf(words, letter); place < end && compared < maxCompared; place++) {
    const word = words[place]!
    if (Math.abs(word.length - sound.length) > maxEdits) continue
    compared += 1
    const distance = editDistance(sound, word, nearest)
    if (distance > nearest) continue
    if (distance < nearest) similar = []
    nearest = distance
    if (similar.length < maxSimilar) similar.push(word)
  }
  return similar
}
