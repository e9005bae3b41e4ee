/** The width of a text in letters of average width (about 0.55 of the font size). Kannada and
 *  Telugu syllables are wider than Latin letters, and combining signs have no width of their own.
 *  An estimate for the server, where text cannot be measured. */
export const textWidth = (text: string) =>
  Array.from(text.normalize('NFC')).reduce((sum, letter) => {
    if (/\p{Mn}|\u200c|\u200d/u.test(letter)) return sum
    return sum + (/[\u0c00-\u0cff]/.test(letter) ? 1.25 : 1)
  }, 0)
