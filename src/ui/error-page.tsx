import { build } from 'virtual:client'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { messagesFor } from './messages.ts'
import { SendAgain, type SentFields } from './send-again.tsx'

/** The page of an uncaught error. The entry script reports the request id in data-crash to
 *  /api/front-end-logs. */
export function ErrorPage({
  page,
  requestId,
  answers,
}: {
  page: PageContext
  requestId: string
  /** A form of answers that was not stored. */
  answers?: SentFields | undefined
}) {
  const messages = messagesFor(page.locale)
  return (
    <div className="hero" data-crash={requestId} data-build={build}>
      <UnlistedMeta
        title={messages.something_went_wrong()}
        description={messages.crash_explained()}
      />
      <h1>{messages.something_went_wrong()}</h1>
      <p>{messages.crash_explained()}</p>
      {answers && <SendAgain page={page} fields={answers} />}
      <p>
        <a className="btn" href={localizedPath('/', page.locale)}>
          {messages.back_to_home()}
        </a>
      </p>
      <p className="small">
        {messages.request_id()} <code data-copyable="">{requestId}</code>
      </p>
    </div>
  )
}
