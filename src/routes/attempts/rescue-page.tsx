import type { RescueCodeError } from '../../../domain/attempt/rescue-code.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Rescued } from '../../api-client/rescue.ts'
import { FormField } from '../../ui/form-field.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** Why a code was rejected: a typing mistake, or no attempt belongs to it. */
export type RescueError = RescueCodeError | { reason: 'unknown' }

/** A form for the rescue code from another phone's screen, and the result of the last
 *  submission. */
export function RescuePage({
  page,
  typed,
  error,
  rescued,
}: {
  page: PageContext
  typed: string
  error: RescueError | null
  rescued: Rescued | null
}) {
  const messages = messagesFor(page.locale)
  const action = localizedPath('/attempts/rescue', page.locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title: messages.hall_rescue_enter() })}
        description={messages.hall_rescue_page_lead()}
      />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{messages.hall_rescue_enter()}</h1>
        <p>{messages.hall_rescue_page_lead()}</p>
      </div>
      {rescued && (
        <div className="note" role="status">
          <RescuedCounts rescued={rescued} messages={messages} />
          <p>{rescued.isSubmitted ? messages.hall_submitted() : messages.hall_rescue_submit()}</p>
          {!rescued.isSubmitted && (
            <form method="post" action={action}>
              <input type="hidden" name="code" value={typed} />
              <input type="hidden" name="submit" value="yes" />
              <button className="btn">{messages.hall_rescue_submit_now()}</button>
            </form>
          )}
        </div>
      )}
      <form className="fields" method="post" action={action} noValidate>
        <rescue-code>
          <FormField
            name="code"
            label={messages.hall_rescue_label()}
            hint={messages.hall_rescue_hint()}
            value={rescued ? '' : typed}
            error={error ? rescueErrorText(error, messages) : undefined}
            autoFocus={error !== null}
            rows={7}
            required
            autoComplete="off"
          />
        </rescue-code>
        <InlineScript name="rescue-code" />
        <button className={rescued ? 'btn quiet wide' : 'btn wide'}>
          {messages.hall_rescue_send()}
        </button>
      </form>
      <SubmissionOverlay messages={messages} />
    </div>
  )
}

/** What the code carried, and what of it counts now. */
function RescuedCounts({ rescued, messages }: { rescued: Rescued; messages: Messages }) {
  const { carried, counting, replaced, unsaved, apart, refused } = rescued
  if (carried === 0)
    return (
      <p>
        <strong>{messages.hall_rescue_none()}</strong>
      </p>
    )
  return (
    <>
      <p>
        <strong>{messages.hall_rescue_done({ count: carried })}</strong>
      </p>
      <ul className="points">
        <li>{messages.hall_rescue_counting({ count: counting })}</li>
        {replaced > 0 && <li>{messages.hall_rescue_replaced({ count: replaced })}</li>}
        {unsaved > 0 && <li>{messages.hall_rescue_unsaved({ count: unsaved })}</li>}
        {apart > 0 && <li>{messages.hall_rescue_done_apart({ count: apart })}</li>}
        {refused > 0 && <li>{messages.hall_rescue_not_stored({ count: refused })}</li>}
      </ul>
    </>
  )
}

function rescueErrorText(error: RescueError, messages: Messages): string {
  switch (error.reason) {
    case 'character':
      return messages.hall_rescue_error_character({ line: error.line ?? 1 })
    case 'checksum':
      return error.line === undefined
        ? messages.hall_rescue_error_checksum()
        : messages.hall_rescue_error_line({ line: error.line })
    case 'too-short':
      return messages.hall_rescue_error_short()
    case 'unknown':
      return messages.hall_rescue_unknown()
  }
}
