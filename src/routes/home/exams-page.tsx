import { liveMocksPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { nameIn, nationwide, type Exam, type State } from '../../../domain/exams.ts'
import { allExams, allStates, homeStateOf } from '../../exams.ts'
import { examCard, LinkCards } from '../../ui/link-cards.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { Meta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The directory: a search, all exams by state, and what else there is to study. */
export function ExamsPage({ page }: { page: PageContext }) {
  const { locale } = page
  const messages = messagesFor(locale)
  const statesInOrder = statesStartingWith(homeStateOf(locale))
  return (
    <>
      <Meta
        page={page}
        title={messages.page_title({ title: messages.exams_all() })}
        description={messages.exams_description()}
      />
      <InlineStyle name="papers" />
      <div className="hero">
        <h1>{messages.exams_all()}</h1>
      </div>
      <form className="filter" role="search" action={localizedPath('/search', locale)}>
        <input
          type="search"
          name="q"
          aria-label={messages.search_label()}
          placeholder={messages.search_label()}
          maxLength={80}
        />
        <button className="btn quiet">{messages.search()}</button>
      </form>
      {statesInOrder.map(({ slug, names }) => (
        <ExamGroup
          key={slug}
          page={page}
          name={nameIn(names, locale)}
          exams={allExams().filter((exam) => exam.state === slug)}
        />
      ))}
      <section>
        <h2>{messages.home_more()}</h2>
        <LinkCards
          cards={[
            {
              href: localizedPath('/current-affairs', locale),
              name: messages.current_affairs(),
              note: messages.quiz_title(),
            },
            {
              href: localizedPath('/subscription/checkout', locale),
              name: messages.plans(),
              note: messages.plans_note(),
            },
            {
              href: localizedPath(liveMocksPath, locale),
              name: messages.live_mocks(),
              note: messages.live_rank_note(),
            },
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
      <InlineScript name="exam-choice" />
    </>
  )
}

/** The reader's own state, then all of India, then the other states. */
const statesStartingWith = (home: State) => [
  home,
  ...allStates().filter((state) => state !== home && state.slug === nationwide),
  ...allStates().filter((state) => state !== home && state.slug !== nationwide),
]

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
      <LinkCards cards={exams.map((exam) => examCard(exam, page.locale))} />
    </section>
  )
}
