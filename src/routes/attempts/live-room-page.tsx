import { LiveRoom } from '../../../client/islands/live-room.tsx'
import { languagesFrom } from '../../../client/islands/live-room/question-markup.ts'
import type { LiveRoomProps } from '../../../client/islands/live-room/room-view.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { recordOfLocales } from '../../../domain/locale.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { hallPath, liveMockPath, livePaths } from '../../addresses/paths.ts'
import type { LiveEntry } from '../../api-client/live-mocks.ts'
import { clockText, dateText, timeText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { Island } from '../../ui/island.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** The waiting room before the bell: what is kept on this phone, the clock, the code. Without
 *  script: when the paper opens here. */
export function LiveRoomPage({ page, entry }: { page: PageContext; entry: LiveEntry }) {
  const { locale } = page
  const messages = messagesFor(locale)
  const { mock, attempt } = entry
  const title = bestTextOf(mock.title, locale)
  const props = roomProps(page, entry, messages)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: messages.live_room() })}
        description={messages.live_room_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="live" />
      <div className="hero">
        <p className="small">
          <a href={localizedPath(liveMockPath(mock.slug), locale)}>
            ‹ <span lang={title?.locale}>{title?.text}</span>
          </a>
        </p>
        <h1>{messages.live_room()}</h1>
        <p>
          <time dateTime={mock.bellAt}>
            {dateText(mock.bellAt, locale)}, <mark>{timeText(mock.bellAt)}</mark>
          </time>
        </p>
      </div>
      <Island name="live-room" when="visible" props={props}>
        <LiveRoom {...props} />
      </Island>
      <p className="small">
        {messages.live_late_opening({ time: clockText(attempt.endsAt ?? '') })}
      </p>
      <div className="without-script">
        <p className="note">{messages.live_room_plain({ time: clockText(mock.bellAt) })}</p>
        <p>
          <a className="btn wide" href={localizedPath(hallPath(attempt.id), locale)}>
            {messages.live_room_reload()}
          </a>
        </p>
      </div>
    </>
  )
}

function roomProps(page: PageContext, entry: LiveEntry, messages: Messages): LiveRoomProps {
  const { locale } = page
  const { mock, attempt, paper } = entry
  const to = (path: string) => localizedPath(path, locale)
  return {
    entry: attempt.id,
    sealedHref: livePaths.sealed(mock.slug, mock.sealedDigest),
    frameHref: to(`${hallPath(attempt.id)}/frame`),
    digest: mock.sealedDigest,
    bellMs: Date.parse(mock.bellAt),
    serverNowMs: Date.parse(attempt.now),
    sealedBytes: mock.sealedBytes,
    codeHref: livePaths.code(mock.slug),
    locale,
    texts: {
      languages: languagesFrom(attempt.locale, paper.languages),
      sections: paper.sections.map(({ slug, names }) => {
        const name = bestTextOf(names, locale)
        return {
          ...{ slug, name: name?.text ?? slug },
          ...(name && name.locale !== locale && { lang: name.locale }),
        }
      }),
      question: messages.question(),
      fifth: paper.marks.blank === '0' ? null : messages.hall_fifth(),
      notTranslated: recordOfLocales((one) => messagesFor(one).hall_not_translated()),
    },
    messages: {
      left: messages.live_left(),
      days: messages.live_days(),
      hours: messages.live_hours(),
      minutes: messages.live_minutes(),
      seconds: messages.live_seconds(),
      paper_idle: messages.live_paper_idle({ size: '{size}' }),
      paper_loading: messages.live_paper_loading({ size: '{size}' }),
      paper_kept: messages.live_paper_kept({ size: '{size}' }),
      paper_memory: messages.live_paper_memory(),
      paper_failed: messages.live_paper_failed(),
      retry: messages.try_again(),
      clock_right: messages.live_clock_right(),
      clock_unknown: messages.live_clock_unknown(),
      code_waiting: messages.live_code_waiting({ time: clockText(mock.bellAt) }),
      code_offline: messages.live_code_offline(),
      code_label: messages.live_code_label(),
      code_hint: messages.live_code_hint(),
      open: messages.live_open(),
      opening: messages.live_opening(),
      problem_length: messages.live_problem_length(),
      problem_checksum: messages.live_problem_checksum(),
      problem_wrong: messages.live_problem_wrong(),
      problem_no_paper: messages.live_problem_no_paper(),
      problem_no_storage: messages.live_problem_no_storage(),
      paused: messages.live_problem_paused(),
    },
  }
}
