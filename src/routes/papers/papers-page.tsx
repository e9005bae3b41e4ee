import type { PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { PaperSummary } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examNames } from '../../ui/exam-names.ts'
import { Meta } from '../../ui/meta.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { wordsIn } from '../../ui/words.ts'
import { YearLinks } from './exam-page.tsx'
import { sectionNames } from './paper-sections.ts'

/** One kind of an exam's papers, or of one year's pattern. `others`: what there is instead where a year has none. */
export function PapersPage({
  place,
  exam,
  kind,
  year,
  papers,
  others,
}: {
  place: PageContext
  exam: Exam
  kind: 'model-paper' | 'previous-papers' | 'subject-papers'
  year: number | null
  papers: readonly PaperSummary[]
  others: readonly PaperSummary[]
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const name = examNames[exam.slug].name(words)
  const section = year === null ? sectionNames[kind](words) : words.papers_of_year({ year })
  return (
    <>
      <Meta
        family="exam"
        place={place}
        title={words.papers_title({ exam: name, section })}
        description={words.papers_description({ exam: name, section })}
      />
      <Breadcrumbs place={place} crumbs={[{ name, path: `/${exam.slug}` }, { name: section }]} />
      <div className="hero">
        <h1>{words.papers_heading({ exam: name, section })}</h1>
        {kind === 'previous-papers' && <p>{words.pattern_note()}</p>}
      </div>
      {kind === 'previous-papers' && (
        <YearLinks place={place} exam={exam} current={year ?? undefined} />
      )}
      {papers.length > 0 ? (
        <PaperList place={place} papers={papers} />
      ) : (
        <p className="note">{words.section_empty()}</p>
      )}
      {papers.length === 0 && others.length > 0 && (
        <section>
          <h2>{words.papers_instead()}</h2>
          <PaperList place={place} papers={others} />
        </section>
      )}
    </>
  )
}
