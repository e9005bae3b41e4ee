import { questionAnchor } from '../../addresses/paths.ts'
import type { PageContext } from '../../addresses/address.ts'
import { fractionText, scoreText, signOf } from '../../../domain/attempt/marks.ts'
import {
  isHasty,
  unsavedQuestions,
  type NotCountedAnswer,
  type TestResult,
} from '../../../domain/attempt/attempt-result.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { apartReason } from './apart-reason.ts'

/** The marks lost by wrong guesses, and the score without them. */
export function GuessingCost({
  page,
  result,
  blankCosts,
}: {
  page: PageContext
  result: TestResult
  blankCosts: string
}) {
  const { guesses, questions } = result
  if (guesses.wrong === 0) return null
  const messages = messagesFor(page.locale)
  const costsNothing = signOf(guesses.lost) === 0
  const hasty = questions.filter(isHasty).length
  return (
    <section>
      <h2>{messages.result_losses()}</h2>
      <p>
        {costsNothing
          ? messages.result_nothing_lost()
          : messages.result_lost({
              count: guesses.wrong,
              lost: fractionText(guesses.lost),
              score: scoreText(guesses.withoutThem),
            })}
      </p>
      {signOf(blankCosts) !== 0 && (
        <p className="small">{messages.result_fifth_circle({ marks: fractionText(blankCosts) })}</p>
      )}
      {hasty > 0 && (
        <p>
          {messages.result_hasty({ count: hasty, wrong: guesses.wrong })}{' '}
          <a href="?show=hasty#solutions">{messages.result_see_them()}</a>
        </p>
      )}
    </section>
  )
}

/** Options that were chosen but not saved, which do not count. */
export function UnsavedChoices({ page, result }: { page: PageContext; result: TestResult }) {
  const unsavedChoices = unsavedQuestions(result.questions)
  if (unsavedChoices.length === 0) return null
  const messages = messagesFor(page.locale)
  return (
    <section>
      <h2>{messages.result_unsaved()}</h2>
      <p>{messages.result_unsaved_lead()}</p>
      <ul className="lines">
        {unsavedChoices.map(({ id, number, unsaved, accepted }) => (
          <li key={id}>
            <a href={`?page=all#${questionAnchor(number)}`}>
              {messages.result_unsaved_one({ number, option: (unsaved ?? 0) + 1 })}
            </a>{' '}
            {accepted.length > 0 &&
              (accepted.includes(unsaved ?? -1)
                ? messages.result_unsaved_right()
                : messages.result_unsaved_wrong())}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Answers that were recorded but do not count, each with its reason. */
export function UncountedAnswers({
  page,
  apart,
}: {
  page: PageContext
  apart: readonly NotCountedAnswer[]
}) {
  if (apart.length === 0) return null
  const messages = messagesFor(page.locale)
  return (
    <section>
      <h2>{messages.result_apart()}</h2>
      <p>{messages.result_apart_lead()}</p>
      <ul className="lines">
        {apart.map((entry, index) => (
          <li key={index}>
            {entryText(entry, messages)}: {apartReason(entry.standing, messages)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function entryText({ number, option }: NotCountedAnswer, messages: Messages): string {
  if (number === null) return messages.result_apart_unknown()
  return option === null
    ? messages.result_question({ number })
    : messages.result_apart_option({ number, option: option + 1 })
}
