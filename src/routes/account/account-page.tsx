import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { genders, type FieldErrors, type FormInput } from '../../../domain/forms.ts'
import type { SessionUser } from '../../../domain/session-user.ts'
import { FormField } from '../../ui/form-field.tsx'
import { fieldErrorText } from '../../ui/form-errors.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The account of the signed-in reader: profile, devices, password, export and deletion. */
export function AccountPage({
  page,
  account,
  devices,
  privacy,
  tests,
  purchases,
  notice,
  error,
  fieldErrors,
  typedProfile,
}: {
  page: PageContext
  account: SessionUser & { email: string | null; phone: string | null; name: string | null }
  /** Where the account is signed in. */
  devices: React.ReactNode
  /** What the reader agreed to. */
  privacy: React.ReactNode
  /** Tests taken and questions reported. */
  tests: React.ReactNode
  /** Plans, payments and referral credit. */
  purchases: React.ReactNode
  notice: string | null
  error: string | null
  fieldErrors: FieldErrors
  /** Replaces the stored profile in the form. */
  typedProfile: FormInput
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const storedGender = genders.find((known) => known === account.gender) ?? 'others'
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title: messages.my_account() })}
        description={messages.login_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="account" />
      {/* The label of the membership. */}
      <InlineStyle name="papers" />
      <div className="hero">
        <h1>
          {account.name === null
            ? messages.my_account()
            : messages.account_hello({ name: account.name })}
        </h1>
        <p data-copyable="">
          {[account.email, account.phone].filter(Boolean).join(' · ')}{' '}
          <span className="tag">
            {account.isPremium ? messages.account_premium() : messages.account_free()}
          </span>
        </p>
      </div>
      {notice && (
        <p className="note" role="status">
          {notice}
        </p>
      )}
      {error && (
        <p className="note wrong" role="alert">
          {error}
        </p>
      )}
      {tests}
      {purchases}
      <ProfileForm
        page={page}
        profile={{ gender: storedGender, name: account.name ?? '', ...typedProfile }}
        fieldErrors={fieldErrors}
      />
      {devices}
      {privacy}
      {account.provider === 'local' && (
        <PasswordForm
          page={page}
          accountName={account.email ?? account.username}
          fieldErrors={fieldErrors}
        />
      )}
      <section>
        <h2>{messages.account_data()}</h2>
        <p>{messages.account_data_lead()}</p>
        <ul className="ways-out">
          <li>
            <a href={to('/reminders')}>{messages.remind_title()}</a>
          </li>
          <li>
            <a href={to('/account/export')}>{messages.account_export()}</a>
          </li>
          <li>
            <a href={to('/account/delete')}>{messages.account_delete()}</a>
          </li>
        </ul>
      </section>
      <form method="post" action={to('/account/sign-out')} data-sign-out="">
        <button className="btn quiet wide">{messages.sign_out()}</button>
      </form>
      <SubmissionOverlay messages={messages} />
    </div>
  )
}

function ProfileForm({
  page,
  profile,
  fieldErrors,
}: {
  page: PageContext
  /** The values of the fields: what was typed, or else what is stored. */
  profile: { gender: string; name: string }
  fieldErrors: FieldErrors
}) {
  const messages = messagesFor(page.locale)
  const names = {
    female: messages.gender_female(),
    male: messages.gender_male(),
    others: messages.gender_others(),
  }
  const nameError = fieldErrors['name']
  const genderError = fieldErrors['gender']
  return (
    <section>
      <h2>{messages.account_profile()}</h2>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/profile', page.locale)}
      >
        <FormField
          name="name"
          label={messages.account_name()}
          hint={messages.account_name_rule()}
          value={profile.name}
          error={nameError && fieldErrorText(nameError, messages)}
          autoFocus={nameError !== undefined}
          maxLength={60}
          autoComplete="name"
        />
        <fieldset className="choices" aria-describedby={genderError && 'gender-error'}>
          <legend>{messages.account_gender()}</legend>
          {genders.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name="gender"
                value={option}
                defaultChecked={option === profile.gender}
                required
              />
              {` ${names[option]}`}
            </label>
          ))}
          {genderError && (
            <strong id="gender-error" className="error">
              {fieldErrorText(genderError, messages)}
            </strong>
          )}
        </fieldset>
        <button className="btn wide">{messages.save()}</button>
      </form>
      <p>
        <a href={localizedPath('/account/contact', page.locale)}>{messages.account_contact()}</a>
      </p>
    </section>
  )
}

function PasswordForm({
  page,
  accountName,
  fieldErrors,
}: {
  page: PageContext
  accountName: string
  fieldErrors: FieldErrors
}) {
  const messages = messagesFor(page.locale)
  const firstInvalid = ['currentPassword', 'password', 'passwordConfirmation'].find(
    (name) => fieldErrors[name],
  )
  const field = (name: string) => ({
    name,
    type: 'password' as const,
    value: '',
    error: fieldErrors[name] && fieldErrorText(fieldErrors[name], messages),
    autoFocus: name === firstInvalid,
    required: true,
  })
  return (
    <section>
      <h2>{messages.account_password()}</h2>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/password', page.locale)}
        noValidate
      >
        <input type="hidden" name="username" autoComplete="username" value={accountName} />
        <FormField
          {...field('currentPassword')}
          label={messages.login_password_current()}
          autoComplete="current-password"
        />
        <FormField
          {...field('password')}
          label={messages.login_password_new()}
          hint={messages.login_password_hint()}
          autoComplete="new-password"
        />
        <FormField
          {...field('passwordConfirmation')}
          label={messages.login_password_again()}
          autoComplete="new-password"
        />
        <button className="btn wide">{messages.account_password()}</button>
      </form>
    </section>
  )
}

/** Asks for confirmation before the account is deleted. */
export function DeleteAccountPage({
  page,
  needsPassword,
  error,
}: {
  page: PageContext
  needsPassword: boolean
  error: string | null
}) {
  const messages = messagesFor(page.locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title: messages.account_delete() })}
        description={messages.account_delete_lead()}
      />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{messages.account_delete()}</h1>
        <p>{messages.account_delete_lead()}</p>
      </div>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/delete', page.locale)}
        data-sign-out=""
        noValidate
      >
        {needsPassword && (
          <FormField
            name="password"
            label={messages.login_password_current()}
            type="password"
            value=""
            error={error ?? undefined}
            autoFocus={error !== null}
            autoComplete="current-password"
            required
          />
        )}
        <button className="btn wide">{messages.account_delete_confirm()}</button>
      </form>
      <p>
        <a href={localizedPath('/account', page.locale)}>{messages.my_account()}</a>
      </p>
    </div>
  )
}
