/** A text from outside as one line for a terminal or a log: control characters, line breaks and
 *  marks that change the direction of what follows become spaces. Joiners of Indian scripts stay.
 *  */
export const printableText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()

/** A text as it may be stored: without control characters, tabs and line breaks excepted, and
 *  without halves of surrogate pairs, which are no characters. Nobody types them; files and broken
 *  programs contain them, and databases, logs and fonts do not agree on what they are. */
export const withoutControls = (text: string): string =>
  text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '')
