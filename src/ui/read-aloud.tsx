import type { PageContext } from '../addresses/address.ts'
import { InlineScript } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** A button that reads the page's articles aloud; hidden where the phone has no voice of their
 *  language, and without script. Cost: a short script in the page, nothing else before the tap. */
export function ReadAloud({ page }: { page: PageContext }) {
  const messages = messagesFor(page.locale)
  return (
    <read-aloud stop={messages.read_stop()}>
      <button type="button" className="btn quiet" hidden>
        {messages.read_aloud()}
      </button>
      <InlineScript name="read-aloud" />
    </read-aloud>
  )
}
