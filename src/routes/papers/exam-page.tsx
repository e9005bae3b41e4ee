import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { patternYears, type Exam } from '../../../domain/exams.ts'
import { papersMatching, type PaperKind, type PaperSummary } from '../../../domain/paper.ts'
import type { PatternSheet } from '../../../domain/pattern-sheet.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examNames } from '../../ui/exam-names.ts'
import { DeferredPart, type Deferred } from '../../ui/deferred.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PaperFilter } from '../../ui/paper-filter.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { messagesFor } from '../../ui/messages.ts'
import {
  papersOfKind,
  sectionNames,
  sectionsOnOnePage,
  sectionsWithOwnPages,
} from './paper-sections.ts'

/** An exam's landing page: all its papers in labelled sections, with a filter. */
export function ExamPage({
  page,
  exam,
  papers,
  query,
  pattern,
}: {
  page: PageContext
  exam: Exam
  papers: readonly PaperSummary[]
  query: string
  pattern: Deferred<PatternSheet | null>
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const name = examNames[exam.slug].name(messages)
  const matching = papersMatching(papers, query)
  const sections: readonly PaperKind[] = exam.hasPapersOnOnePage
    ? sectionsOnOnePage
    : sectionsWithOwnPages
  return (
    <>
      <Meta
        shareImage="exam"
        page={page}
        title={messages.exam_title({ exam: name })}
        description={messages.exam_description({ exam: name })}
      />
      <Breadcrumbs page={page} crumbs={[{ name }]} />
      <div className="hero">
        <h1>{name}</h1>
        <p>{messages.exam_lead({ note: examNames[exam.slug].note(messages) })}</p>
      </div>
      <PaperFilter messages={messages} query={query}>
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
      <DeferredPart value={pattern} fallback={<section className="others" />}>
        {(sheet) => sheet && <PatternTable page={page} sheet={sheet} />}
      </DeferredPart>
    </>
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
      {papers.length > 0 ? (
        <PaperList page={page} papers={papers} />
      ) : (
        <p className="small">{messages.section_empty()}</p>
      )}
      {kind === 'previous-papers' && !exam.hasPapersOnOnePage && (
        <YearLinks page={page} exam={exam} />
      )}
    </section>
  )
}

/** Links to the page of each year's papers. `current`: the year of this page. */
export function YearLinks({
  page,
  exam,
  current,
}: {
  page: PageContext
  exam: Exam
  current?: number
}) {
  return (
    <ul className="years">
      {patternYears.map((year) => (
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
