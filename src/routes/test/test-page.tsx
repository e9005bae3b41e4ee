import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import {
  instructionsPath,
  marksText,
  testPath,
  type Paper,
  type PaperSummary,
} from '../../../domain/paper.ts'
import type { Attempt } from '../../../domain/attempt/attempt.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { examNames } from '../../ui/exam-names.ts'
import { Later, type Late } from '../../ui/late.tsx'
import { Meta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { AccessTag, languagesText, PaperList } from '../../ui/paper-list.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
import { PaperForm } from './paper-form.tsx'
import { Running } from './resume-page.tsx'

/** The page of one test: what it is, how it is marked, who may take it, and its questions. */
export function TestPage({
  place,
  exam,
  paper,
  running,
  others,
}: {
  place: PageContext
  exam: Exam
  paper: Paper
  running: readonly Attempt[]
  others: Late<readonly PaperSummary[]>
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const examName = examNames[exam.slug].name(words)
  return (
    <>
      <Meta
        family="paper"
        place={place}
        title={words.test_title({ title: paper.title, exam: examName })}
        description={paper.description}
      />
      <Sheet of="papers" />
      {running.length > 0 && <Sheet of="start" />}
      <Breadcrumbs
        place={place}
        crumbs={[{ name: examName, path: `/${exam.slug}` }, { name: paper.title }]}
      />
      <div className="hero">
        <h1 lang={paper.locale === locale ? undefined : paper.locale}>{paper.title}</h1>
        {running.length > 0 && <Running place={place} running={running} words={words} />}
        <a
          className={running.length > 0 ? 'btn quiet wide' : 'btn wide'}
          href={localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), locale)}
        >
          {words.start_test()}
        </a>
        <p lang={paper.locale === locale ? undefined : paper.locale}>{paper.description}</p>
      </div>
      <Facts paper={paper} words={words} />
      <p className="small">
        {paper.questions && !place.inApp && (
          <>
            <a href={localizedPath(`${testPath(exam.state, exam.slug, paper.slug)}/print`, locale)}>
              {words.print()}
            </a>
            {' · '}
          </>
        )}
        {words.own_questions()} · {words.checked_on({ date: dateText(paper.checkedOn, locale) })}
      </p>
      {paper.questions ? (
        <PaperForm place={place} exam={exam} paper={paper} questions={paper.questions} />
      ) : (
        <div className="note">
          <AccessTag access="premium" words={words} />
          <p>{words.premium_explained()}</p>
          <p>{words.start_right_before()}</p>
          <a
            className="btn"
            href={localizedPath(`/${exam.state}/${exam.slug}/subscription/checkout`, locale)}
          >
            {words.see_plans()}
          </a>
        </div>
      )}
      <Later of={others} fallback={<section className="others" />}>
        {(papers) =>
          papers.length > 0 && (
            <section className="others">
              <h2>{words.other_papers()}</h2>
              <PaperList place={place} papers={papers.slice(0, 6)} />
            </section>
          )
        }
      </Later>
    </>
  )
}

function Facts({ paper, words }: { paper: Paper; words: Words }) {
  const { marks } = paper
  const taken = (fraction: string) =>
    fraction === '0' ? words.nothing_taken() : `−${marksText(fraction)}`
  return (
    <dl className="facts">
      <Fact name={words.fact_questions()} value={String(paper.questionCount)} />
      <Fact name={words.fact_time()} value={words.minutes({ count: paper.minutes })} />
      <Fact name={words.fact_right()} value={`+${marksText(marks.right)}`} />
      <Fact name={words.fact_wrong()} value={taken(marks.wrong)} />
      <Fact name={words.fact_blank()} value={taken(marks.blank)} />
      <Fact name={words.fact_languages()} value={languagesText(paper.languages, words)} />
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
