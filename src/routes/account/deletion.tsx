import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { deleteAccount } from '../../api-client/account.ts'
import { formFields } from '../../respond/form.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { DeleteAccountPage } from './account-page.tsx'

/** Deleting the account, after a question. */
export const deletion = new Hono<AppEnv>()

deletion.get('/account/delete', (c) =>
  c.render(
    <DeleteAccountPage
      page={c.var.page}
      needsPassword={c.var.reader.user?.provider === 'local'}
      error={null}
    />,
  ),
)

deletion.post('/account/delete', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { password } = form.value
  const needsPassword = reader.user?.provider === 'local'
  const messages = messagesFor(page.locale)
  const deleted = await deleteAccount(
    reader.api,
    needsPassword ? { password: password ?? '' } : { confirm: true },
  )
  if (deleted.ok) {
    await reader.forgetUser()
    await reader.endSession()
    return c.render(
      <MessagePage
        page={page}
        title={messages.account_delete()}
        body={messages.account_deleted()}
      />,
    )
  }
  if (deleted.error.kind !== 'http-error') return c.var.fail(deleted.error)
  c.status(401)
  return c.render(
    <DeleteAccountPage
      page={page}
      needsPassword={needsPassword}
      error={messages.account_password_wrong()}
    />,
  )
})
