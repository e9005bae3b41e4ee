import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { genders, type Faults } from '../../../domain/forms.ts'
import type { SessionUser } from '../../../domain/session-user.ts'
import { dateText } from '../../ui/dates.ts'
import { Field } from '../../ui/field.tsx'
import { faultText } from '../../ui/form-faults.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** One place where the account is signed in. Times are ISO. */
type Device = {
  id: string
  deviceKind: 'phone' | 'browser'
  userAgent: string
  lastSeenAt: string
  isCurrent: boolean
}

/** Who one is here, where one is signed in, and what one may do about it. */
export function AccountPage({
  place,
  own,
  devices,
  tests,
  purchases,
  notice,
  fault,
  faults,
}: {
  place: PageContext
  own: SessionUser & { email: string | null; phone: string | null }
  devices: readonly Device[]
  /** What was taken and reported. */
  tests: React.ReactNode
  /** What was bought, paid and earned. */
  purchases: React.ReactNode
  notice: string | null
  fault: string | null
  faults: Faults
}) {
  const words = wordsIn(place.locale)
  const to = (path: string) => localizedPath(path, place.locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={words.page_title({ title: words.my_account() })}
        description={words.login_lead()}
      />
      <Sheet of="form" />
      <Sheet of="account" />
      <div className="hero">
        <h1>{words.account_hello({ name: own.username })}</h1>
        <p data-copyable="">
          {[own.email, own.phone].filter(Boolean).join(' · ')}{' '}
          <span className="tag">
            {own.isPremium ? words.account_premium() : words.account_free()}
          </span>
        </p>
      </div>
      {notice && (
        <p className="note" role="status">
          {notice}
        </p>
      )}
      {fault && (
        <p className="note wrong" role="alert">
          {fault}
        </p>
      )}
      {tests}
      {purchases}
      <Profile place={place} gender={own.gender} words={words} />
      <Devices place={place} devices={devices} words={words} />
      {own.provider === 'local' && (
        <Password place={place} account={own.email ?? own.username} faults={faults} words={words} />
      )}
      <section>
        <h2>{words.account_data()}</h2>
        <p>{words.account_data_lead()}</p>
        <ul className="ways-out">
          <li>
            <a href={to('/account/export')}>{words.account_export()}</a>
          </li>
          <li>
            <a href={to('/account/delete')}>{words.account_delete()}</a>
          </li>
        </ul>
      </section>
      <form method="post" action={to('/account/sign-out')} data-sign-out="">
        <button className="btn quiet wide">{words.sign_out()}</button>
      </form>
      <WaitOverlay words={words} />
    </div>
  )
}

function Profile({ place, gender, words }: { place: PageContext; gender: string; words: Words }) {
  const names = {
    female: words.gender_female(),
    male: words.gender_male(),
    others: words.gender_others(),
  }
  const chosen = genders.find((known) => known === gender) ?? 'others'
  return (
    <section>
      <h2>{words.account_profile()}</h2>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/profile', place.locale)}
      >
        <fieldset className="choices">
          <legend>{words.account_gender()}</legend>
          {genders.map((one) => (
            <label key={one}>
              <input type="radio" name="gender" value={one} defaultChecked={one === chosen} />{' '}
              {names[one]}
            </label>
          ))}
        </fieldset>
        <button className="btn wide">{words.save()}</button>
      </form>
    </section>
  )
}

function Devices({
  place,
  devices,
  words,
}: {
  place: PageContext
  devices: readonly Device[]
  words: Words
}) {
  if (devices.length === 0) return null
  return (
    <section>
      <h2>{words.account_devices()}</h2>
      <ul className="devices">
        {devices.map(({ id, deviceKind, userAgent, lastSeenAt, isCurrent }) => (
          <li key={id}>
            <b>
              {deviceKind === 'phone'
                ? words.account_device_phone()
                : words.account_device_browser()}
              {isCurrent && ` (${words.account_device_this()})`}
            </b>
            <small lang="en">{userAgent}</small>
            <small>{words.account_device_seen({ date: dateText(lastSeenAt, place.locale) })}</small>
          </li>
        ))}
      </ul>
      <form method="post" action={localizedPath('/account/devices', place.locale)} data-sign-out="">
        <button className="btn quiet wide">{words.account_everywhere()}</button>
      </form>
    </section>
  )
}

function Password({
  place,
  account,
  faults,
  words,
}: {
  place: PageContext
  account: string
  faults: Faults
  words: Words
}) {
  const first = ['currentPassword', 'password', 'passwordConfirmation'].find((name) => faults[name])
  const field = (name: string) => ({
    name,
    type: 'password' as const,
    value: '',
    fault: faults[name] && faultText(faults[name], words),
    focused: name === first,
    required: true,
  })
  return (
    <section>
      <h2>{words.account_password()}</h2>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/password', place.locale)}
        noValidate
      >
        <input type="hidden" name="username" autoComplete="username" value={account} />
        <Field
          {...field('currentPassword')}
          label={words.login_password_current()}
          autoComplete="current-password"
        />
        <Field
          {...field('password')}
          label={words.login_password_new()}
          hint={words.login_password_hint()}
          autoComplete="new-password"
        />
        <Field
          {...field('passwordConfirmation')}
          label={words.login_password_again()}
          autoComplete="new-password"
        />
        <button className="btn wide">{words.account_password()}</button>
      </form>
    </section>
  )
}

/** The last question before everything is gone. */
export function DeletePage({
  place,
  needsPassword,
  fault,
}: {
  place: PageContext
  needsPassword: boolean
  fault: string | null
}) {
  const words = wordsIn(place.locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={words.page_title({ title: words.account_delete() })}
        description={words.account_delete_lead()}
      />
      <Sheet of="form" />
      <div className="hero">
        <h1>{words.account_delete()}</h1>
        <p>{words.account_delete_lead()}</p>
      </div>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/delete', place.locale)}
        data-sign-out=""
        noValidate
      >
        {needsPassword && (
          <Field
            name="password"
            label={words.login_password_current()}
            type="password"
            value=""
            fault={fault ?? undefined}
            focused={fault !== null}
            autoComplete="current-password"
            required
          />
        )}
        <button className="btn wide">{words.account_delete_confirm()}</button>
      </form>
      <p>
        <a href={localizedPath('/account', place.locale)}>{words.my_account()}</a>
      </p>
    </div>
  )
}
