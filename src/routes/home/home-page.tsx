import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import { exams, homeStateOf, type Exam } from '../../../domain/exams.ts'
import { AffairsList } from '../../ui/affairs-list.tsx'
import { examCard, ExamCards } from '../../ui/exam-cards.tsx'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { Meta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The home page: exams by state, and the latest current affairs. */
export function HomePage({
  page,
  affairs,
}: {
  page: PageContext
  affairs: readonly ContentPageSummary[]
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const of = (state: Exam['state']) => exams.filter((exam) => exam.state === state)
  const isAndhraFirst = homeStateOf(locale).slug === 'andhra-pradesh'
  const karnataka = (
    <ExamGroup key="ka" page={page} name={messages.state_karnataka()} exams={of('karnataka')} />
  )
  const andhra = (
    <ExamGroup key="ap" page={page} name={messages.state_andhra()} exams={of('andhra-pradesh')} />
  )
  return (
    <>
      <Meta page={page} title={messages.home_title()} description={messages.home_description()} />
      <div className="hero">
        <h1>
          <HighlightedText text={messages.home_heading()} />
        </h1>
        <p>{messages.home_lead()}</p>
      </div>
      {isAndhraFirst ? [andhra] : [karnataka]}
      <ExamGroup page={page} name={messages.state_all_india()} exams={of('all-india')} />
      {isAndhraFirst ? [karnataka] : [andhra]}
      <section>
        <h2>{messages.home_more()}</h2>
        <ExamCards
          cards={[
            {
              href: localizedPath('/attempts', locale),
              name: messages.result_list(),
              note: messages.result_list_note(),
            },
            {
              href: localizedPath('/vao', locale),
              name: messages.hub_vao(),
              note: messages.hub_vao_note(),
            },
            {
              href: localizedPath('/pdo', locale),
              name: messages.hub_pdo(),
              note: messages.hub_pdo_note(),
            },
            {
              href: localizedPath('/grand-tests', locale),
              name: messages.grand_tests(),
              note: messages.grand_tests_note(),
            },
            {
              href: localizedPath('/pdo-30days-material', locale),
              name: messages.thirty_days(),
              note: messages.thirty_days_note(),
            },
            {
              href: localizedPath('/ao-exam-info', locale),
              name: messages.info_ao(),
              note: messages.exam_information(),
            },
            {
              href: localizedPath('/aao-exam-info', locale),
              name: messages.info_aao(),
              note: messages.exam_information(),
            },
          ]}
        />
      </section>
      {affairs.length > 0 && (
        <section>
          <h2>{messages.current_affairs()}</h2>
          <AffairsList page={page} affairs={affairs} />
        </section>
      )}
    </>
  )
}

function ExamGroup({
  page,
  name,
  exams,
}: {
  page: PageContext
  name: string
  exams: readonly Exam[]
}) {
  return (
    <section>
      <h2>{name}</h2>
      <ExamCards cards={exams.map((exam) => examCard(exam, page.locale))} />
    </section>
  )
}
