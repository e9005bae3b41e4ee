import { attemptResultPath, hallPath } from '../addresses/paths.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { bestTextOf } from '../../domain/attempt/attempt.ts'
import { scoreText } from '../../domain/attempt/marks.ts'
import type { AttemptSummary } from '../../domain/attempt/attempt-result.ts'
import { dateText, timeText } from './dates.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor, type Messages } from './messages.ts'

/** The reader's attempts, one per line: running ones link back into the hall, submitted ones to
 *  their results. */
export function AttemptList({
  page,
  attempts,
}: {
  page: PageContext
  attempts: readonly AttemptSummary[]
}) {
  return (
    <ul className="papers">
      <InlineStyle name="papers" />
      <InlineStyle name="attempt-list" />
      {attempts.map((attempt) => (
        <AttemptLine key={attempt.id} page={page} attempt={attempt} />
      ))}
    </ul>
  )
}

function AttemptLine({ page, attempt }: { page: PageContext; attempt: AttemptSummary }) {
  const messages = messagesFor(page.locale)
  const { id, status, score, maximum, startedAt, submittedAt } = attempt
  const title = bestTextOf(attempt.title, page.locale)
  const isSubmitted = status === 'submitted'
  const href = localizedPath(isSubmitted ? attemptResultPath(id) : hallPath(id), page.locale)
  return (
    <li>
      <a href={href} lang={title?.locale === page.locale ? undefined : title?.locale}>
        {title?.text ?? attempt.test}
      </a>
      <small>
        {isSubmitted
          ? [
              dateText(submittedAt ?? startedAt, page.locale),
              modeText(attempt.mode, messages),
            ].join(' · ')
          : runningText(attempt, messages)}
      </small>
      {isSubmitted && score === null ? null : score !== null && maximum !== null ? (
        <span className="tag done">
          {scoreText(score)} / {scoreText(maximum)}
        </span>
      ) : (
        <a
          className="tag done"
          href={href}
          aria-label={`${messages.result_resume()}: ${title?.text ?? attempt.test}`}
        >
          {messages.result_resume()}
        </a>
      )}
    </li>
  )
}

function runningText(
  { status, endsAt, answered, questionCount }: AttemptSummary,
  messages: Messages,
): string {
  const done = messages.result_answered_of({ answered, count: questionCount })
  if (status === 'overdue') return `${done} · ${messages.result_overdue()}`
  return endsAt === null ? done : `${done} · ${messages.result_ends_at({ time: timeText(endsAt) })}`
}

/** The mode of an attempt, as text. */
export function modeText(mode: AttemptSummary['mode'], messages: Messages): string {
  switch (mode) {
    case 'exam':
      return messages.start_mode_exam()
    case 'practice':
      return messages.start_mode_practice()
    case 'form':
      return messages.result_mode_form()
    case 'paper':
      return messages.result_mode_paper()
  }
}
