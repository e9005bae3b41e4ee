/** A text from outside as one line for a terminal or a log: control characters, line breaks and
 *  marks that change the direction of what follows become spaces. Joiners of Indian scripts stay.
 *  */
export const printableText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
