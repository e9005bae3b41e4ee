import { localizedPath, type PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { messagesFor } from './messages.ts'
import { SendAgain, type SentFields } from './send-again.tsx'

/** Shown when the product API fails and there is no copy of the data. The title is prescribed by
 *  the specification. */
export function UnavailablePage({
  page,
  requestId,
  answers,
}: {
  page: PageContext
  requestId: string
  /** A form of answers that was not stored. */
  answers?: SentFields | undefined
}) {
  const { locale, path } = page
  const messages = messagesFor(locale)
  return (
    <div className="hero" data-unavailable={messages.unreachable()}>
      <UnlistedMeta title={messages.unreachable()} description={messages.unreachable_explained()} />
      <h1>{messages.unreachable()}</h1>
      {answers ? (
        <SendAgain page={page} fields={answers} />
      ) : (
        <>
          <p>{messages.unreachable_explained()}</p>
          <p className="choices">
            <a className="btn" href={localizedPath(path, locale)}>
              {messages.try_again()}
            </a>
            <a className="btn quiet" href={localizedPath('/', locale)}>
              {messages.back_to_home()}
            </a>
          </p>
        </>
      )}
      <p className="small">
        {messages.request_id()} <code data-copyable="">{requestId}</code>
      </p>
    </div>
  )
}
