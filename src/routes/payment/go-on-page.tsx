import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** In the phone's browser: the payment that was begun in the app goes on with one button. */
export function GoOnPage({ place }: { place: PageContext }) {
  const words = messagesFor(place.locale)
  const title = words.pay_go_on_here()
  return (
    <div className="narrow">
      <UnlistedMeta title={words.page_title({ title })} description={words.pay_go_on_here_body()} />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{words.pay_go_on_here_body()}</p>
      </div>
      <form method="post" action={localizedPath(place.path, place.locale)}>
        <button className="btn wide">{words.pay_continue()}</button>
      </form>
      <SubmissionOverlay messages={words} />
    </div>
  )
}
