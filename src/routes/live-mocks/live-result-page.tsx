import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { scoreText } from '../../../domain/attempt/marks.ts'
import { findExam } from '../../exams.ts'
import { placeOfSupplyName } from '../../../domain/gst-states.ts'
import { numberText } from '../../../domain/number-text.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import {
  attemptResultPath,
  liveMockPath,
  liveMocksPath,
  liveResultPath,
} from '../../addresses/paths.ts'
import type { LiveRank, LiveResult } from '../../api-client/live-mocks.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { examName } from '../../ui/exam-names.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { RemindMe } from '../../ui/remind-me.tsx'
import { Distribution } from './distribution.tsx'
import { LiveRules } from './live-rules.tsx'

/** The reader's rank and percentile: of all, by exam and by state; and the distribution. */
export function LiveResultPage({
  page,
  result,
  vapidKey,
}: {
  page: PageContext
  result: LiveResult
  vapidKey: string
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const { mock, own } = result
  const title = bestTextOf(mock.title, locale)
  const total = mock.participants ?? 0
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
        <p className="small">
          <span lang={title?.locale}>{title?.text}</span> · {dateText(mock.bellAt, locale)}
        </p>
        <h1>{headingOf(result, messages)}</h1>
        {own?.standing === 'late' && <p>{messages.live_standing_late()}</p>}
        {own?.standing === 'absent' && <p>{messages.live_standing_absent()}</p>}
        {own === null && <p>{messages.live_standing_none({ count: total })}</p>}
      </div>
      {own?.all && own.score !== null && (
        <>
          <dl className="three">
            <div>
              <dt>{messages.result_marks()}</dt>
              <dd>{scoreText(own.score)}</dd>
            </div>
            <div>
              <dt>{messages.live_rank()}</dt>
              <dd>{numberText(own.all.rank)}</dd>
            </div>
            <div>
              <dt>{messages.live_percentile()}</dt>
              <dd>{own.all.percentile}</dd>
            </div>
          </dl>
          <p className="small">{tiesText(own.all, messages)}</p>
        </>
      )}
      <Distribution page={page} result={result} />
      {own?.all && <Scopes page={page} own={own} messages={messages} />}
      {own && own.standing !== 'absent' && (
        <p>
          <a className="btn wide" href={localizedPath(attemptResultPath(own.attempt), locale)}>
            {messages.live_own_sheet()}
          </a>
        </p>
      )}
      <RemindMe
        page={page}
        kind="live-mock"
        exam={mock.exam}
        from={liveResultPath(mock.slug)}
        vapidKey={vapidKey}
      />
      <p>
        <a className="btn quiet wide" href={localizedPath(liveMocksPath, locale)}>
          {messages.live_mocks()}
        </a>
      </p>
      <LiveRules page={page} mock={mock} />
    </>
  )
}

function headingOf({ own, mock }: LiveResult, messages: Messages) {
  if (!own?.all) return messages.live_participants({ count: mock.participants ?? 0 })
  const [before = '', after = ''] = messages
    .live_rank_of({ rank: '{rank}', of: own.all.of })
    .split('{rank}')
  return (
    <>
      {before}
      <mark>{numberText(own.all.rank)}</mark>
      {after}
    </>
  )
}

const tiesText = ({ rank, tied }: LiveRank, messages: Messages) =>
  [
    messages.live_above({ count: rank - 1 }),
    tied > 0 ? messages.live_tied({ count: tied }) : '',
  ].join(' ')

/** The reader's rank among those who prepare for the same exam, and those of the same state. */
function Scopes({
  page: { locale },
  own,
  messages,
}: {
  page: PageContext
  own: NonNullable<LiveResult['own']>
  messages: Messages
}) {
  const exam = findExam(own.exam)
  const rows = [
    { name: messages.live_all(), rank: own.all },
    { name: exam ? examName(exam, locale) : own.exam, rank: own.inExam },
    { name: own.state && placeOfSupplyName(own.state, locale), rank: own.inState },
  ].filter((row): row is { name: string; rank: LiveRank } => row.rank !== null && !!row.name)
  return (
    <section>
      <h2 id="scopes">{messages.live_scopes()}</h2>
      <table className="live-table" aria-labelledby="scopes">
        <thead>
          <tr>
            <th scope="col">{messages.live_among()}</th>
            <th scope="col">{messages.live_rank()}</th>
            <th scope="col">{messages.live_percentile()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, rank }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {numberText(rank.rank)} / {numberText(rank.of)}
              </td>
              <td>{rank.percentile}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
