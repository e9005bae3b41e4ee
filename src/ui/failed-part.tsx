import { build } from 'virtual:client'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { messagesFor, type Messages } from './messages.ts'

export type PartFailure = 'unreachable' | 'not-found' | 'crash'

/** Stands where the rest of a page failed after its head had been sent with status 200. The robots
 *  element counts in the body, too, and no cache stores the page. The entry script reports it like
 *  a whole page that failed. */
export function FailedPart({
  page,
  requestId,
  reason,
}: {
  page: PageContext
  requestId: string
  reason: PartFailure
}) {
  const messages = messagesFor(page.locale)
  const { title, explanation } = textsOf(reason, messages)
  const reported = {
    'data-unavailable': reason === 'unreachable' ? title : undefined,
    'data-not-found': reason === 'not-found' ? '' : undefined,
    'data-crash': reason === 'crash' ? requestId : undefined,
    'data-build': reason === 'crash' ? build : undefined,
  }
  return (
    <section role="alert" {...reported}>
      <h2>{title}</h2>
      <p>{explanation}</p>
      <p className="choices">
        {reason !== 'not-found' && (
          <a className="btn" href={localizedPath(page.path, page.locale)}>
            {messages.try_again()}
          </a>
        )}
        <a className="btn quiet" href={localizedPath('/', page.locale)}>
          {messages.back_to_home()}
        </a>
      </p>
      <p className="small">
        {messages.request_id()} <code data-copyable="">{requestId}</code>
      </p>
    </section>
  )
}

/** In the body, as the head is sent: React would move a meta element to the front. */
export const noindexInBody = '<meta name="robots" content="noindex">'

function textsOf(reason: PartFailure, messages: Messages) {
  switch (reason) {
    case 'unreachable':
      return { title: messages.unreachable(), explanation: messages.unreachable_explained() }
    case 'not-found':
      return { title: messages.not_found(), explanation: messages.not_found_explained() }
    case 'crash':
      return { title: messages.something_went_wrong(), explanation: messages.crash_explained() }
  }
}
