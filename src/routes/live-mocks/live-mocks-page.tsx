import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { stageOf, type LiveMockStage } from '../../../domain/live-mock/live-mock.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { liveMockPath } from '../../addresses/paths.ts'
import type { LiveMock } from '../../api-client/live-mocks.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { clockText, dateText, timeText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { Meta } from '../../ui/meta.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** All live mocks: those to come, the next one first, then those that are over. */
export function LiveMocksPage({
  page,
  mocks,
  nowMs,
}: {
  page: PageContext
  mocks: readonly LiveMock[]
  nowMs: number
}) {
  const messages = messagesFor(page.locale)
  const isOver = (mock: LiveMock) => ['closed', 'published'].includes(stageOf(mock, nowMs))
  const coming = mocks.filter((mock) => !isOver(mock)).toReversed()
  const over = mocks.filter(isOver)
  return (
    <>
      <Meta
        page={page}
        title={messages.page_title({ title: messages.live_mocks() })}
        description={messages.live_mocks_lead()}
      />
      <InlineStyle name="live" />
      <Breadcrumbs page={page} crumbs={[{ name: messages.live_mocks() }]} />
      <div className="hero">
        <h1>{messages.live_mocks()}</h1>
        <p>{messages.live_mocks_lead()}</p>
      </div>
      {coming.length === 0 && <p className="note">{messages.live_none()}</p>}
      <LiveMockList page={page} mocks={coming} nowMs={nowMs} />
      {over.length > 0 && (
        <section>
          <h2>{messages.live_over()}</h2>
          <LiveMockList page={page} mocks={over} nowMs={nowMs} />
        </section>
      )}
    </>
  )
}

function LiveMockList({
  page: { locale },
  mocks,
  nowMs,
}: {
  page: PageContext
  mocks: readonly LiveMock[]
  nowMs: number
}) {
  const messages = messagesFor(locale)
  return (
    mocks.length > 0 && (
      <ul className="live-list">
        {mocks.map((mock) => {
          const title = bestTextOf(mock.title, locale)
          return (
            <li key={mock.slug}>
              <a href={localizedPath(liveMockPath(mock.slug), locale)}>
                <time dateTime={mock.bellAt}>
                  {dateText(mock.bellAt, locale)}, {timeText(mock.bellAt)}
                </time>
                <b lang={title?.locale === locale ? undefined : title?.locale}>{title?.text}</b>
                <small>{stageText(mock, stageOf(mock, nowMs), messages)}</small>
              </a>
            </li>
          )
        })}
      </ul>
    )
  )
}

/** What one may do now, in a line. */
function stageText(mock: LiveMock, stage: LiveMockStage, messages: Messages): string {
  switch (stage) {
    case 'before':
      return messages.live_facts({ questions: mock.questionCount, minutes: mock.minutes })
    case 'open':
      return messages.live_running()
    case 'closed':
      return messages.live_results_at({ time: clockText(mock.resultsAt) })
    case 'published':
      return messages.live_participants({ count: mock.participants ?? 0 })
  }
}
