import { localizedPath, type PageContext } from '../addresses/address.ts'
import { bestOf, hallPath } from '../../domain/attempt/attempt.ts'
import { scoreText } from '../../domain/attempt/marks.ts'
import { resultPathOf, type AttemptSummary } from '../../domain/attempt/attempt-result.ts'
import { dateText, timeText } from './dates.ts'
import { Sheet } from './page-parts.tsx'
import { wordsIn, type Words } from './words.ts'

/** One's own attempts, one a line: those that run lead back into the hall, the others to their results. */
export function AttemptList({
  place,
  attempts,
}: {
  place: PageContext
  attempts: readonly AttemptSummary[]
}) {
  const words = wordsIn(place.locale)
  return (
    <ul className="papers">
      <Sheet of="papers" />
      <Sheet of="attempt-list" />
      {attempts.map((attempt) => (
        <AttemptLine key={attempt.id} place={place} attempt={attempt} words={words} />
      ))}
    </ul>
  )
}

function AttemptLine({
  place,
  attempt,
  words,
}: {
  place: PageContext
  attempt: AttemptSummary
  words: Words
}) {
  const { id, status, score, maximum, startedAt, submittedAt } = attempt
  const title = bestOf(attempt.title, place.locale)
  const isSubmitted = status === 'submitted'
  const href = localizedPath(isSubmitted ? resultPathOf(id) : hallPath(id), place.locale)
  return (
    <li>
      <a href={href} lang={title?.locale === place.locale ? undefined : title?.locale}>
        {title?.text ?? attempt.test}
      </a>
      <small>
        {isSubmitted
          ? [dateText(submittedAt ?? startedAt, place.locale), modeText(attempt.mode, words)].join(
              ' · ',
            )
          : runningText(attempt, words)}
      </small>
      {score !== null && maximum !== null ? (
        <span className="tag done">
          {scoreText(score)} / {scoreText(maximum)}
        </span>
      ) : (
        <a
          className="tag done"
          href={href}
          aria-label={`${words.result_resume()}: ${title?.text ?? attempt.test}`}
        >
          {words.result_resume()}
        </a>
      )}
    </li>
  )
}

function runningText(
  { status, endsAt, answered, questionCount }: AttemptSummary,
  words: Words,
): string {
  const done = words.result_answered_of({ answered, count: questionCount })
  if (status === 'overdue') return `${done} · ${words.result_overdue()}`
  return endsAt === null ? done : `${done} · ${words.result_ends_at({ time: timeText(endsAt) })}`
}

/** How an attempt was made. */
export function modeText(mode: AttemptSummary['mode'], words: Words): string {
  switch (mode) {
    case 'exam':
      return words.start_mode_exam()
    case 'practice':
      return words.start_mode_practice()
    case 'form':
      return words.result_mode_form()
  }
}
