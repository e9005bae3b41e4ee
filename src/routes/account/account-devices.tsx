import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { deviceName } from '../../../domain/device-name.ts'
import { dateText } from '../../ui/dates.ts'
import { messagesFor } from '../../ui/messages.ts'

/** A session of the account on one device. Times are ISO. */
type Device = {
  id: string
  deviceKind: 'phone' | 'browser'
  userAgent: string
  lastSeenAt: string
  isCurrent: boolean
}

/** Where the account is signed in; each other device can be signed out, and all of them. */
export function AccountDevices({
  page,
  devices,
}: {
  page: PageContext
  devices: readonly Device[]
}) {
  const messages = messagesFor(page.locale)
  if (devices.length === 0) return null
  const action = localizedPath('/account/devices', page.locale)
  return (
    <section>
      <h2>{messages.account_devices()}</h2>
      <ul className="devices">
        {devices.map(({ id, deviceKind, userAgent, lastSeenAt, isCurrent }) => {
          const kind =
            deviceKind === 'phone'
              ? messages.account_device_phone()
              : messages.account_device_browser()
          const name = deviceName(userAgent)
          return (
            <li key={id}>
              <b>
                {name || kind}
                {isCurrent && ` (${messages.account_device_this()})`}
              </b>
              {name && <small>{kind}</small>}
              <small>
                {messages.account_device_seen({ date: dateText(lastSeenAt, page.locale) })}
              </small>
              {!isCurrent && (
                <form method="post" action={action}>
                  <button
                    className="btn quiet"
                    name="id"
                    value={id}
                    aria-label={`${messages.sign_out()}: ${name || kind}`}
                  >
                    {messages.sign_out()}
                  </button>
                </form>
              )}
            </li>
          )
        })}
      </ul>
      <form method="post" action={action} data-sign-out="">
        <button className="btn quiet wide">{messages.account_everywhere()}</button>
      </form>
    </section>
  )
}
