/** An id as content files give it to a question. */
const usual = /^[0-9a-z]{24}$/
const joinedMark = '.'

/** The ids of a paper's questions as one text of a page. Between ids of the usual length no spaces
 *  are needed; one of another form has all of them separated by spaces. Packing them into bytes
 *  would save nothing: 100 ids take 1.7 KB of the compressed page either way. */
export const joinedQuestionIds = (ids: readonly string[]): string =>
  ids.every((id) => usual.test(id)) ? joinedMark + ids.join('') : ids.join(' ')

/** The ids again. A text without the mark is of an earlier page, or of ids of another form. */
export const questionIdsIn = (text: string): string[] =>
  text.startsWith(joinedMark) ? (text.slice(1).match(/.{24}/g) ?? []) : text.split(' ')
