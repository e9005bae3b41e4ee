import type { Locale } from './locale.ts'

/** A question of a day's quiz, before anybody has answered it. */
export type QuizQuestion = {
  id: string
  locale: Locale
  stem: string
  options: readonly string[]
}

/** The same, marked. `right`: index of the right option. */
export type MarkedQuizQuestion = QuizQuestion & {
  chosen: number | null
  right: number
  outcome: 'right' | 'wrong' | 'blank'
  explanation: { locale: Locale; text: string } | null
}

/** Question -> index of the option that was chosen. */
export type QuizAnswers = Readonly<Record<string, number>>

const answerField = /^q-([A-Za-z0-9_-]{1,64})$/

/** The name under which a form carries the answer to a question. */
export const quizField = (id: string) => `q-${id}`

/** The answers in a posted form. */
export const quizAnswersIn = (form: Readonly<Record<string, string>>): QuizAnswers =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const id = answerField.exec(name)?.[1]
      return id !== undefined && /^\d$/.test(value) ? [[id, Number(value)]] : []
    }),
  )
