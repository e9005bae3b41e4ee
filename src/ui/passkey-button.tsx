import { passkeyScript } from 'virtual:client'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { InlineScript } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** WebAuthn knows sites by their domain, so a site at an IP address has none. */
export const hasPasskeys = ({ origin }: PageContext) =>
  !/^\[|^[\d.]+$/.test(new URL(origin).hostname)

/** A button by which the device checks a finger, a face or its lock, and whose answer is posted to
 *  `path`. Hidden without script, and where the browser or the app's web view has no WebAuthn.
 *  `children`: what is shown with it. The code is loaded at the first tap. */
export function PasskeyButton({
  page,
  path,
  isNew = false,
  callbackUrl = '',
  label,
  children,
}: {
  page: PageContext
  path: string
  /** A passkey is made; otherwise one is used. */
  isNew?: boolean
  callbackUrl?: string
  label: string
  children?: React.ReactNode
}) {
  if (!hasPasskeys(page)) return null
  const messages = messagesFor(page.locale)
  return (
    <>
      <pass-key
        hidden
        src={passkeyScript}
        new={isNew ? '' : undefined}
        cancelled={messages.passkey_cancelled()}
        known={messages.passkey_known()}
        failed={messages.passkey_failed()}
      >
        {children}
        <form method="post" action={localizedPath(path, page.locale)}>
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <input type="hidden" name="credential" />
          <button type="button" className="btn quiet wide">
            {label}
          </button>
        </form>
        <p className="note wrong" role="alert" hidden />
      </pass-key>
      <InlineScript name="passkey" />
    </>
  )
}
