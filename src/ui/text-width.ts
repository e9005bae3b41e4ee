/** How wide a text is, in letters of average width (about 0.55 of their size): Kannada and Telugu syllables are wider than Latin
 *  letters, and the signs above and below them take no room of their own. For where nothing can be measured. */
export const widthOf = (text: string) =>
  Array.from(text.normalize('NFC')).reduce((sum, letter) => {
    if (/\p{Mn}|\u200c|\u200d/u.test(letter)) return sum
    return sum + (/[\u0c00-\u0cff]/.test(letter) ? 1.25 : 1)
  }, 0)
