import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { isNotFound, isRefusal } from '../../api-client/errors.ts'
import { addPasskey, newPasskeyOptions, removePasskey } from '../../api-client/passkeys.ts'
import { formFields } from '../../respond/form.ts'
import { credentialIn, passkeyOptionsRefused } from '../../respond/passkey-form.ts'
import { messagesFor } from '../../ui/messages.ts'

type AccountPageAnswer = (
  c: Context<AppEnv>,
  state: { error: string },
) => Response | Promise<Response>

/** The account's passkeys: adding one and removing them. `accountPage`: the page that shows an
 *  error. */
export function passkeys(accountPage: AccountPageAnswer) {
  const routes = new Hono<AppEnv>()

  /** For the button's script. */
  routes.post('/account/passkeys/options', async (c) => {
    const { reader, page } = c.var
    const api = await reader.signInApi({ isDeviceStored: true, hasBearer: true })
    const options = await newPasskeyOptions(api)
    if (options.ok) return c.json(options.value)
    if (options.error.kind !== 'http-error' || options.error.status !== 403)
      return passkeyOptionsRefused(c, options.error)
    const query = new URLSearchParams({
      error: 'RecentSignInRequired',
      callbackUrl: page.origin + localizedPath('/account', page.locale),
    })
    const location = `${page.origin}${localizedPath('/login', page.locale)}?${query}`
    return c.json({ message: messagesFor(page.locale).passkey_recent(), location }, 403)
  })

  routes.post('/account/passkeys', async (c) => {
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const credential = credentialIn(form.value)
    const { reader, page } = c.var
    const api = await reader.signInApi({ hasBearer: true })
    const added = credential && (await addPasskey(api, credential))
    if (added?.ok) return redirectToAccount(c, 'passkey')
    if (added && !isRefusal(added.error)) return c.var.fail(added.error)
    c.status(422)
    return accountPage(c, { error: messagesFor(page.locale).passkey_failed() })
  })

  routes.post('/account/passkeys/remove', async (c) => {
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const removed = await removePasskey(c.var.reader.api, (form.value.id ?? '').slice(0, 1400))
    // One that was removed meanwhile is what the reader wanted.
    return removed.ok || isNotFound(removed.error)
      ? redirectToAccount(c, 'passkey-removed')
      : c.var.fail(removed.error)
  })

  return routes
}

const redirectToAccount = (c: Context<AppEnv>, done: string) =>
  c.redirect(
    `${c.var.page.origin}${localizedPath('/account', c.var.page.locale)}?done=${done}`,
    303,
  )
