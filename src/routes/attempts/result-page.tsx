import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import { findExam } from '../../../domain/exams.ts'
import { testPath } from '../../../domain/paper.ts'
import { isWorthAnotherTry, type TestResult } from '../../../domain/attempt/attempt-result.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examNames } from '../../ui/exam-names.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { ShareCard } from '../../ui/share-card.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
import { Sections, Topics } from './result-breakdown.tsx'
import { Apart, Losses, NeverSaved } from './result-lessons.tsx'
import { Comparison, Trend } from './result-others.tsx'
import { Changes, Score } from './result-score.tsx'
import { Solutions, type SolutionsProps } from './result-solutions.tsx'
import { TimeSpent } from './result-time.tsx'

/** What became of an attempt: the score and how it comes about, what to learn from it, and every question with its solution. */
export function ResultPage({
  result,
  ...solutions
}: Omit<SolutionsProps, 'attemptId'> & { result: TestResult }) {
  const { place, paper } = solutions
  const words = wordsIn(place.locale)
  const { attempt } = result
  const title = bestOf(attempt.title, place.locale)
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.result_title({ title: title?.text ?? '' }) })}
        description={words.result_how()}
      />
      <Sheet of="form" />
      <Sheet of="chart" />
      <Sheet of="report" />
      <Sheet of="result" />
      <Way place={place} result={result} title={title?.text ?? attempt.test} words={words} />
      <Score place={place} result={result} />
      <p className="actions">
        <a className="btn wide" href="#solutions">
          {words.result_read_solutions()}
        </a>
      </p>
      <Changes place={place} changes={result.changes} />
      <Actions place={place} result={result} words={words} />
      <Sections place={place} sections={result.sections} />
      <Losses place={place} result={result} blankCosts={paper.marks.blank} />
      <NeverSaved place={place} result={result} />
      <Topics place={place} topics={result.topics} />
      <TimeSpent place={place} questions={result.questions} />
      <Comparison place={place} result={result} />
      <Trend place={place} result={result} />
      <Apart place={place} apart={result.apart} />
      <Ways place={place} result={result} words={words} />
      <Solutions {...solutions} attemptId={attempt.id} />
    </>
  )
}

function Way({
  place,
  result: { attempt },
  title,
  words,
}: {
  place: PageContext
  result: TestResult
  title: string
  words: Words
}) {
  const exam = findExam(attempt.exam)
  return (
    <Breadcrumbs
      place={place}
      crumbs={[
        ...(exam
          ? [
              { name: examNames[exam.slug].name(words), path: `/${exam.slug}` },
              { name: title, path: testPath(exam.state, exam.slug, attempt.test) },
            ]
          : [{ name: title }]),
        { name: words.result() },
      ]}
    />
  )
}

/** What else to do now. */
function Actions({
  place,
  result,
  words,
}: {
  place: PageContext
  result: TestResult
  words: Words
}) {
  const to = (path: string) => localizedPath(`/attempts/${result.attempt.id}${path}`, place.locale)
  const missed = result.questions.filter(isWorthAnotherTry).length
  return (
    <div className="actions">
      {missed > 0 && (
        <a className="btn quiet wide" href={to('/again')}>
          {words.result_again({ count: missed })}
        </a>
      )}
      <ShareCard href={to('/card.svg')} words={words} />
    </div>
  )
}

/** Where else a result leads. */
function Ways({ place, result, words }: { place: PageContext; result: TestResult; words: Words }) {
  const { attempt, wrong } = result
  const to = (path: string) => localizedPath(path, place.locale)
  const exam = findExam(attempt.exam)
  return (
    <nav className="ways-on" aria-label={words.result()}>
      {wrong.length > 0 && <a href={`${to('/flash-cards')}?of=wrong`}>{words.result_cards()}</a>}
      {exam && (
        <a href={to(testPath(exam.state, exam.slug, attempt.test))}>{words.result_take_again()}</a>
      )}
      {!place.inApp && (
        <>
          <a href={to(`/attempts/${attempt.id}/key-sheet`)}>{words.result_key_sheet()}</a>
          <a href={to(`/attempts/${attempt.id}/print`)}>{words.result_print_paper()}</a>
        </>
      )}
      <a href={to('/attempts')}>{words.result_list_all()}</a>
    </nav>
  )
}
