import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import { findExam, homeStateOf } from '../../exams.ts'
import type { Locale } from '../../../domain/locale.ts'
import { AffairsList } from '../../ui/affairs-list.tsx'
import type { LiveMock } from '../../api-client/live-mocks.ts'
import { examCard, LinkCards } from '../../ui/link-cards.tsx'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { InlineScript } from '../../ui/inline-assets.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { messagesFor } from '../../ui/messages.ts'
import type { OwnToday } from './own-today.ts'
import { TodayPanel } from './today-panel.tsx'

/** The home page: what the reader does today (a part), or the choice of an exam; the way to all
 *  exams; the latest current affairs (a part). */
export function HomePage({ page, hasPanel }: { page: PageContext; hasPanel: boolean }) {
  const { locale } = page
  const messages = messagesFor(locale)
  return (
    <>
      <Meta page={page} title={messages.home_title()} description={messages.home_description()} />
      {hasPanel ? (
        <PagePart name="today" styles={['today', 'exams']} scripts={['today']} />
      ) : (
        <ExamChoice locale={locale} />
      )}
      <p>
        <a className="btn quiet wide" href={localizedPath('/exams', locale)}>
          {messages.exams_all()}
        </a>
      </p>
      <PagePart name="affairs" styles={['papers']} />
      <InlineScript name="exam-choice" />
    </>
  )
}

/** `own`: of a member; null for everybody else. */
export function Today({
  page,
  news,
  own,
  live,
}: {
  page: PageContext
  news: ContentPageSummary | undefined
  own: OwnToday | null
  /** The next live mock. */
  live: LiveMock | null
}) {
  return (
    <TodayPanel page={page} own={own} news={news} live={live}>
      <ExamChoice locale={page.locale} />
    </TodayPanel>
  )
}

export function LatestAffairs({
  page,
  affairs,
  today,
}: {
  page: PageContext
  affairs: readonly ContentPageSummary[]
  today: string
}) {
  if (affairs.length === 0) return null
  return (
    <section>
      <h2>{messagesFor(page.locale).current_affairs()}</h2>
      <AffairsList page={page} affairs={affairs} today={today} />
    </section>
  )
}

function ExamChoice({ locale }: { locale: Locale }) {
  const messages = messagesFor(locale)
  return (
    <>
      <div className="hero">
        <h1>
          <HighlightedText text={messages.home_heading()} />
        </h1>
        <p>{messages.home_lead()}</p>
      </div>
      <LinkCards cards={firstExams(locale).map((exam) => examCard(exam, locale))} />
    </>
  )
}

/** The exams that the home page offers first: those of the state of the page's language. */
const firstExams = (locale: Locale) =>
  homeStateOf(locale).homeExams.flatMap((slug) => findExam(slug) ?? [])
