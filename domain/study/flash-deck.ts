import type { Locale } from '../locale.ts'

/** A question of a day's quiz before it is answered. */
export type QuizQuestion = {
  id: string
  locale: Locale
  stem: string
  options: readonly string[]
}

/** A marked question of a quiz. right: index of the right option. */
export type MarkedQuizQuestion = QuizQuestion & {
  chosen: number | null
  right: number
  outcome: 'right' | 'wrong' | 'blank'
  explanation: { locale: Locale; text: string } | null
}

/** The index of the chosen option, by question. */
export type QuizAnswers = Readonly<Record<string, number>>

const answerField = /^q-([A-Za-z0-9_-]{1,64})$/

/** The name of a question's form field. */
export const quizFieldName = (id: string) => `q-${id}`

/** The answers in a posted form. */
export const parseQuizAnswers = (form: Readonly<Record<string, string>>): QuizAnswers =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const id = answerField.exec(name)?.[1]
      return id !== undefined && /^\d$/.test(value) ? [[id, Number(value)]] : []
    }),
  )

/** A card of a deck. lang: only if it differs from the page's. options, why (the explanation) and
 *  remark: of a question. */
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

/** The names of a deck's messages. Placeholders {…} are filled in when a message is shown. */
export const deckMessageNames = [
  ...(['start', 'about', 'all', 'showAnswer', 'howWell', 'explanation'] as const),
  ...(['again', 'hard', 'good', 'easy', 'knew', 'notKnew', 'counts'] as const),
  ...(['now', 'minutes', 'hours', 'tomorrow', 'days', 'months'] as const),
  ...(['done', 'doneNext', 'comesAgain', 'unsent', 'unkept', 'sent'] as const),
  ...(['undo', 'calendar', 'calendarAbout'] as const),
]
export type DeckMessages = Record<(typeof deckMessageNames)[number], string>

/** The id of the element after a card, to which a form without script returns. */
export const anchorAfterCard = (id: string) => `after-${id.replace(':', '-')}`

/** A reader's own card from the product API. missed: how often a question was answered wrongly. */
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

/** Numbers of cards. due: to be reviewed now. fresh: never reviewed. learned: due in days. */
export type CardCounts = { due: number; fresh: number; learned: number }
