import { localizedPath, type PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { messagesFor } from './messages.ts'
import { SendAgain, type SentFields } from './send-again.tsx'

export type PageLink = { href: string; label: string }

/** A page with one message and links onwards; the first link is the recommended one. Without
 *  `links`, the link leads to the home page. */
export function MessagePage({
  page,
  title,
  body,
  links,
  answers,
}: {
  page: PageContext
  title: string
  body: string
  links?: readonly PageLink[]
  /** A form of answers that was not stored. */
  answers?: SentFields | undefined
}) {
  const messages = messagesFor(page.locale)
  const home = { href: localizedPath('/', page.locale), label: messages.back_to_home() }
  return (
    <>
      <UnlistedMeta title={messages.page_title({ title })} description={body} />
      <div className="hero">
        <h1>{title}</h1>
        <p>{body}</p>
        {answers && <SendAgain page={page} fields={answers} />}
      </div>
      <p className="choices">
        {(links ?? [home]).map(({ href, label }, index) => (
          <a key={href} className={index === 0 ? 'btn' : 'btn quiet'} href={href}>
            {label}
          </a>
        ))}
      </p>
    </>
  )
}
