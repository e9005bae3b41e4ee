import { deviceName } from '../../../domain/device-name.ts'
import { defaultQuietHours, reminderKinds, type ReminderKind } from '../../../domain/reminders.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import { liveMocksPath } from '../../addresses/paths.ts'
import type { Reminders } from '../../api-client/reminders.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** What the reader is reminded of, where it is sent, and when not. */
export function RemindersPage({
  page,
  own,
  isMember,
  agreed,
  from,
  error,
}: {
  page: PageContext
  /** null: a reader who has done nothing here. */
  own: Reminders | null
  isMember: boolean
  /** The kind that was just agreed to. */
  agreed: ReminderKind | null
  /** Where the reader came from. */
  from: string | null
  error: string | null
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const isReached =
    own !== null &&
    (own.devices.length > 0 || own.isAppReached || (own.byMail && own.isMailPossible))
  const hasAny = own !== null && own.kinds.length > 0
  return (
    <div className="narrow">
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.remind_title() })}
        description={messages.remind_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="remind-me" />
      <Breadcrumbs page={page} crumbs={[{ name: messages.remind_title() }]} />
      <div className="hero">
        <h1>{messages.remind_title()}</h1>
        <p>{messages.remind_lead()}</p>
      </div>
      {error !== null && (
        <p className="note wrong" role="alert">
          <span>{error}</span>
          {own?.isAllowed === false && (
            <a href={localizedPath('/account', locale)}>{messages.my_account()}</a>
          )}
        </p>
      )}
      {agreed !== null && isReached && (
        <p className="note" role="status">
          {messages.remind_agreed()}
        </p>
      )}
      {from !== null && (
        <p>
          <a className="btn quiet wide" href={localizedPath(from, locale)}>
            {messages.remind_back()}
          </a>
        </p>
      )}
      {hasAny && !isReached && (
        <p className="note wrong" role="status">
          <span>{messages.remind_not_reached()}</span>
          {!isMember && (
            <a href={loginPath(localizedPath('/reminders', locale), locale)}>{messages.login()}</a>
          )}
        </p>
      )}
      <Kinds page={page} own={own} messages={messages} />
      {hasAny && (
        <>
          <Places page={page} own={own} messages={messages} />
          <SettingsForm page={page} own={own} messages={messages} />
        </>
      )}
    </div>
  )
}

const placeOf = {
  result: liveMocksPath,
  'live-mock': liveMocksPath,
  cards: '/flash-cards?of=due',
} satisfies Record<ReminderKind, string>

/** Those that are off are agreed to where their event is. */
function Kinds({
  page: { locale },
  own,
  messages,
}: {
  page: PageContext
  own: Reminders | null
  messages: Messages
}) {
  const names = {
    result: messages.remind_result_name(),
    'live-mock': messages.remind_live_name(),
    cards: messages.remind_cards_name(),
  }
  return (
    <ul className="reminder-kinds">
      {reminderKinds.map((kind) => {
        const on = own?.kinds.find((one) => one.kind === kind)
        return (
          <li key={kind}>
            <span>
              <b>{names[kind]}</b>
              <small>
                {on
                  ? messages.remind_on_since({ date: dateText(on.agreedAt, locale) })
                  : messages.remind_off()}
              </small>
            </span>
            {on ? (
              <form method="post" action={localizedPath('/reminders/off', locale)}>
                <button
                  className="btn quiet"
                  name="kind"
                  value={kind}
                  aria-label={`${messages.remind_end()}: ${names[kind]}`}
                >
                  {messages.remind_end()}
                </button>
              </form>
            ) : (
              <a href={localizedPath(placeOf[kind], locale)}>{messages.remind_where()}</a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Places({
  page: { locale },
  own,
  messages,
}: {
  page: PageContext
  own: Reminders
  messages: Messages
}) {
  if (own.devices.length === 0 && !own.isAppReached) return null
  return (
    <section>
      <h2>{messages.remind_devices()}</h2>
      <ul className="reminder-devices">
        {own.isAppReached && (
          <li>
            <b>{messages.remind_app()}</b>
          </li>
        )}
        {own.devices.map(({ id, userAgent, createdAt }) => {
          const name = deviceName(userAgent) || messages.account_device_browser()
          return (
            <li key={id}>
              <span>
                <b>{name}</b>
                <small>{messages.remind_on_since({ date: dateText(createdAt, locale) })}</small>
              </span>
              <form method="post" action={localizedPath('/reminders/devices', locale)}>
                <button
                  className="btn quiet"
                  name="id"
                  value={id}
                  aria-label={`${messages.remind_device_remove()}: ${name}`}
                >
                  {messages.remind_device_remove()}
                </button>
              </form>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function SettingsForm({
  page: { locale },
  own,
  messages,
}: {
  page: PageContext
  own: Reminders
  messages: Messages
}) {
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const select = (name: 'quietFrom' | 'quietTo', label: string) => (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={own[name]}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {clock(hour)}
          </option>
        ))}
      </select>
    </p>
  )
  return (
    <section>
      <h2>{messages.remind_quiet()}</h2>
      <p>
        {messages.remind_quiet_lead({
          from: clock(defaultQuietHours.from),
          to: clock(defaultQuietHours.to),
        })}
      </p>
      <form className="fields" method="post" action={localizedPath('/reminders/settings', locale)}>
        <div className="quiet-hours">
          {select('quietFrom', messages.remind_quiet_from())}
          {select('quietTo', messages.remind_quiet_to())}
        </div>
        {own.isMailPossible && (
          <p>
            <label>
              <input type="checkbox" name="byMail" value="yes" defaultChecked={own.byMail} />{' '}
              {messages.remind_by_mail()}
            </label>
          </p>
        )}
        <button className="btn wide">{messages.save()}</button>
      </form>
    </section>
  )
}
