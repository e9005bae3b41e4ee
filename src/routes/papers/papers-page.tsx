import type { PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { PaperSummary } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examName } from '../../ui/exam-names.ts'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { YearLinks } from './exam-page.tsx'
import { sectionNames } from './paper-sections.ts'

type PapersOf = {
  page: PageContext
  exam: Exam
  kind: 'model-paper' | 'previous-papers' | 'subject-papers'
  year: number | null
}

/** An exam's papers of one kind, or of one year. Its part: the list. */
export function PapersPage({ page, exam, kind, year }: PapersOf) {
  const { locale } = page
  const messages = messagesFor(locale)
  const name = examName(exam, page.locale)
  const section =
    year === null ? sectionNames[kind](messages) : messages.papers_of_year({ year: String(year) })
  return (
    <>
      <Meta
        shareImage={`${exam.slug}/exam`}
        page={page}
        title={messages.papers_title({ exam: name, section })}
        description={messages.papers_description({ exam: name, section })}
      />
      <Breadcrumbs page={page} crumbs={[{ name, path: `/${exam.slug}` }, { name: section }]} />
      <div className="hero">
        <h1>{messages.papers_heading({ exam: name, section })}</h1>
        {kind === 'previous-papers' && <p>{messages.pattern_note()}</p>}
      </div>
      <PagePart name="papers" styles={['papers']} />
    </>
  )
}

/** `ofKind`: all papers of that kind, shown where a year has none. */
export function PapersOfKind({
  page,
  exam,
  kind,
  year,
  ofKind,
}: PapersOf & { ofKind: readonly PaperSummary[] }) {
  const messages = messagesFor(page.locale)
  const papers = year === null ? ofKind : ofKind.filter((paper) => paper.year === year)
  return (
    <>
      {kind === 'previous-papers' && (
        <YearLinks
          page={page}
          exam={exam}
          papers={ofKind}
          {...(year !== null && { current: year })}
        />
      )}
      <PapersOrNote page={page} papers={papers} />
      {papers.length === 0 && ofKind.length > 0 && (
        <section>
          <h2>{messages.papers_instead()}</h2>
          <PaperList page={page} papers={ofKind} />
        </section>
      )}
    </>
  )
}

export function PapersOrNote({
  page,
  papers,
}: {
  page: PageContext
  papers: readonly PaperSummary[]
}) {
  return papers.length > 0 ? (
    <PaperList page={page} papers={papers} />
  ) : (
    <p className="note">{messagesFor(page.locale).section_empty()}</p>
  )
}
