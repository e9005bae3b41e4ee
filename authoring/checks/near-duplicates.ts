import { splitWords, foldWord } from '../../domain/phonetic-folding.ts'
import { figurePattern } from '../figures/figure.ts'
import type { PaperDraft, Problem, QuestionDraft } from '../draft.ts'

/** Two questions of one state, and the share of their words that both have, from 0 to 1. */
export type SimilarPair = {
  one: Located
  other: Located
  share: number
}
type Located = { file: string; line: number; id: string }
type Item = Located & { exam: string; words: ReadonlySet<string>; numbers: string; key: string }

/** At this share, two questions with the same key and the same numbers ask the same thing. */
export const sameQuestionShare = 0.75

/** Words that stand in more questions than this do not make two of them candidates. */
const maxQuestionsOfWord = 150

/** Pairs of questions whose wording and options are alike in the form that search uses (sounds
 *  instead of letters, 0013), whose numbers and right answers are the same, within one state.
 *  Computed questions are left out: they differ in names and numbers, which their generators
 *  check. Cost: about 1 s for 5,000 questions. */
export function similarPairs(
  papers: readonly PaperDraft[],
  stateOf: (exam: string) => string,
  minShare: number,
): SimilarPair[] {
  const items = papers.flatMap(({ file, exam, questions }) =>
    questions
      .filter(({ id }) => !id.startsWith('gen-'))
      .map((question) => itemOf(file, exam, question)),
  )
  return [...Map.groupBy(items, ({ exam }) => stateOf(exam)).values()].flatMap((ofState) =>
    pairsAmong(ofState, minShare),
  )
}

/** Pairs that are too much alike, as problems of the later file. */
export const nearDuplicateProblems = (
  papers: readonly PaperDraft[],
  stateOf: (exam: string) => string,
): Problem[] =>
  similarPairs(papers, stateOf, sameQuestionShare).map(({ one, other, share }) => ({
    file: other.file,
    line: other.line,
    reason: `${other.id} repeats ${one.id} of ${one.file} (${Math.round(share * 100)}% of words)`,
  }))

function itemOf(file: string, exam: string, question: QuestionDraft): Item {
  const { id, line, languages, stem, options, correct, passage } = question
  const locale = languages.includes('en') ? 'en' : languages[0]!
  const text = [passage?.text[locale] ?? '', stem[locale] ?? '', ...options.map((o) => o[locale])]
  const words = splitWords(text.join(' '))
  const figures = text.flatMap((one) => one?.match(figurePattern) ?? [])
  return {
    ...{ file, line, id, exam },
    words: new Set(words.map(foldWord)),
    numbers: [...words.filter((word) => /\d/.test(word)).sort(), ...figures].join(' '),
    key: splitWords(options[correct]?.[locale] ?? '')
      .map(foldWord)
      .join(' '),
  }
}

function pairsAmong(items: readonly Item[], minShare: number): SimilarPair[] {
  const byWord = new Map<string, number[]>()
  for (const [index, { words }] of items.entries())
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), index])
  return items.flatMap((other, index) => {
    const common = new Map<number, number>()
    for (const word of other.words) {
      const places = byWord.get(word)!
      if (places.length > maxQuestionsOfWord) continue
      for (const place of places) if (place < index) common.set(place, (common.get(place) ?? 0) + 1)
    }
    return [...common.keys()].flatMap((place) => {
      const one = items[place]!
      if (one.key !== other.key || one.numbers !== other.numbers) return []
      const share = shareOf(one.words, other.words)
      return share >= minShare ? [{ one, other, share }] : []
    })
  })
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = one.intersection(other).size
  return common / (one.size + other.size - common)
}
