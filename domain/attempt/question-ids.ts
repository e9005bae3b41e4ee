/** Ids of 12 bytes as hexadecimal digits, as content files get them. */
const hexadecimal = /^[0-9a-f]{24}$/
const packedMark = '.'

/** The ids of a paper's questions as one text of a page. Those of 100 questions are 1.2 KB packed,
 *  and half a kilobyte more as digits, which do not compress well among other text. Ids of another
 *  form stand as they are, separated by spaces. */
export function packedQuestionIds(ids: readonly string[]): string {
  if (!ids.every((id) => hexadecimal.test(id))) return ids.join(' ')
  const bytes = ids.join('').match(/../g) ?? []
  return packedMark + btoa(String.fromCharCode(...bytes.map((digits) => parseInt(digits, 16))))
}

/** The ids again. Text that was not packed is of an earlier page, or of ids of another form. */
export function unpackedQuestionIds(text: string): string[] {
  if (!text.startsWith(packedMark)) return text.split(' ')
  const digits = Array.from(atob(text.slice(1)), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, '0'),
  )
  return digits.join('').match(/.{24}/g) ?? []
}
