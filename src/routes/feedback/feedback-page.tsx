import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { FeedbackError } from '../../../domain/feedback.ts'
import { retentionPeriods } from '../../../domain/retention.ts'
import type { Brand } from '../../brand.ts'
import { CollectionNotice } from '../../ui/collection-notice.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Meta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** The feedback form. After an error it shows what was typed, and the first invalid field has the
 *  focus. */
export function FeedbackPage({
  page,
  brand,
  typed,
  fieldErrors,
  notice = null,
  isSent,
}: {
  page: PageContext
  brand: Brand
  typed: Record<string, string>
  fieldErrors: Record<string, FeedbackError>
  /** Why the message was not stored. */
  notice?: string | null
  isSent: boolean
}) {
  const messages = messagesFor(page.locale)
  const firstInvalid = ['message', 'name', 'contact'].find((name) => fieldErrors[name])
  const field = (name: string) => ({
    name,
    value: typed[name] ?? '',
    error: fieldErrors[name] && feedbackErrorText(fieldErrors[name], messages),
    autoFocus: name === firstInvalid,
  })
  return (
    <>
      <Meta
        page={page}
        title={messages.page_title({ title: messages.feedback() })}
        description={messages.feedback_lead()}
      />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{messages.feedback()}</h1>
        <p>{messages.feedback_lead()}</p>
      </div>
      {isSent && (
        <p className="note" role="status">
          {messages.feedback_thanks()}
        </p>
      )}
      {notice !== null && (
        <p className="note" role="alert">
          {notice}
        </p>
      )}
      <form
        className="fields"
        method="post"
        action={localizedPath('/feedback', page.locale)}
        noValidate
      >
        <FormField {...field('message')} label={messages.feedback_message()} rows={6} required />
        <FormField {...field('name')} label={messages.feedback_name()} autoComplete="name" />
        <FormField
          {...field('contact')}
          label={messages.feedback_contact()}
          hint={messages.feedback_contact_hint()}
        />
        <button className="btn wide">{messages.send()}</button>
      </form>
      <CollectionNotice
        page={page}
        grievanceEmail={brand.grievance.email}
        items={[
          messages.notice_feedback({ days: retentionPeriods.feedback.days }),
          messages.notice_source(),
        ]}
      />
      <SubmissionOverlay messages={messages} />
    </>
  )
}

function feedbackErrorText(error: FeedbackError, messages: Messages): string {
  switch (error) {
    case 'missing':
      return messages.field_error_missing()
    case 'too-long':
      return messages.field_error_too_long()
    case 'not-a-contact':
      return messages.field_error_contact()
  }
}
