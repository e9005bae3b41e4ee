import { consonantsBelow, syllables, vowels } from '../../authoring/unicode/nudi-glyphs.ts'
import { withoutIdleJoiners } from '../../authoring/unicode/fonts.ts'
import { nudiToUnicode } from '../../authoring/unicode/nudi.ts'

// Kannada as somebody types it in a Nudi font: every syllable is found by trying its glyphs.

const signs = [
  ...['', 'À', 'Á', 'Ã', 'Ä', 'Å', 'ÀÄ', 'ÀÅ', 'ÀÆ', 'ÀÇ', 'Æ', 'ÀÈ', 'É', 'ÉÃ', 'ÉÊ'],
  ...['ÉÆ', 'ÉÇ', 'ÉÆÃ', 'ÉÇÃ', 'Ë', 'Ã', 'ï'],
]
const below = new Map(Object.entries(consonantsBelow).map(([glyph, letter]) => [letter, glyph]))
const startingWith = Map.groupBy(syllables, ([, { consonant }]) => consonant)
const vowelGlyphs = new Map(Object.entries(vowels).map(([glyph, letter]) => [letter, glyph]))
const known = new Map<string, string>()

/** Kannada words in the encoding of the font; everything else stays as it is.
 *  Errors: throws for a word that the font cannot show, or whose glyphs are read otherwise. */
export const typedInNudi = (text: string): string =>
  text.replace(/[\u0c80-\u0cff]+/g, (word) => {
    const typed = [...word.matchAll(/(?:[ಕ-ಹೞ]್)*[ಕ-ಹೞ](?:[ಾ-ೌ]|್(?![ಕ-ಹೞ]))?[ಂಃ]?|[ಅ-ಔ][ಂಃ]?/g)]
      .map(([syllable]) => known.get(syllable) ?? typedSyllable(syllable))
      .join('')
    if (withoutIdleJoiners(nudiToUnicode(typed).text) !== word)
      throw new Error(`${word} cannot be typed: ${typed}`)
    return typed
  })

function typedSyllable(syllable: string): string {
  const final = { 'ಂ': 'A', 'ಃ': 'B' }[syllable.at(-1) ?? ''] ?? ''
  const body = final === '' ? syllable : syllable.slice(0, -1)
  const typed = (vowelGlyphs.get(body) ?? candidateOf(body)) + final
  known.set(syllable, typed)
  return typed
}

function candidateOf(body: string): string {
  const consonants = body.match(/[ಕ-ಹೞ]/g) ?? []
  const isRaFirst = body.startsWith('ರ್') && consonants.length > 1
  const [first = '', ...others] = isRaFirst ? consonants.slice(1) : consonants
  const lower = others.map((letter) => below.get(letter) ?? '?').join('')
  for (const [glyphs] of startingWith.get(first) ?? [])
    for (const sign of signs) {
      const typed = glyphs + sign + lower + (isRaFirst ? 'ð' : '')
      const { text, isWhole } = nudiToUnicode(typed)
      if (isWhole && withoutIdleJoiners(text) === body) return typed
    }
  throw new Error(`no glyphs for ${body}`)
}
