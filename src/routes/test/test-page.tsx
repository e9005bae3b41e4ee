import { instructionsPath, sheetPath, testPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { marksText, type Paper, type PaperSummary } from '../../../domain/paper.ts'
import type { Attempt } from '../../../domain/attempt/attempt.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { examName } from '../../ui/exam-names.ts'
import type { KnownText } from '../../api-client/known-content.ts'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { languagesText, PaperList } from '../../ui/paper-list.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { PaperForm } from './paper-form.tsx'
import { RunningAttempts } from './resume-page.tsx'

/** The page of one test. Its parts: the way into it, facts with its questions, what opens it if it
 *  is premium, other papers. */
export function TestPage({
  page,
  exam,
  slug,
  facts: { locale: textLocale, title, description },
}: {
  page: PageContext
  exam: Exam
  slug: string
  facts: KnownText
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const nameOfExam = examName(exam, page.locale)
  const lang = textLocale === locale ? undefined : textLocale
  return (
    <>
      <Meta
        shareImage={`${exam.slug}/${slug}`}
        page={page}
        title={messages.test_title({ title, exam: nameOfExam })}
        description={description}
      />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: nameOfExam, path: `/${exam.slug}` }, { name: title }]}
      />
      <div className="hero">
        <h1 lang={lang}>{title}</h1>
        <PagePart name="start" styles={['start']} />
        <p lang={lang}>{description}</p>
      </div>
      <PagePart
        name="paper"
        styles={['papers', 'paper-form', 'options']}
        lateStyles={['forms', 'passages', 'figures']}
      />
      <PagePart name="lock" lateStyles={['result']} />
      <PagePart name="others" />
    </>
  )
}

/** The way into a test: what is running already, and the instructions. A copy of the page that is
 *  read without a network leads to its own form instead, which is stored until there is one. */
export function StartLinks({
  page,
  exam,
  slug,
  running,
}: {
  page: PageContext
  exam: Exam
  slug: string
  running: readonly Attempt[]
}) {
  return (
    <>
      {running.length > 0 && <RunningAttempts page={page} running={running} />}
      <a
        className={running.length > 0 ? 'btn quiet wide' : 'btn wide'}
        href={localizedPath(instructionsPath(exam.state, exam.slug, slug), page.locale)}
        data-start={running.length > 0 ? undefined : ''}
      >
        {messagesFor(page.locale).start_test()}
      </a>
      <a className="btn wide kept-start" href="#answer">
        {messagesFor(page.locale).start_kept()}
      </a>
    </>
  )
}

/** Facts, marking, and the questions of a free paper. */
export function TestContent({
  page,
  exam,
  paper,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  return (
    <>
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
      {paper.questions && (
        <PaperForm page={page} exam={exam} paper={paper} questions={paper.questions} />
      )}
    </>
  )
}

export function OtherPapers({
  page,
  papers,
}: {
  page: PageContext
  papers: readonly PaperSummary[]
}) {
  if (papers.length === 0) return null
  return (
    <section className="others">
      <h2>{messagesFor(page.locale).other_papers()}</h2>
      <PaperList page={page} papers={papers.slice(0, 4)} />
    </section>
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
