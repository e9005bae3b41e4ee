import { findExam } from '../../exams.ts'
import { fractionText, scoreText } from '../../../domain/attempt/marks.ts'
import type { PatternFact } from '../../../domain/pattern-sheet.ts'
import type { Progress } from '../../../domain/study/progress.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examName } from '../../ui/exam-names.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { DistributionChart } from './distribution.tsx'
import { Pace } from './pace.tsx'
import { missingMarks, Scores, type TypedTarget } from './scores.tsx'
import { StudyDays } from './study-days.tsx'
import { TopicsOverTime, WeakTopics } from './topics.tsx'

/** What the reader's papers, cards and plan amount to. progress: null for a visitor. */
export function ProgressPage({
  page,
  progress,
  passFact,
  typed,
  isMember,
  isNothingMissed,
}: {
  page: PageContext
  progress: Progress | null
  passFact: PatternFact | null
  typed: TypedTarget
  isMember: boolean
  isNothingMissed: boolean
}) {
  const messages = messagesFor(page.locale)
  const exam = progress?.exam ?? null
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.progress() })}
        description={messages.progress_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="result" />
      <InlineStyle name="progress" />
      <Breadcrumbs page={page} crumbs={[{ name: messages.progress() }]} />
      <div className="hero">
        {progress && exam !== null ? (
          <Headline progress={progress} messages={messages} />
        ) : (
          <>
            <h1>{messages.progress()}</h1>
            <p>{messages.progress_empty()}</p>
            <p>
              <a className="btn" href={localizedPath('/exams', page.locale)}>
                {messages.cards_find_test()}
              </a>
            </p>
          </>
        )}
      </div>
      {isNothingMissed && (
        <p className="note" role="status">
          {messages.progress_nothing_missed()}
        </p>
      )}
      {progress && exam !== null && (
        <>
          <ExamLinks page={page} progress={progress} />
          <Scores
            {...{ page, exam, passFact, typed }}
            papers={progress.papers}
            target={progress.target}
          />
          <WeakTopics page={page} exam={exam} weak={progress.weak} />
          <TopicsOverTime page={page} topics={progress.topics} />
          <Pace page={page} pace={progress.pace} />
          <DistributionChart page={page} progress={progress} />
        </>
      )}
      {progress && <StudyDays page={page} days={progress.days} today={progress.today} />}
      <p className="ways-out">
        <a href={localizedPath('/attempts', page.locale)}>{messages.result_list_all()}</a>
        <a href={localizedPath('/flash-cards', page.locale)}>{messages.flash_cards()}</a>
      </p>
      {!isMember && (
        <p className="note">
          <span>{messages.result_list_guest()}</span>
          <a href={loginPath(localizedPath('/progress', page.locale), page.locale)}>
            {messages.login()}
          </a>
        </p>
      )}
    </>
  )
}

function Headline({ progress, messages }: { progress: Progress; messages: Messages }) {
  const { papers, target } = progress
  const latest = papers.at(-1)
  if (!latest) return <h1>{messages.progress()}</h1>
  const { score, maximum } = latest
  const missing = target === null ? null : missingMarks(latest, target)
  const inLatest = messages.progress_latest({
    score: scoreText(score),
    maximum: scoreText(maximum),
  })
  return (
    <>
      <h1>
        {target === null
          ? inLatest
          : missing === null
            ? messages.progress_target_reached()
            : messages.progress_to_target({ marks: fractionText(missing) })}
      </h1>
      {target !== null && <p>{inLatest}</p>}
    </>
  )
}

/** The exams in which the reader has papers, as links. */
function ExamLinks({ page, progress: { exams, exam } }: { page: PageContext; progress: Progress }) {
  const messages = messagesFor(page.locale)
  return (
    <nav className="pills" aria-label={messages.progress_choose()}>
      <InlineStyle name="papers" />
      <ul className="years">
        {exams.map(({ slug, papers }) => {
          const known = findExam(slug)
          return (
            <li key={slug}>
              <a
                href={`${localizedPath('/progress', page.locale)}?exam=${slug}`}
                aria-current={slug === exam ? 'page' : undefined}
              >
                {known ? examName(known, page.locale) : slug} ({papers})
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
