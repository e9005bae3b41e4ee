// Folds words to their sound, in the Latin letters that people type on a phone: ಗ್ರಾಮ, గ్రామం,
// "grama" and "graama" all become "gram…". Sounds that people spell differently have one spelling:
// long and short vowels, aspirates, v and w, sh and s, single and double consonants, ಂ and m. The
// blocks of the two scripts have the same layout, 128 code points apart.

const consonants: Record<number, string> = {
  ...letters(0x15, 'k k g g n C C j j n t t d d n t t d d n'),
  ...letters(0x2a, 'p p b b m y r r l l'),
  ...letters(0x35, 'v s s s h'),
}
const vowels: Record<number, string> = {
  ...letters(0x05, 'a a i i u u R'),
  ...letters(0x0e, 'e e ai'),
  ...letters(0x12, 'o o au'),
}
const vowelSigns: Record<number, string> = {
  ...letters(0x3e, 'a i i u u R R'),
  ...letters(0x46, 'e e ai'),
  ...letters(0x4a, 'o o au'),
}
const anusvara = 0x02
const virama = 0x4d
const firstDigit = 0x66

/** Folds a text: a-z and 0-9, one space between words. */
export const foldText = (text: string): string => splitWords(text).map(foldWord).join(' ')

/** The words of a text: letters with their signs, and digits. Joiners, which only change the shape
 *  of letters, are removed. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .replace(/[\u200b-\u200d]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

export function foldWord(word: string): string {
  return simplified(romanised(word))
}

function romanised(word: string): string {
  let roman = ''
  let bare = false
  for (const letter of word) {
    const code = letter.codePointAt(0) ?? 0
    const place = code >= 0x0c00 && code < 0x0d00 ? code % 0x80 : null
    const sign = place === null ? undefined : vowelSigns[place]
    if (bare && sign === undefined && place !== virama) roman += 'a'
    bare = place !== null && place in consonants
    if (place === null) roman += letter
    else if (place === anusvara) roman += 'n'
    else if (place >= firstDigit && place < firstDigit + 10) roman += String(place - firstDigit)
    else roman += sign ?? consonants[place] ?? vowels[place] ?? ''
  }
  return bare ? `${roman}a` : roman
}

function simplified(roman: string): string {
  return roman
    .replace(/ch+/g, 'C')
    .replace(/c/g, 'k')
    .replace(/C/g, 'c')
    .replace(/x/g, 'ks')
    .replace(/([bdgjkpst])h/g, '$1')
    .replace(/w/g, 'v')
    .replace(/[zq]/g, (letter) => (letter === 'z' ? 'j' : 'k'))
    .replace(/f/g, 'p')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/(?<=.)m(?=[bcdghjklnpstv])/g, 'n')
    .replace(/jn/g, 'gn')
    .replace(/(?<=[bcdghjklmnprstv])y(?=[bcdghjklmnprstv])/g, 'ai')
    .replace(/(?<=[bcdghjkmnpstv])(?:R|r[iu])/g, 'r')
    .replace(/R/g, 'ru')
}

function letters(from: number, sounds: string): Record<number, string> {
  return Object.fromEntries(sounds.split(' ').map((sound, index) => [from + index, sound]))
}
