import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { choiceWriter } from '../../../domain/attempt/replaced-answers.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { answerHistoryPath, attemptResultPath, hallPath } from '../../addresses/paths.ts'
import type { AnswerHistory, ReplacedAnswers } from '../../api-client/attempts.ts'
import { clockText, dateText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { entryText, answerOutcomeText } from './history-texts.ts'

/** What happened to the answers of an attempt: counts, answers that two devices gave differently,
 *  and the journal in plain words. For the reader, and for support. */
export function AnswerHistoryPage({
  page,
  history,
  pageNumber,
  choice,
  supportEmail,
}: {
  page: PageContext
  history: AnswerHistory
  pageNumber: number
  /** What became of a choice that was just made. */
  choice: 'done' | 'over' | null
  supportEmail: string
}) {
  const messages = messagesFor(page.locale)
  const { attempt, entries, replaced } = history
  const title = bestTextOf(attempt.title, page.locale)
  return (
    <div className="history">
      <UnlistedMeta
        title={messages.page_title({ title: messages.history_title() })}
        description={messages.history_lead()}
      />
      <InlineStyle name="history" />
      <div className="hero">
        <h1>{messages.history_title()}</h1>
        <p lang={title?.locale === page.locale ? undefined : title?.locale}>{title?.text}</p>
        <p>{messages.history_lead()}</p>
      </div>
      {choice !== null && (
        <p className="note" role="status">
          {choice === 'done' ? messages.history_chosen() : messages.history_too_late()}
        </p>
      )}
      <Counts history={history} messages={messages} />
      {replaced.length > 0 && (
        <TwoDevices page={page} attempt={attempt} replaced={replaced} messages={messages} />
      )}
      <section>
        <h2 id="journal">{messages.history_journal()}</h2>
        <EveryEntry page={page} history={history} messages={messages} />
        {entries.length === 0 ? (
          <p>{messages.history_empty()}</p>
        ) : (
          <Journal page={page} history={history} messages={messages} />
        )}
        <Pages page={page} history={history} pageNumber={pageNumber} messages={messages} />
      </section>
      <Support page={page} history={history} supportEmail={supportEmail} messages={messages} />
    </div>
  )
}

function Counts({ history, messages }: { history: AnswerHistory; messages: Messages }) {
  const { counts, devices } = history
  const rows: readonly (readonly [string, number])[] = [
    [messages.history_count_counting(), counts.counting],
    [messages.history_count_late(), counts.late],
    [messages.history_count_replaced(), counts.replaced],
    [messages.history_count_apart(), counts.notCounted],
    [messages.history_count_received(), counts.received],
    [messages.history_count_devices(), devices],
  ]
  return (
    <dl className="counts">
      {rows.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each pair of answers, with a button to let the other one count while the test is not over. */
function TwoDevices({
  page,
  attempt,
  replaced,
  messages,
}: {
  page: PageContext
  attempt: AnswerHistory['attempt']
  replaced: ReplacedAnswers
  messages: Messages
}) {
  const optionText = (option: number | null) => (option === null ? '–' : String(option + 1))
  const time = (at: number) => clockText(new Date(at).toISOString())
  return (
    <section>
      <h2>{messages.history_two_title()}</h2>
      <p>{messages.history_two_lead()}</p>
      <ul className="pairs">
        {replaced.map(({ question, number, kept, replaced: other }) => (
          <li key={other.event}>
            <p>
              {messages.history_two_one({
                number,
                kept: optionText(kept.option),
                keptTime: time(kept.at),
                replaced: optionText(other.option),
                replacedTime: time(other.at),
              })}
            </p>
            {attempt.status === 'running' && (
              <form
                method="post"
                action={localizedPath(answerHistoryPath(attempt.id), page.locale)}
              >
                <input type="hidden" name="question" value={question} />
                <button className="btn quiet" name="event" value={other.event}>
                  {messages.history_choose_other({ option: optionText(other.option) })}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The way to every entry, and back; nothing once visits and saved taps are deleted. */
function EveryEntry({
  page,
  history: { attempt, isFull, full },
  messages,
}: {
  page: PageContext
  history: AnswerHistory
  messages: Messages
}) {
  if (!full) return null
  const here = localizedPath(answerHistoryPath(attempt.id), page.locale)
  return (
    <p className="small">
      <a href={`${here}${isFull ? '' : '?entries=all'}#journal`}>
        {isFull ? messages.history_answers_only() : messages.history_every_entry()}
      </a>
      {full.until !== null && (
        <> {messages.history_every_entry_until({ date: dateText(full.until, page.locale) })}</>
      )}
    </p>
  )
}

const receivedLaterMs = 60_000

function Journal({
  page,
  history: { entries },
  messages,
}: {
  page: PageContext
  history: AnswerHistory
  messages: Messages
}) {
  const days = Map.groupBy(entries, ({ at }) => dateText(at, page.locale))
  return [...days].map(([day, own]) => (
    <div key={day}>
      <h3>{day}</h3>
      <ol className="journal">
        {own.map((entry) => {
          const isLater = Date.parse(entry.receivedAt) - Date.parse(entry.at) > receivedLaterMs
          const device =
            entry.device === 0
              ? messages.history_server()
              : messages.history_device({ number: entry.device })
          const via = viaText(entry.via, messages)
          const outcome = answerOutcomeText(entry.outcome, messages)
          return (
            <li key={entry.id} data-outcome={entry.outcome}>
              <time dateTime={entry.at}>{clockText(entry.at)}</time>
              <span>
                {entry.number !== null && (
                  <b>{messages.result_question({ number: entry.number })}: </b>
                )}
                {entry.id.startsWith(choiceWriter) && entry.option !== null
                  ? messages.history_choice({ option: entry.option + 1 })
                  : entryText(entry, messages)}
                {outcome !== null && <strong> – {outcome}</strong>}
                <small>
                  {[
                    device,
                    via,
                    isLater && messages.history_received({ time: receivedText(entry, page) }),
                  ]
                    .filter((part) => typeof part === 'string')
                    .join(' · ')}
                </small>
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  ))
}

/** With the day, if it is another one. */
function receivedText(
  { at, receivedAt }: AnswerHistory['entries'][number],
  { locale }: PageContext,
): string {
  const day = dateText(receivedAt, locale)
  const time = clockText(receivedAt)
  return day === dateText(at, locale) ? time : `${day}, ${time}`
}

function viaText(via: AnswerHistory['entries'][number]['via'], messages: Messages): string | null {
  switch (via) {
    case 'form':
      return messages.history_via_form()
    case 'code':
      return messages.history_via_code()
    case null:
      return null
  }
}

function Pages({
  page,
  history: { attempt, pages, isFull },
  pageNumber,
  messages,
}: {
  page: PageContext
  history: AnswerHistory
  pageNumber: number
  messages: Messages
}) {
  if (pages < 2) return null
  const path = localizedPath(answerHistoryPath(attempt.id), page.locale)
  const here = `${path}?${isFull ? 'entries=all&' : ''}`
  return (
    <nav className="pills" aria-label={messages.history_journal()}>
      {pageNumber > 1 && <a href={`${here}page=${pageNumber - 1}`}>{messages.result_older()}</a>}
      {pageNumber < pages && (
        <a href={`${here}page=${pageNumber + 1}`}>{messages.result_newer()}</a>
      )}
    </nav>
  )
}

function Support({
  page,
  history: { attempt },
  supportEmail,
  messages,
}: {
  page: PageContext
  history: AnswerHistory
  supportEmail: string
  messages: Messages
}) {
  const isSubmitted = attempt.status === 'submitted'
  const back = isSubmitted ? attemptResultPath(attempt.id) : hallPath(attempt.id)
  const subject = encodeURIComponent(`${messages.history_title()} ${attempt.id}`)
  return (
    <footer className="support">
      <p>
        {messages.history_reference()}: <code>{attempt.id}</code>
      </p>
      <p className="small">{messages.history_mail_note()}</p>
      <p className="ways-on">
        <a href={`mailto:${supportEmail}?subject=${subject}`}>{messages.history_mail()}</a>
        <a href={localizedPath(back, page.locale)}>
          {isSubmitted ? messages.result_back() : messages.history_back()}
        </a>
      </p>
    </footer>
  )
}
