import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { deviceName } from '../../../domain/device-name.ts'
import { dateText } from '../../ui/dates.ts'
import { messagesFor } from '../../ui/messages.ts'
import { PasskeyButton } from '../../ui/passkey-button.tsx'

/** Times are ISO; `lastUsedAt` is null before the first sign-in. */
type Passkey = { id: string; userAgent: string; createdAt: string; lastUsedAt: string | null }

/** Where the account can be opened by fingerprint, and the button that sets up this device. Without
 *  script or WebAuthn the button is absent, and without passkeys the whole section. `passkeys`:
 *  null where the product API has none. */
export function AccountPasskeys({
  page,
  passkeys,
}: {
  page: PageContext
  passkeys: readonly Passkey[] | null
}) {
  const messages = messagesFor(page.locale)
  if (passkeys === null) return null
  const heading = (
    <>
      <h2>{messages.passkey_title()}</h2>
      <p>{messages.passkey_lead()}</p>
    </>
  )
  return (
    <section>
      {passkeys.length > 0 && heading}
      {passkeys.length > 0 && <PasskeyList page={page} passkeys={passkeys} />}
      <PasskeyButton page={page} path="/account/passkeys" isNew label={messages.passkey_add()}>
        {passkeys.length === 0 && heading}
      </PasskeyButton>
    </section>
  )
}

function PasskeyList({ page, passkeys }: { page: PageContext; passkeys: readonly Passkey[] }) {
  const messages = messagesFor(page.locale)
  const dateOf = (time: string) => ({ date: dateText(time, page.locale) })
  return (
    <ul className="devices">
      {passkeys.map(({ id, userAgent, createdAt, lastUsedAt }) => {
        const name = deviceName(userAgent) || messages.account_device_browser()
        return (
          <li key={id}>
            <b>{name}</b>
            <small>{messages.passkey_since(dateOf(createdAt))}</small>
            <small>
              {lastUsedAt === null
                ? messages.passkey_unused()
                : messages.account_device_seen(dateOf(lastUsedAt))}
            </small>
            <form method="post" action={localizedPath('/account/passkeys/remove', page.locale)}>
              <button
                className="btn quiet"
                name="id"
                value={id}
                aria-label={`${messages.passkey_remove()}: ${name}`}
              >
                {messages.passkey_remove()}
              </button>
            </form>
          </li>
        )
      })}
    </ul>
  )
}
