import { liveMockPath, ownPlanPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import type { LiveMock } from '../../api-client/live-mocks.ts'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { dateText, timeText } from '../../ui/dates.ts'
import type { OwnToday } from './own-today.ts'

/** What the reader does today. The page that is cached has it hidden and without facts: a script of
 *  the page fills in what this device knows, before the first paint. For a member the server fills
 *  it in. `children`: what is shown instead to a reader of whom nothing is
 *  known. */
export function TodayPanel({
  page,
  own,
  news,
  live,
  children,
}: {
  page: PageContext
  own: OwnToday | null
  news: ContentPageSummary | undefined
  live: LiveMock | null
  children: React.ReactNode
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const hasOwn = own !== null && (own.test ?? own.task ?? own.due) !== null
  return (
    <today-panel>
      <InlineStyle name="today" />
      <div data-slot="first" hidden={hasOwn}>
        {children}
      </div>
      <div data-slot="today" hidden={!hasOwn}>
        <div className="who">
          <h1 data-slot="exam" data-text={messages.today_of({ exam: '{exam}' })}>
            {messages.nav_today()}
          </h1>
          <a href={`${to('/exams')}#change`}>{messages.today_change()}</a>
        </div>
        <Lead page={page} own={own} messages={messages} />
        <h2>{messages.today_sheet()}</h2>
        <ol className="tasks-today">
          <Line
            slot="plan"
            href={own?.task?.href ?? to(ownPlanPath)}
            lang={own?.task?.lang}
            text={own?.task?.name ?? messages.today_plan()}
            done={messages.today_plan_done()}
          />
          <Line
            slot="cards"
            href={to('/flash-cards') + (own?.due ? '?of=due' : '')}
            text={own?.due ? messages.today_cards({ count: own.due }) : messages.flash_cards()}
            pattern={messages.today_cards({ count: '{count}' })}
          />
          {news?.date && (
            <Line
              slot="news"
              href={to(`/current-affairs/${news.date}`)}
              lang={news.locale === page.locale ? undefined : news.locale}
              text={news.title}
            />
          )}
          {live && (
            <Line
              slot="live"
              href={to(liveMockPath(live.slug))}
              text={messages.today_live({
                date: dateText(live.bellAt, page.locale),
                time: timeText(live.bellAt),
              })}
            />
          )}
          <Line
            slot="papers"
            href={to('/exams')}
            text={messages.exams_all()}
            pattern={messages.today_papers({ exam: '{exam}' })}
            isHidden
          />
        </ol>
      </div>
      <InlineScript name="today" />
    </today-panel>
  )
}

/** The one thing to do now: a running test with its clock, else the first task. */
function Lead({
  page,
  own,
  messages,
}: {
  page: PageContext
  own: OwnToday | null
  messages: Messages
}) {
  const test = own?.test ?? null
  const next = test ?? leadingTask(page, own, messages)
  return (
    <section className="lead" data-slot="lead" data-left-ms={test?.leftMs ?? undefined}>
      <p className="small" data-text={messages.today_stopped()}>
        {test ? messages.today_stopped() : messages.today_first()}
      </p>
      <div>
        <h2 lang={next?.lang}>{next?.title}</h2>
        <span className="clock" role="timer" />
      </div>
      <p
        className="small"
        data-text={messages.result_answered_of({ answered: '{answered}', count: '{count}' })}
      >
        {test && messages.result_answered_of(test)}
      </p>
      <a className="btn wide" href={next?.href} data-text={messages.start_resume()}>
        {test ? messages.start_resume() : messages.today_begin()}
      </a>
    </section>
  )
}

/** The first task of a member without a running test. */
function leadingTask({ locale }: PageContext, own: OwnToday | null, messages: Messages) {
  if (own?.task) return { ...own.task, title: own.task.name }
  const href = `${localizedPath('/flash-cards', locale)}?of=due`
  return own?.due
    ? { title: messages.today_cards({ count: own.due }), href, lang: undefined }
    : null
}

/** A line of today's sheet. pattern, done: texts for the script. isHidden: until the script fills
 *  it in, because without the reader's exam the page says the same elsewhere. */
function Line({
  slot,
  href,
  lang,
  text,
  pattern,
  done,
  isHidden,
}: {
  slot: string
  href: string
  lang?: string | undefined
  text: string
  pattern?: string
  done?: string
  isHidden?: boolean
}) {
  return (
    <li hidden={isHidden}>
      <a href={href} data-slot={slot} data-text={pattern} data-done={done} lang={lang}>
        {text}
      </a>
    </li>
  )
}
