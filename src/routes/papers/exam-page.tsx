import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { isAndhra, patternYears, type Exam } from '../../../domain/exams.ts'
import { papersMatching, type PaperKind, type PaperSummary } from '../../../domain/paper.ts'
import type { PatternSheet } from '../../../domain/pattern-sheet.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examNames } from '../../ui/exam-names.ts'
import { Later, type Late } from '../../ui/late.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PaperFilter } from '../../ui/paper-filter.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { wordsIn } from '../../ui/words.ts'
import { andhraSections, examSections, sectionNames, sectionOf } from './paper-sections.ts'

/** An exam's landing page: all its papers under their labels, and a filter over them. */
export function ExamPage({
  place,
  exam,
  papers,
  typed,
  pattern,
}: {
  place: PageContext
  exam: Exam
  papers: readonly PaperSummary[]
  typed: string
  pattern: Late<PatternSheet | null>
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const name = examNames[exam.slug].name(words)
  const found = papersMatching(papers, typed)
  const sections: readonly PaperKind[] = isAndhra(exam) ? andhraSections : examSections
  return (
    <>
      <Meta
        family="exam"
        place={place}
        title={words.exam_title({ exam: name })}
        description={words.exam_description({ exam: name })}
      />
      <Breadcrumbs place={place} crumbs={[{ name }]} />
      <div className="hero">
        <h1>{name}</h1>
        <p>{words.exam_lead({ note: examNames[exam.slug].note(words) })}</p>
      </div>
      <PaperFilter words={words} typed={typed}>
        {sections.map((kind) => (
          <Section
            key={kind}
            place={place}
            exam={exam}
            kind={kind}
            papers={sectionOf(found, kind)}
          />
        ))}
      </PaperFilter>
      <Later of={pattern} fallback={<section className="others" />}>
        {(sheet) => sheet && <PatternTable place={place} sheet={sheet} />}
      </Later>
    </>
  )
}

function Section({
  place,
  exam,
  kind,
  papers,
}: {
  place: PageContext
  exam: Exam
  kind: PaperKind
  papers: readonly PaperSummary[]
}) {
  const words = wordsIn(place.locale)
  const isPromised = isAndhra(exam) || kind === 'model-paper' || kind === 'previous-papers'
  if (papers.length === 0 && !isPromised) return null
  return (
    <section>
      <h2>{sectionNames[kind](words)}</h2>
      {papers.length > 0 ? (
        <PaperList place={place} papers={papers} />
      ) : (
        <p className="small">{words.section_empty()}</p>
      )}
      {kind === 'previous-papers' && !isAndhra(exam) && <YearLinks place={place} exam={exam} />}
    </section>
  )
}

/** A page for each year of previous-papers; `current` is the one being read. */
export function YearLinks({
  place,
  exam,
  current,
}: {
  place: PageContext
  exam: Exam
  current?: number
}) {
  return (
    <ul className="years">
      {patternYears.map((year) => (
        <li key={year}>
          <a
            href={localizedPath(`/${exam.slug}/previous-papers_${year}`, place.locale)}
            aria-current={year === current ? 'page' : undefined}
          >
            {year}
          </a>
        </li>
      ))}
    </ul>
  )
}
