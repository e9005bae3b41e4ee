import type { PageContext } from '../addresses/address.ts'
import { InlineScript } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** A button that reads the page's articles aloud; hidden where the phone has no voice of their
 *  language, and without script. Cost: a short script in the page, nothing else before the tap. */
export function ReadAloud({ page, lang }: { page: PageContext; lang?: string | undefined }) {
  const messages = messagesFor(page.locale)
  return (
    <read-aloud stop={messages.read_stop()} lang={lang}>
      <button type="button" className="btn quiet" lang={page.locale} hidden>
        {messages.read_aloud()}
      </button>
      <InlineScript name="read-aloud" />
    </read-aloud>
  )
}
