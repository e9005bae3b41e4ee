import { bestTextOf, minutesAllowed } from '../../../domain/attempt/attempt.ts'
import { findExam } from '../../exams.ts'
import { gstStateCodes, placeOfSupplyName } from '../../../domain/gst-states.ts'
import { endOf, lastEntryOf, type LiveMockStage } from '../../../domain/live-mock/live-mock.ts'
import { fallbackChain, languageNames } from '../../../domain/locale.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { liveMockPath, liveMocksPath, liveResultPath } from '../../addresses/paths.ts'
import type { LiveMock, LiveResult } from '../../api-client/live-mocks.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { clockText, dateText, timeText } from '../../ui/dates.ts'
import { examName } from '../../ui/exam-names.ts'
import { MarkingRules } from '../../ui/hall-rules.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { Meta } from '../../ui/meta.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { Distribution } from './distribution.tsx'
import { RemindMe } from '../../ui/remind-me.tsx'
import { LiveRules } from './live-rules.tsx'

/** One live mock, the same for everybody: its date, how to take part, its rules; when it is over,
 *  the distribution of the scores. */
export function LiveMockPage({
  page,
  mock,
  stage,
  result,
  problem,
  typed,
  vapidKey,
}: {
  page: PageContext
  mock: LiveMock
  stage: LiveMockStage
  result: LiveResult | null
  problem: 'closed' | null
  typed: Readonly<Record<string, string>>
  vapidKey: string
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const title = bestTextOf(mock.title, locale)
  const about = bestTextOf(mock.about, locale)
  const isEnterable = stage === 'before' || stage === 'open'
  return (
    <>
      <Meta
        page={page}
        title={messages.page_title({ title: title?.text ?? messages.live_mocks() })}
        description={about?.text ?? messages.live_mocks_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="start" />
      <InlineStyle name="live" />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: messages.live_mocks(), path: liveMocksPath }, { name: title?.text ?? '' }]}
      />
      <div className="hero">
        <p className="small" lang={title?.locale}>
          {title?.text}
        </p>
        <h1>
          <time dateTime={mock.bellAt}>
            {dateText(mock.bellAt, locale)}, <mark>{timeText(mock.bellAt)}</mark>
          </time>
        </h1>
        <p lang={about?.locale}>{about?.text}</p>
      </div>
      {problem === 'closed' && (
        <p className="note" role="alert">
          {messages.live_closed_note({ time: clock(lastEntryOf(mock)) })}
        </p>
      )}
      {isEnterable ? (
        <EntryForm page={page} mock={mock} typed={typed} stage={stage} messages={messages} />
      ) : (
        <p className="seal">
          <b>
            {stage === 'published'
              ? messages.live_participants({ count: mock.participants ?? 0 })
              : messages.live_results_on({
                  date: dateText(mock.resultsAt, locale),
                  time: timeText(mock.resultsAt),
                })}
          </b>
          <a className="btn wide" href={localizedPath(liveResultPath(mock.slug), locale)}>
            {messages.live_own_result()}
          </a>
        </p>
      )}
      <RemindMe
        page={page}
        kind="live-mock"
        exam={mock.exam}
        from={liveMockPath(mock.slug)}
        vapidKey={vapidKey}
      />
      {result && <Distribution page={page} result={result} />}
      {isEnterable && <Steps messages={messages} time={clockText(mock.bellAt)} />}
      <section>
        <h2>{messages.start_marking()}</h2>
        <MarkingRules questionCount={mock.questionCount} marks={mock.marks} messages={messages} />
      </section>
      <LiveRules page={page} mock={mock} />
    </>
  )
}

const clock = (ms: number) => clockText(new Date(ms).toISOString())

/** Enters; the same form again changes the entry until the bell. */
function EntryForm({
  page: { locale },
  mock,
  typed,
  stage,
  messages,
}: {
  page: PageContext
  mock: LiveMock
  typed: Readonly<Record<string, string>>
  stage: LiveMockStage
  messages: Messages
}) {
  const kb = Math.max(1, Math.round(mock.sealedBytes / 1024))
  const states = gstStateCodes
    .map((code) => ({ code, name: placeOfSupplyName(code, locale) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const language = fallbackChain(locale).find((one) => mock.languages.includes(one))
  return (
    <form className="seal" method="post" action={localizedPath(liveMockPath(mock.slug), locale)}>
      <svg viewBox="0 0 328 40" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0H328L164 34Z" />
      </svg>
      <p>
        {messages.live_facts({ questions: mock.questionCount, minutes: mock.minutes })}
        <br />
        <small>
          {stage === 'open' ? messages.live_running() : messages.live_sealed({ size: kb })}
        </small>
      </p>
      {mock.exams.length > 1 && (
        <p className="field">
          <label htmlFor="exam">{messages.live_exam()}</label>
          <select id="exam" name="exam" defaultValue={typed.exam ?? mock.exam}>
            {mock.exams.map((slug) => {
              const exam = findExam(slug)
              return (
                <option key={slug} value={slug}>
                  {exam ? examName(exam, locale) : slug}
                </option>
              )
            })}
          </select>
        </p>
      )}
      <p className="field">
        <label htmlFor="state">{messages.live_state()}</label>
        <select id="state" name="state" defaultValue={typed.state ?? ''}>
          <option value="">{messages.live_state_none()}</option>
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <small>{messages.live_state_why()}</small>
      </p>
      {mock.languages.length > 1 && (
        <fieldset className="picks in-line">
          <legend>{messages.start_paper_language()}</legend>
          {mock.languages.map((one) => (
            <label key={one}>
              <input type="radio" name="language" value={one} defaultChecked={one === language} />
              <span lang={one}>{languageNames[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="picks">
        <label>
          <input type="checkbox" name="extraTime" value="yes" />
          <span>
            {messages.start_extra_label()}
            <small>
              {messages.start_extra_note({
                minutes: mock.minutes,
                longer: minutesAllowed(mock.minutes, true),
              })}
            </small>
          </span>
        </label>
      </div>
      <button className="btn wide">
        {stage === 'open' ? messages.live_enter_now() : messages.live_enter()}
      </button>
      <p className="small">
        {messages.live_enter_until({ time: clock(lastEntryOf(mock)), end: clock(endOf(mock)) })}
      </p>
    </form>
  )
}

function Steps({ messages, time }: { messages: Messages; time: string }) {
  return (
    <ol className="live-steps">
      <li>
        <b>{messages.live_step_download()}</b>
        <small>{messages.live_step_download_note({ time })}</small>
      </li>
      <li>
        <b>{messages.live_step_code({ time })}</b>
        <small>{messages.live_step_code_note()}</small>
      </li>
      <li>
        <b>{messages.live_step_offline()}</b>
        <small>{messages.live_step_offline_note()}</small>
      </li>
    </ol>
  )
}
