import { bestTextOf, type Attempt } from '../../../domain/attempt/attempt.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { hallPath, liveMockPath, liveMocksPath, liveResultPath } from '../../addresses/paths.ts'
import type { LiveMock } from '../../api-client/live-mocks.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText, timeText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { RemindMe } from '../../ui/remind-me.tsx'
import { LiveRules } from './live-rules.tsx'

/** Between the bell and the results: what has arrived of the reader's answers, and when the results
 *  come. `attempt`: null for a reader who has not entered. */
export function LiveWaitPage({
  page,
  mock,
  attempt,
  vapidKey,
}: {
  page: PageContext
  mock: LiveMock
  attempt: Pick<Attempt, 'id' | 'answered' | 'questionCount' | 'status' | 'submittedAt'> | null
  vapidKey: string
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const title = bestTextOf(mock.title, locale)
  const isSubmitted = attempt?.status === 'submitted'
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.live_own_result() })}
        description={messages.live_mocks_lead()}
      />
      <InlineStyle name="live" />
      <Breadcrumbs
        page={page}
        crumbs={[
          { name: messages.live_mocks(), path: liveMocksPath },
          { name: title?.text ?? '', path: liveMockPath(mock.slug) },
          { name: messages.live_own_result() },
        ]}
      />
      <div className="hero">
        <p className="small" lang={title?.locale}>
          {title?.text}
        </p>
        <h1>{isSubmitted ? messages.live_received() : messages.live_own_result()}</h1>
      </div>
      <div className="seal">
        {attempt && isSubmitted && (
          <p>
            {messages.result_answered_of({
              ...{ answered: attempt.answered, count: attempt.questionCount },
            })}
          </p>
        )}
        <p>
          <b>
            <time dateTime={mock.resultsAt}>
              {messages.live_results_on({
                date: dateText(mock.resultsAt, locale),
                time: timeText(mock.resultsAt),
              })}
            </time>
          </b>
          <br />
          <small>{messages.live_results_why()}</small>
        </p>
        {attempt && !isSubmitted && (
          <a className="btn wide" href={localizedPath(hallPath(attempt.id), locale)}>
            {messages.live_to_hall()}
          </a>
        )}
      </div>
      {attempt && (
        <RemindMe page={page} kind="result" from={liveResultPath(mock.slug)} vapidKey={vapidKey} />
      )}
      <LiveRules page={page} mock={mock} />
    </>
  )
}
