import { localizedPath, type PageContext } from '../addresses/address.ts'
import { messagesFor } from './messages.ts'
import { SubmissionOverlay } from './submission-overlay.tsx'

/** The fields of a form by name, as the reader sent them. */
export type SentFields = Readonly<Record<string, string>>

/** A form of answers that was not stored, in hidden fields, to be sent once more to the same
 *  address. Its size is bounded by that of the form (respond/form.ts). */
export function SendAgain({ page, fields }: { page: PageContext; fields: SentFields }) {
  const messages = messagesFor(page.locale)
  return (
    <form method="post" action={localizedPath(page.path, page.locale)} data-send-again="">
      <p>{messages.send_again_lead()}</p>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="btn wide">{messages.send_again()}</button>
      <SubmissionOverlay messages={messages} />
    </form>
  )
}
