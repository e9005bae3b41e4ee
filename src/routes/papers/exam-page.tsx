import { instructionsPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { papersMatching, type PaperKind, type PaperSummary } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examName, examNote } from '../../ui/exam-names.ts'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { PaperFilter } from '../../ui/paper-filter.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { messagesFor } from '../../ui/messages.ts'
import {
  papersOfKind,
  sectionNames,
  sectionsOnOnePage,
  sectionsWithOwnPages,
} from './paper-sections.ts'

/** An exam's landing page. Its parts: the way to the first question, the papers, the pattern. */
export function ExamPage({ page, exam }: { page: PageContext; exam: Exam }) {
  const messages = messagesFor(page.locale)
  const name = examName(exam, page.locale)
  return (
    <>
      <Meta
        shareImage={`${exam.slug}/exam`}
        page={page}
        title={messages.exam_title({ exam: name })}
        description={messages.exam_description({ exam: name })}
      />
      <Breadcrumbs page={page} crumbs={[{ name }]} />
      <div className="hero">
        <h1>{name}</h1>
        <p>{messages.exam_lead({ note: examNote(exam, page.locale) })}</p>
        <PagePart name="first" />
      </div>
      <PagePart name="papers" styles={['papers']} scripts={['paper-filter']} />
      <p className="small">
        <a href={localizedPath(`/offline/${exam.slug}`, page.locale)}>{messages.offline_more()}</a>
      </p>
      <PagePart name="pattern" styles={['pattern']} />
    </>
  )
}

/** All papers in labelled sections, with a filter. */
export function PaperSections({
  page,
  exam,
  papers,
  query,
}: {
  page: PageContext
  exam: Exam
  papers: readonly PaperSummary[]
  query: string
}) {
  const matching = papersMatching(papers, query)
  const sections: readonly PaperKind[] = exam.hasPapersOnOnePage
    ? sectionsOnOnePage
    : sectionsWithOwnPages
  return (
    <PaperFilter messages={messagesFor(page.locale)} query={query}>
      {sections.map((kind) => (
        <Section
          key={kind}
          page={page}
          exam={exam}
          kind={kind}
          papers={papersOfKind(matching, kind)}
        />
      ))}
    </PaperFilter>
  )
}

/** Begins to practise the shortest free paper in the reader's language: one tap to a question. */
export function FirstQuestion({
  page,
  exam,
  papers,
}: {
  page: PageContext
  exam: Exam
  papers: readonly PaperSummary[]
}) {
  const messages = messagesFor(page.locale)
  const free = papers.filter(({ access }) => access === 'free')
  const own = free.filter(({ languages }) => languages.includes(page.locale))
  const [paper] = (own.length > 0 ? own : free).toSorted(
    (one, other) => one.questionCount - other.questionCount,
  )
  if (!paper) return null
  const path = instructionsPath(exam.state, exam.slug, paper.slug)
  return (
    <form method="post" action={localizedPath(path, page.locale)}>
      <input type="hidden" name="mode" value="practice" />
      <input type="hidden" name="quick" value="yes" />
      <button className="btn wide">{messages.exam_first()}</button>
      <p className="small">{messages.exam_first_note()}</p>
    </form>
  )
}

function Section({
  page,
  exam,
  kind,
  papers,
}: {
  page: PageContext
  exam: Exam
  kind: PaperKind
  papers: readonly PaperSummary[]
}) {
  const messages = messagesFor(page.locale)
  // These sections are shown even while they are empty.
  const isAlwaysShown =
    exam.hasPapersOnOnePage || kind === 'model-paper' || kind === 'previous-papers'
  if (papers.length === 0 && !isAlwaysShown) return null
  return (
    <section>
      <h2>{sectionNames[kind](messages)}</h2>
      {kind === 'previous-papers' && papers.length > 0 && (
        <p className="small">{messages.pattern_note()}</p>
      )}
      {papers.length > 0 ? (
        <PaperList page={page} papers={papers} />
      ) : (
        <p className="small">{messages.section_empty()}</p>
      )}
      {kind === 'previous-papers' && !exam.hasPapersOnOnePage && (
        <YearLinks page={page} exam={exam} papers={papers} />
      )}
    </section>
  )
}

/** Links to the pages of the years that have papers. `current`: the year of this page. */
export function YearLinks({
  page,
  exam,
  papers,
  current,
}: {
  page: PageContext
  exam: Exam
  papers: readonly PaperSummary[]
  current?: number
}) {
  const ofPapers = papers.flatMap(({ year }) => year ?? [])
  const years = [...new Set([...ofPapers, ...(current === undefined ? [] : [current])])].sort(
    (one, other) => other - one,
  )
  if (years.length === 0) return null
  return (
    <ul className="years">
      {years.map((year) => (
        <li key={year}>
          <a
            href={localizedPath(`/${exam.slug}/previous-papers_${year}`, page.locale)}
            aria-current={year === current ? 'page' : undefined}
          >
            {year}
          </a>
        </li>
      ))}
    </ul>
  )
}
