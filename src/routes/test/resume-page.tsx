import { hallPath, type Attempt } from '../../../domain/attempt/attempt.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { instructionsPath, testPath, type Paper } from '../../../domain/paper.ts'
import { timeText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** Somebody wants to begin a test that is running already: to go on comes first, to begin anew stays possible. */
export function ResumePage({
  place,
  exam,
  paper,
  running,
  typed,
}: {
  place: PageContext
  exam: Exam
  paper: Paper
  running: readonly Attempt[]
  typed: Readonly<Record<string, string>>
}) {
  const words = wordsIn(place.locale)
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.start_resume_title() })}
        description={paper.description}
      />
      <Sheet of="start" />
      <div className="hero">
        <h1>{words.start_resume_title()}</h1>
        <p>{words.start_resume_lead()}</p>
      </div>
      <Running place={place} running={running} words={words} />
      <form
        method="post"
        action={localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), place.locale)}
      >
        {Object.entries({ ...typed, anew: 'yes' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="btn quiet wide">{words.start_resume_anew()}</button>
      </form>
      <p className="back">
        <a href={localizedPath(testPath(exam.state, exam.slug, paper.slug), place.locale)}>
          {words.print_back()}
        </a>
      </p>
      <WaitOverlay words={words} />
    </>
  )
}

/** Tests that are running, each with where it stands and the way back into it. */
export function Running({
  place,
  running,
  words,
}: {
  place: PageContext
  running: readonly Attempt[]
  words: Words
}) {
  return (
    <ul className="running">
      {running.map(({ id, mode, answered, questionCount, endsAt }) => (
        <li key={id}>
          <b>{mode === 'practice' ? words.start_mode_practice() : words.start_mode_exam()}</b>
          <p>
            {words.start_resume_answered({ answered, questions: questionCount })}
            {endsAt !== null && ` · ${words.start_resume_ends({ time: timeText(endsAt) })}`}
          </p>
          <a className="btn wide" href={localizedPath(hallPath(id), place.locale)}>
            {words.start_resume()}
          </a>
        </li>
      ))}
    </ul>
  )
}
