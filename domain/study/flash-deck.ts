import type { Locale } from '../locale.ts'

/** A question of a day's quiz, before anybody has answered it. */
export type QuizQuestion = {
  id: string
  locale: Locale
  stem: string
  options: readonly string[]
}

/** The same, marked. right: index of the right option. */
export type MarkedQuizQuestion = QuizQuestion & {
  chosen: number | null
  right: number
  outcome: 'right' | 'wrong' | 'blank'
  explanation: { locale: Locale; text: string } | null
}

/** The index of the chosen option, by question. */
export type QuizAnswers = Readonly<Record<string, number>>

const answerField = /^q-([A-Za-z0-9_-]{1,64})$/

/** The name under which a form carries the answer to a question. */
export const quizFieldName = (id: string) => `q-${id}`

/** The answers in a posted form. */
export const parseQuizAnswers = (form: Readonly<Record<string, string>>): QuizAnswers =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const id = answerField.exec(name)?.[1]
      return id !== undefined && /^\d$/.test(value) ? [[id, Number(value)]] : []
    }),
  )

/** A card of a deck. lang: only where it is not the page's. Of a question: its options, its
 *  explanation (why) and a remark. */
export type DeckCard = {
  id: string
  front: string
  back: string
  lang?: Locale | undefined
  options?: readonly string[]
  why?: { text: string; lang?: Locale | undefined } | null
  figure?: { url: string; alt: string; width: number; height: number } | null
  remark?: string | undefined
}

/** The names of a deck's messages; {…} in a message is filled in where it is shown. */
export const deckMessageNames = [
  ...(['start', 'about', 'all', 'showAnswer', 'howWell', 'explanation'] as const),
  ...(['again', 'hard', 'good', 'easy', 'knew', 'notKnew', 'counts'] as const),
  ...(['now', 'minutes', 'hours', 'tomorrow', 'days', 'months'] as const),
  ...(['done', 'doneNext', 'comesAgain', 'unsent', 'unkept', 'sent'] as const),
]
export type DeckMessages = Record<(typeof deckMessageNames)[number], string>

/** The fragment after a card in its deck, to which a browser without script comes back. */
export const anchorAfterCard = (id: string) => `after-${id.replace(':', '-')}`

/** A reader's own card, as the product API answers it. missed: how often a question was answered
 *  wrongly. */
export type OwnCard = {
  id: string
  locale: Locale
  front: string
  back: string
  options?: string[] | undefined
  explanation: { locale: Locale; text: string } | null
  figure: { url: string; alt: string | null; width: number; height: number } | null
  missed: number
  isRightSince: boolean
}

/** How many cards are due now, were never reviewed, and come again in days. */
export type CardCounts = { due: number; fresh: number; learned: number }
