import type { PageContext } from '../addresses/address.ts'
import { InlineScript } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** The field in which Turnstile's widget leaves its token. */
export const humanTokenField = 'cf-turnstile-response'

/** Cloudflare's Turnstile in a form that programs fill in. `isNeeded`: the form was refused without
 *  it. Nothing is rendered, and the policy admits nothing, while nobody is asked. Its script is
 *  loaded when the form is used, or at once where it is needed. Without script the reader is told
 *  what else can be done. */
export function HumanCheck({
  page,
  turnstile,
  action,
  isNeeded,
}: {
  page: PageContext
  turnstile: { siteKey: string; scriptUrl: string; isAlways: boolean } | null
  action: string
  isNeeded: boolean
}) {
  if (!turnstile || !(turnstile.isAlways || isNeeded)) return null
  const messages = messagesFor(page.locale)
  return (
    <>
      <human-check src={turnstile.scriptUrl} now={isNeeded ? '' : undefined}>
        <div
          className="cf-turnstile"
          data-sitekey={turnstile.siteKey}
          data-action={action}
          data-language={page.locale}
          data-size="flexible"
        />
        <p className="note">{messages.human_check_without_script()}</p>
        <p className="note wrong" role="alert" hidden>
          {messages.human_check_not_loaded()}
        </p>
      </human-check>
      <InlineScript name="human-check" />
    </>
  )
}
