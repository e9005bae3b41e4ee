const maxLength = 300

/** An operator's reason as one line of text: without control characters and line breaks, at most
 *  300 characters. Null if nothing is left. */
export function reasonText(given: string): string | null {
  const text = given.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return text === '' ? null : text.slice(0, maxLength)
}
