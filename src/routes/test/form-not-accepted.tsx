import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../../app-env.ts'
import { premiumReasonOf } from '../../api-client/attempts.ts'
import { isRefusal, type ApiError } from '../../api-client/errors.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The answer to a paper's form that could not be stored. A refusal keeps its status, because the
 *  same form would be refused again, and the page says why; everything else goes the usual way.
 *  Both carry the form. */
export function formNotAccepted(c: Context<AppEnv>, error: ApiError) {
  const isOtherwiseSaid = error.kind === 'http-error' && /^40[14]$/.test(String(error.status))
  if (error.kind !== 'http-error' || !isRefusal(error) || isOtherwiseSaid) return c.var.fail(error)
  const { page } = c.var
  const messages = messagesFor(page.locale)
  c.status(error.status as ContentfulStatusCode)
  c.header('cache-control', 'no-store')
  const title =
    error.status === 409
      ? messages.form_paper_changed()
      : premiumReasonOf(error)
        ? messages.form_needs_plan()
        : messages.form_not_accepted()
  return c.render(
    <MessagePage
      page={page}
      title={title}
      body={messages.form_not_accepted_explained()}
      answers={c.var.answerFields}
    />,
  )
}
