/** Only earnest attempts are compared: a quarter of the questions answered, and at least five
 *  seconds spent for each answer, by the server's clock. Pages state these numbers. */
export const earnestRule = { answeredShare: { of: 4, atLeast: 1 }, secondsPerAnswer: 5 } as const

/** `answered`: questions with an option; the fifth circle is not an answer. `spentMs`: from the
 *  start to the submission, or to the end if the clock submitted it. */
export function isEarnest(attempt: {
  questionCount: number
  answered: number
  spentMs: number
}): boolean {
  const { of, atLeast } = earnestRule.answeredShare
  return (
    attempt.answered > 0 &&
    attempt.answered * of >= attempt.questionCount * atLeast &&
    attempt.spentMs >= attempt.answered * earnestRule.secondsPerAnswer * 1000
  )
}
