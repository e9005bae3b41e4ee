import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPage } from '../../../domain/content-page.ts'
import { exams } from '../../../domain/exams.ts'
import type { PatternSheet } from '../../../domain/pattern-sheet.ts'
import { planPath } from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examCard, ExamCards, type ExamCard } from '../../ui/exam-cards.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { Prose } from '../../ui/prose.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** Everything for one post, whose exam has several papers: the papers, the subjects, and what is known of it. */
export function HubPage({
  place,
  hub,
  page,
  pattern,
}: {
  place: PageContext
  hub: 'vao' | 'pdo'
  page: ContentPage | null
  pattern: PatternSheet | null
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const name = hub === 'vao' ? words.hub_vao() : words.hub_pdo()
  const own = exams.filter((exam) => exam.group === hub).map((exam) => examCard(exam, locale))
  return (
    <>
      <Meta
        family="exam"
        place={place}
        title={words.exam_title({ exam: name })}
        description={page?.description ?? words.exam_description({ exam: name })}
      />
      <Breadcrumbs place={place} crumbs={[{ name }]} />
      <div className="hero">
        <h1>{name}</h1>
        <p>{hub === 'vao' ? words.hub_vao_lead() : words.hub_pdo_lead()}</p>
      </div>
      <ExamCards cards={[...own, ...moreCards(hub, place, words)]} />
      {page && (
        <Prose
          place={place}
          body={page.body}
          lang={page.locale === locale ? undefined : page.locale}
        />
      )}
      {pattern && <PatternTable place={place} sheet={pattern} />}
    </>
  )
}

function moreCards(hub: 'vao' | 'pdo', { locale }: PageContext, words: Words): ExamCard[] {
  const to = (path: string, name: string, note: string) => ({
    href: localizedPath(path, locale),
    name,
    note,
  })
  const kannada = exams.find((exam) => exam.slug === 'compulsory-kannada')!
  const plan = to(planPath(hub), words.plan30_title(), words.plan30_note())
  if (hub === 'vao') return [plan, examCard(kannada, locale)]
  return [
    plan,
    to('/pdo-1-subject', words.pdo_subjects_1(), words.subject_papers()),
    to('/pdo-2-subject', words.pdo_subjects_2(), words.subject_papers()),
    to('/pdo-30days-material', words.thirty_days(), words.thirty_days_note()),
    to('/grand-tests', words.grand_tests(), words.grand_tests_note()),
    examCard(kannada, locale),
  ]
}
