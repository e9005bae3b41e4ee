import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import { exams, type Exam } from '../../../domain/exams.ts'
import { AffairsList } from '../../ui/affairs-list.tsx'
import { examCard, ExamCards } from '../../ui/exam-cards.tsx'
import { Marked } from '../../ui/marked.tsx'
import { Meta } from '../../ui/meta.tsx'
import { wordsIn } from '../../ui/words.ts'

/** Which exam are you preparing for? And what there is to read today. */
export function HomePage({
  place,
  affairs,
}: {
  place: PageContext
  affairs: readonly ContentPageSummary[]
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const of = (state: Exam['state']) => exams.filter((exam) => exam.state === state)
  const karnataka = (
    <ExamGroup key="ka" place={place} name={words.state_karnataka()} exams={of('karnataka')} />
  )
  const andhra = (
    <ExamGroup key="ap" place={place} name={words.state_andhra()} exams={of('andhra-pradesh')} />
  )
  return (
    <>
      <Meta place={place} title={words.home_title()} description={words.home_description()} />
      <div className="hero">
        <h1>
          <Marked text={words.home_heading()} />
        </h1>
        <p>{words.home_lead()}</p>
      </div>
      {locale === 'te' ? [andhra] : [karnataka]}
      <ExamGroup place={place} name={words.state_all_india()} exams={of('all-india')} />
      {locale === 'te' ? [karnataka] : [andhra]}
      <section>
        <h2>{words.home_more()}</h2>
        <ExamCards
          cards={[
            {
              href: localizedPath('/attempts', locale),
              name: words.result_list(),
              note: words.result_list_note(),
            },
            {
              href: localizedPath('/vao', locale),
              name: words.hub_vao(),
              note: words.hub_vao_note(),
            },
            {
              href: localizedPath('/pdo', locale),
              name: words.hub_pdo(),
              note: words.hub_pdo_note(),
            },
            {
              href: localizedPath('/grand-tests', locale),
              name: words.grand_tests(),
              note: words.grand_tests_note(),
            },
            {
              href: localizedPath('/pdo-30days-material', locale),
              name: words.thirty_days(),
              note: words.thirty_days_note(),
            },
            {
              href: localizedPath('/ao-exam-info', locale),
              name: words.info_ao(),
              note: words.exam_information(),
            },
            {
              href: localizedPath('/aao-exam-info', locale),
              name: words.info_aao(),
              note: words.exam_information(),
            },
          ]}
        />
      </section>
      {affairs.length > 0 && (
        <section>
          <h2>{words.current_affairs()}</h2>
          <AffairsList place={place} affairs={affairs} />
        </section>
      )}
    </>
  )
}

function ExamGroup({
  place,
  name,
  exams,
}: {
  place: PageContext
  name: string
  exams: readonly Exam[]
}) {
  return (
    <section>
      <h2>{name}</h2>
      <ExamCards cards={exams.map((exam) => examCard(exam, place.locale))} />
    </section>
  )
}
