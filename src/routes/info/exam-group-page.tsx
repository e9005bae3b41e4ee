import { planPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPage } from '../../../domain/content-page.ts'
import { allExams, findExam } from '../../exams.ts'
import type { PatternSheet } from '../../../domain/pattern-sheet.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examCard, LinkCards, type LinkCard } from '../../ui/link-cards.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { Prose } from '../../ui/prose.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** The page of a post whose exam has several papers: its papers and further material. Its part: a
 *  text and the pattern. `description`: of that text; null where there is none. */
export function ExamGroupPage({
  page,
  group,
  description,
}: {
  page: PageContext
  group: 'vao' | 'pdo'
  description: string | null
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const name = group === 'vao' ? messages.hub_vao() : messages.hub_pdo()
  const examCards = allExams()
    .filter((exam) => exam.group === group)
    .map((exam) => examCard(exam, locale))
  return (
    <>
      <Meta
        shareImage="exam"
        page={page}
        title={messages.exam_title({ exam: name })}
        description={description ?? messages.exam_description({ exam: name })}
      />
      <Breadcrumbs page={page} crumbs={[{ name }]} />
      <div className="hero">
        <h1>{name}</h1>
        <p>{group === 'vao' ? messages.hub_vao_lead() : messages.hub_pdo_lead()}</p>
      </div>
      <LinkCards cards={[...examCards, ...moreCards(group, page, messages)]} />
      <PagePart name="text" styles={['prose', 'pattern']} />
    </>
  )
}

export function ExamGroupText({
  page,
  content,
  pattern,
}: {
  page: PageContext
  content: ContentPage | null
  pattern: PatternSheet | null
}) {
  return (
    <>
      {content && (
        <Prose
          page={page}
          body={content.body}
          lang={content.locale === page.locale ? undefined : content.locale}
        />
      )}
      {pattern && <PatternTable page={page} sheet={pattern} />}
    </>
  )
}

function moreCards(group: 'vao' | 'pdo', { locale }: PageContext, messages: Messages): LinkCard[] {
  const to = (path: string, name: string, note: string) => ({
    href: localizedPath(path, locale),
    name,
    note,
  })
  const compulsoryKannada = findExam('compulsory-kannada')
  const general = compulsoryKannada ? [examCard(compulsoryKannada, locale)] : []
  const plan = to(planPath(group), messages.plan30_title(), messages.plan30_note())
  if (group === 'vao') return [plan, ...general]
  return [
    plan,
    to('/pdo-1-subject', messages.pdo_subjects_1(), messages.subject_papers()),
    to('/pdo-2-subject', messages.pdo_subjects_2(), messages.subject_papers()),
    to('/pdo-30days-material', messages.thirty_days(), messages.thirty_days_note()),
    to('/grand-tests', messages.grand_tests(), messages.grand_tests_note()),
    ...general,
  ]
}
