import { hallPath, instructionsPath, testPath } from '../../addresses/paths.ts'
import type { Attempt } from '../../../domain/attempt/attempt.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper } from '../../../domain/paper.ts'
import { timeText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** Shown when the reader starts a test of which an attempt is running: offers to resume it, or to
 *  start over. */
export function ResumePage({
  page,
  exam,
  paper,
  running,
  typed,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
  running: readonly Attempt[]
  typed: Readonly<Record<string, string>>
}) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: messages.start_resume_title() })}
        description={paper.description}
      />
      <InlineStyle name="start" />
      <div className="hero">
        <h1>{messages.start_resume_title()}</h1>
        <p>{messages.start_resume_lead()}</p>
      </div>
      <RunningAttempts page={page} running={running} />
      <form
        method="post"
        action={localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), page.locale)}
      >
        {Object.entries({ ...typed, restart: 'yes' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="btn quiet wide">{messages.start_resume_restart()}</button>
      </form>
      <p className="back">
        <a href={localizedPath(testPath(exam.state, exam.slug, paper.slug), page.locale)}>
          {messages.print_back()}
        </a>
      </p>
      <SubmissionOverlay messages={messages} />
    </>
  )
}

/** Running attempts, each with its progress and a link back into the hall. */
export function RunningAttempts({
  page,
  running,
}: {
  page: PageContext
  running: readonly Attempt[]
}) {
  const messages = messagesFor(page.locale)
  return (
    <ul className="running">
      {running.map(({ id, mode, answered, questionCount, endsAt }) => (
        <li key={id}>
          <b>{mode === 'practice' ? messages.start_mode_practice() : messages.start_mode_exam()}</b>
          <p>
            {messages.start_resume_answered({ answered, questions: questionCount })}
            {endsAt !== null && ` · ${messages.start_resume_ends({ time: timeText(endsAt) })}`}
          </p>
          <a className="btn wide" href={localizedPath(hallPath(id), page.locale)}>
            {messages.start_resume()}
          </a>
        </li>
      ))}
    </ul>
  )
}
