// The glyphs of the Nudi and Baraha fonts, which show Kannada for characters of Latin-1. Facts of
// Resources/NudiBarahaMapping.json in kagapa-blr/KannadaAsciiUnicodeSDK (MIT), written as stems and
// signs instead of one entry per syllable.

/** A syllable as its glyphs begin it. `isStem`: no vowel is written yet, so a sign must follow. */
export type Syllable = { consonant: string; vowel: string; isStem: boolean }

const halant = '್'

/** Consonants with their stem, their form with the vowel i, and their form with an inherent vowel
 *  where that is a glyph of its own. */
const consonants: readonly (readonly [string, string, string, string?])[] = [
  ['ಕ', 'P', 'Q'],
  ['ಖ', 'S', 'T', 'R'],
  ['ಗ', 'U', 'V'],
  ['ಘ', 'W', 'X'],
  ['ಚ', 'Z', 'a'],
  ['ಛ', 'b', 'c'],
  ['ಜ', 'e', 'f', 'd'],
  ['ಟ', 'm', 'n', 'l'],
  ['ಠ', 'o', 'p'],
  ['ಡ', 'q', 'r'],
  ['ಢ', 'qs', 'rü'],
  ['ಣ', 'u', 'tÂ', 't'],
  ['ತ', 'v', 'w'],
  ['ಥ', 'x', 'y'],
  ['ದ', 'z', '¢'],
  ['ಧ', 'zs', '¢ü'],
  ['ನ', '£', '¤'],
  ['ಪ', '¥', '¦'],
  ['ಫ', '¥s', '¦ü'],
  ['ಬ', '¨', '©', '§'],
  ['ಭ', '¨s', '©ü'],
  ['ರ', 'g', 'j'],
  ['ಲ', '¯', '°', '®'],
  ['ವ', 'ª', '«'],
  ['ಶ', '±', '²'],
  ['ಷ', 'µ', '¶'],
  // The Greek letter, which some programs write for the micro sign.
  ['ಷ', 'μ', '¶'],
  ['ಸ', '¸', '¹'],
  ['ಹ', 'º', '»'],
  ['ಳ', '¼', '½'],
  ['ಱ', '¾õ', '¾Â', '¾'],
  ['ೞ', '¿õ', '¿Â'],
]

/** Syllables whose glyphs are not a stem and a sign: ಮ is ವ with a sign, ಯ and ಝ have three parts.
 *  'YÂ' and 'kÂ' are a form with an inherent vowel and a sign. */
const irregular: Record<string, readonly [string, string]> = {
  ...{ Y: ['ಙ', ''], YÂ: ['ಙ', 'ಿ'], k: ['ಞ', ''], kÂ: ['ಞ', 'ಿ'] },
  ...{ ªÀÄ: ['ಮ', ''], ªÀiÁ: ['ಮ', 'ಾ'], '«Ä': ['ಮ', 'ಿ'], ªÉÄ: ['ಮ', 'ೆ'] },
  ...{ ªÉÆ: ['ಮ', 'ೊ'], ªÀiË: ['ಮ', 'ೌ'] },
  ...{ AiÀÄ: ['ಯ', ''], AiÀiÁ: ['ಯ', 'ಾ'], '¬Ä': ['ಯ', 'ಿ'], AiÉÄ: ['ಯ', 'ೆ'] },
  ...{ AiÉÀÄ: ['ಯ', 'ೆ'], AiÉÆ: ['ಯ', 'ೊ'], AiÀiË: ['ಯ', 'ೌ'], AiÀiï: ['ಯ', halant] },
  ...{ i: ['ಯ', ''], '0iÀÄ': ['ಯ', ''], '0iÀiÁ': ['ಯ', 'ಾ'], '0iÉÄ': ['ಯ', 'ೆ'] },
  ...{ '0iÉÆ': ['ಯ', 'ೊ'], '¿Ä': ['ೞ', 'ು'], '¿Æ': ['ೞ', 'ೂ'], '¿È': ['ೞ', 'ೃ'] },
  ...{ gÀhÄ: ['ಝ', ''], gÀhiÁ: ['ಝ', 'ಾ'], jhÄ: ['ಝ', 'ಿ'], gÉhÄ: ['ಝ', 'ೆ'] },
  ...{ gÉhÆ: ['ಝ', 'ೊ'], gÀhiË: ['ಝ', 'ೌ'] },
}

/** Vowels that begin a word. */
export const vowels: Record<string, string> = {
  ...{ C: 'ಅ', D: 'ಆ', E: 'ಇ', F: 'ಈ', G: 'ಉ', H: 'ಊ', IÄ: 'ಋ', IÆ2: 'ೠ' },
  ...{ J: 'ಎ', K: 'ಏ', L: 'ಐ', M: 'ಒ', N: 'ಓ', O: 'ಔ' },
}

/** Every beginning of a syllable by its glyphs. */
export const syllables: ReadonlyMap<string, Syllable> = new Map<string, Syllable>([
  ...consonants.flatMap(([consonant, stem, withI, inherent]) => [
    [stem, { consonant, vowel: '', isStem: true }] as const,
    [withI, { consonant, vowel: 'ಿ', isStem: false }] as const,
    ...(inherent ? [[inherent, { consonant, vowel: '', isStem: false }] as const] : []),
  ]),
  ...Object.entries(irregular).map(
    ([glyphs, [consonant, vowel]]) => [glyphs, { consonant, vowel, isStem: false }] as const,
  ),
])

/** Consonants written below others. */
export const consonantsBelow: Record<string, string> = {
  ...{ Ì: 'ಕ', Í: 'ಖ', Î: 'ಗ', Ï: 'ಘ', Ð: 'ಙ', Ñ: 'ಚ', Ò: 'ಛ', Ó: 'ಜ', Ô: 'ಝ', Õ: 'ಞ' },
  ...{ Ö: 'ಟ', '×': 'ಠ', Ø: 'ಡ', Ù: 'ಢ', Ú: 'ಣ', Û: 'ತ', Ü: 'ಥ', Ý: 'ದ', Þ: 'ಧ', ß: 'ನ' },
  ...{ à: 'ಪ', á: 'ಫ', â: 'ಬ', ã: 'ಭ', ä: 'ಮ', å: 'ಯ', æ: 'ರ', ç: 'ರ', è: 'ಲ', é: 'ವ' },
  ...{ ê: 'ಶ', ë: 'ಷ', ì: 'ಸ', í: 'ಹ', î: 'ಳ', '¿': 'ೞ' },
}

/** What each sign makes of the vowel that is written so far ('' is the inherent one). A vowel that
 *  is not named does not admit the sign. Typists repeat À and É without effect. */
export const vowelSigns: Record<string, Record<string, string>> = {
  À: { '': '', 'ೆ': 'ೆ' },
  Á: { '': 'ಾ' },
  Â: { '': 'ಿ' },
  Ã: { 'ಿ': 'ೀ', 'ೆ': 'ೇ', 'ೊ': 'ೋ' },
  Ä: { '': 'ು' },
  Å: { '': 'ು' },
  Æ: { '': 'ೂ', 'ೆ': 'ೊ' },
  Ç: { '': 'ೂ', 'ೆ': 'ೊ' },
  È: { '': 'ೃ' },
  É: { '': 'ೆ', 'ೆ': 'ೆ' },
  Ê: { 'ೆ': 'ೈ' },
  Ë: { '': 'ೌ' },
  ï: { '': halant },
  ø: { '': 'ೃ' },
}

/** Signs that end a syllable. */
export const finalSigns: Record<string, string> = { A: 'ಂ', B: 'ಃ' }

/** ರ above the end of a cluster, spoken before it. */
export const raAbove = 'ð'

/** Glyphs that only move others. */
export const spacing: ReadonlySet<string> = new Set(['ö', '÷', 'ó', 'ô', 'õ'])

/** Spellings that the reference tables read in a way of their own. */
export const exceptions: ReadonlyMap<string, string> = new Map([
  ['ºÀªÀÄåð', 'ಹರ\u200d್ಮ್ಯ'],
  ['gÀÙ É', 'ರ\u200d್ಢ್ಯ'],
  ['°è', 'ಲ\u200d್ಲಿ'],
  ['PÁë', 'ಕ\u200d್ಷಾ'],
])
