import { people } from '../generators/people.ts'
import type { PaperDraft, Problem } from '../draft.ts'

const names = new RegExp(`\\b(?:${people.map(({ name }) => name.en).join('|')})\\b`, 'g')

/** An English text without the names of people, so that questions are compared by what they ask:
 *  'Ravi is 4th' and 'Suma is 4th' are alike. */
export const withoutNames = (text: string) => text.replace(names, 'N')

/** What is left of an English stem without names, numbers, words in capitals and formulas' signs:
 *  questions of one template have the same skeleton. */
export const skeletonOf = (stem: string) =>
  withoutNames(stem)
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, '')
    .replace(/(\d),(?=\d)/g, '$1')
    .replace(/\d+(?:\.\d+)?/g, '#')
    .replace(/\b[A-Z]+#?\b/g, 'W')
    .replace(/[+−×÷=*]/g, '±')
    .replace(/\s+/g, ' ')

const maxAlike = 3

/** Papers in which more than three questions differ only in names, numbers and letters. */
export const skeletonProblems = (papers: readonly PaperDraft[]): Problem[] =>
  papers.flatMap(({ file, questions }) => {
    const bySkeleton = Map.groupBy(
      questions.filter(({ stem }) => stem.en !== undefined),
      ({ stem }) => skeletonOf(stem.en!),
    )
    return Array.from(bySkeleton)
      .filter(([, alike]) => alike.length > maxAlike)
      .map(([skeleton, alike]) => ({
        file,
        line: alike[0]!.line,
        reason:
          `${alike.length} questions differ only in names and numbers: ` +
          `"${skeleton.slice(0, 60)}"`,
      }))
  })
