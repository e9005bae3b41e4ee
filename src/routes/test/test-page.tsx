import { instructionsPath, sheetPath, testPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { marksText, type Paper, type PaperSummary } from '../../../domain/paper.ts'
import type { Attempt } from '../../../domain/attempt/attempt.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { examNames } from '../../ui/exam-names.ts'
import { DeferredPart, type Deferred } from '../../ui/deferred.tsx'
import { Meta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { AccessTag, languagesText, PaperList } from '../../ui/paper-list.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { PaperForm } from './paper-form.tsx'
import { RunningAttempts } from './resume-page.tsx'

/** The page of one test: facts, marking, access, and its questions. */
export function TestPage({
  page,
  exam,
  paper,
  running,
  others,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
  running: readonly Attempt[]
  others: Deferred<readonly PaperSummary[]>
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const examName = examNames[exam.slug].name(messages)
  return (
    <>
      <Meta
        shareImage="paper"
        page={page}
        title={messages.test_title({ title: paper.title, exam: examName })}
        description={paper.description}
      />
      <InlineStyle name="papers" />
      {running.length > 0 && <InlineStyle name="start" />}
      <Breadcrumbs
        page={page}
        crumbs={[{ name: examName, path: `/${exam.slug}` }, { name: paper.title }]}
      />
      <div className="hero">
        <h1 lang={paper.locale === locale ? undefined : paper.locale}>{paper.title}</h1>
        {running.length > 0 && <RunningAttempts page={page} running={running} />}
        <a
          className={running.length > 0 ? 'btn quiet wide' : 'btn wide'}
          href={localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), locale)}
          data-start={running.length > 0 ? undefined : ''}
        >
          {messages.start_test()}
        </a>
        <p lang={paper.locale === locale ? undefined : paper.locale}>{paper.description}</p>
      </div>
      <Facts paper={paper} messages={messages} />
      <p className="small">
        {paper.questions && !page.isInApp && (
          <>
            <a href={localizedPath(`${testPath(exam.state, exam.slug, paper.slug)}/print`, locale)}>
              {messages.print()}
            </a>
            {' · '}
            <a href={localizedPath(sheetPath(exam.state, exam.slug, paper.slug), locale)}>
              {messages.sheet_title()}
            </a>
            {' · '}
          </>
        )}
        {messages.own_questions()} ·{' '}
        {messages.checked_on({ date: dateText(paper.checkedOn, locale) })}
      </p>
      {paper.questions ? (
        <PaperForm page={page} exam={exam} paper={paper} questions={paper.questions} />
      ) : (
        <div className="note">
          <AccessTag access="premium" messages={messages} />
          <p>{messages.premium_explained()}</p>
          <p>{messages.start_entitlement_before()}</p>
          <a
            className="btn"
            href={localizedPath(`/${exam.state}/${exam.slug}/subscription/checkout`, locale)}
          >
            {messages.see_plans()}
          </a>
        </div>
      )}
      <DeferredPart value={others} fallback={<section className="others" />}>
        {(papers) =>
          papers.length > 0 && (
            <section className="others">
              <h2>{messages.other_papers()}</h2>
              <PaperList page={page} papers={papers.slice(0, 4)} />
            </section>
          )
        }
      </DeferredPart>
    </>
  )
}

function Facts({ paper, messages }: { paper: Paper; messages: Messages }) {
  const { marks } = paper
  const deduction = (fraction: string) =>
    fraction === '0' ? messages.nothing_taken() : `−${marksText(fraction)}`
  return (
    <dl className="facts">
      <Fact name={messages.fact_questions()} value={String(paper.questionCount)} />
      <Fact name={messages.fact_time()} value={messages.minutes({ count: paper.minutes })} />
      <Fact name={messages.fact_right()} value={`+${marksText(marks.right)}`} />
      <Fact name={messages.fact_wrong()} value={deduction(marks.wrong)} />
      <Fact name={messages.fact_blank()} value={deduction(marks.blank)} />
      <Fact name={messages.fact_languages()} value={languagesText(paper.languages, messages)} />
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
