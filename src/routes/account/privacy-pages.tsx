import type { Privacy } from '../../../domain/contracts/privacy.ts'
import type { FieldErrors, FormInput } from '../../../domain/forms.ts'
import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { AgeField } from '../../ui/age-field.tsx'
import { dateText } from '../../ui/dates.ts'
import { fieldErrorText } from '../../ui/form-errors.ts'
import { FormField } from '../../ui/form-field.tsx'
import { GrievanceContact } from '../../ui/grievance-contact.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { AccountLayout, ContactCodeForm } from './account-layout.tsx'

/** Asks once whether the reader is 18 or over, after the first sign-in. */
export function AgePage({
  page,
  callbackPath,
  isMissing,
}: {
  page: PageContext
  callbackPath: string
  isMissing: boolean
}) {
  const messages = messagesFor(page.locale)
  return (
    <AccountLayout page={page} title={messages.age_title()} lead={messages.age_lead()}>
      <form className="fields" method="post" action={localizedPath('/account/age', page.locale)}>
        <input type="hidden" name="callbackUrl" value={callbackPath} />
        <AgeField
          locale={page.locale}
          chosen={undefined}
          error={isMissing ? messages.field_error_missing() : undefined}
          hasHint={false}
        />
        <button className="btn wide">{messages.age_continue()}</button>
      </form>
    </AccountLayout>
  )
}

/** Age, nominee and the grievance contact. */
export function PrivacyPage({
  page,
  brand,
  privacy,
  notice,
}: {
  page: PageContext
  brand: Brand
  privacy: Privacy
  notice: string | null
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const ages = { adult: messages.age_adult(), minor: messages.age_minor() }
  return (
    <AccountLayout page={page} title={messages.privacy_more()} lead={messages.account_data_lead()}>
      {notice && (
        <p className="note" role="status">
          {notice}
        </p>
      )}
      <section>
        <h2>{messages.age_title()}</h2>
        {privacy.ageBand === null ? (
          <p>
            <a href={to('/account/age')}>{messages.age_continue()}</a>
          </p>
        ) : (
          <>
            <p>{ages[privacy.ageBand]}</p>
            {privacy.ageBand === 'minor' && (
              <p>
                {messages.age_wrong()}{' '}
                <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
              </p>
            )}
          </>
        )}
        {privacy.ageBand === 'minor' && (
          <p>
            <a href={to('/account/parent')}>{messages.parent_title()}</a>
          </p>
        )}
      </section>
      <section>
        <h2>{messages.nominee_title()}</h2>
        <p>{messages.nominee_lead()}</p>
        <form className="fields" method="post" action={to('/account/privacy/nominee')}>
          <FormField
            name="nominee"
            label={messages.nominee_label()}
            value={privacy.nominee ?? ''}
            autoFocus={false}
            maxLength={200}
          />
          <button className="btn quiet wide">{messages.save()}</button>
        </form>
      </section>
      <GrievanceContact page={page} brand={brand} />
    </AccountLayout>
  )
}

export type ParentFormState = { typed?: FormInput; fieldErrors?: FieldErrors; error?: string }

/** The forms for a parent's e-mail address or phone, to which a code goes. */
export function ParentPage({
  page,
  parent,
  state: { typed = {}, fieldErrors = {}, error },
}: {
  page: PageContext
  parent: Privacy['parent']
  state: ParentFormState
}) {
  const messages = messagesFor(page.locale)
  const fields = [
    { name: 'phone', label: messages.parent_phone(), type: 'tel' },
    { name: 'email', label: messages.parent_email(), type: 'email' },
  ] as const
  return (
    <AccountLayout
      page={page}
      title={messages.parent_title()}
      lead={messages.parent_lead()}
      error={error}
    >
      {parent && (
        <p className="note" role="status">
          {messages.parent_confirmed({
            contact: parent.contact,
            date: dateText(parent.confirmedAt, page.locale),
          })}
        </p>
      )}
      {fields.map(({ name, ...field }) => {
        const fieldError = fieldErrors[name]
        return (
          <form
            key={name}
            className="fields"
            method="post"
            action={localizedPath('/account/parent', page.locale)}
            noValidate
          >
            <FormField
              {...field}
              name={name}
              value={typed[name] ?? ''}
              error={fieldError && fieldErrorText(fieldError, messages)}
              autoFocus={fieldError !== undefined}
              autoComplete="off"
              required
            />
            <button className="btn wide">{messages.parent_send()}</button>
          </form>
        )
      })}
    </AccountLayout>
  )
}

/** Asks for the code that the parent got. */
export function ParentCodePage({
  page,
  contact,
  isWrong,
}: {
  page: PageContext
  contact: string
  isWrong: boolean
}) {
  const messages = messagesFor(page.locale)
  return (
    <AccountLayout
      page={page}
      title={messages.parent_title()}
      lead={messages.parent_code_sent({ contact })}
    >
      <ContactCodeForm
        page={page}
        path="/account/parent/code"
        contact={contact}
        label={messages.parent_code()}
        autoComplete="off"
        isWrong={isWrong}
      />
    </AccountLayout>
  )
}
