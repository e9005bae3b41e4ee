import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { logFailure } from '../../respond/failure.tsx'
import { formFields } from '../../respond/form.ts'
import { cached } from '../../middleware/page-cache.ts'
import { localizedPath } from '../../addresses/address.ts'
import { feedbackForm, type FeedbackError } from '../../../domain/feedback.ts'
import { isRefusal, type ApiError } from '../../api-client/errors.ts'
import { sendFeedback } from '../../api-client/inbox.ts'
import { sourceField } from '../../session/traffic-source.ts'
import { messagesFor } from '../../ui/messages.ts'
import { FeedbackPage } from './feedback-page.tsx'

export const feedback = new Hono<AppEnv>()

feedback.get('/feedback', cached({ vary: ['sent'] }), (c) => {
  const isSent = c.req.query('sent') !== undefined
  return c.render(
    <FeedbackPage
      page={c.var.page}
      brand={c.var.brand}
      typed={{}}
      fieldErrors={{}}
      isSent={isSent}
    />,
  )
})

feedback.post('/feedback', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const typed = form.value
  const parsed = v.safeParse(feedbackForm, typed)
  if (!parsed.success) {
    c.status(422)
    return c.render(
      <FeedbackPage
        page={page}
        brand={c.var.brand}
        typed={typed}
        fieldErrors={fieldErrorsOf(parsed.issues)}
        isSent={false}
      />,
    )
  }
  const url = c.req.header('referer')?.slice(0, 500) ?? ''
  const sent = await sendFeedback(reader.api, {
    ...parsed.output,
    ...{ url, locale: page.locale },
    ...sourceField(reader),
  })
  if (!sent.ok) return notSent(c, typed, sent.error)
  return c.redirect(localizedPath('/feedback', page.locale) + '?sent', 303)
})

/** The form with what was typed, which is stored nowhere else. */
function notSent(c: Context<AppEnv>, typed: Record<string, string>, error: ApiError) {
  const isTooMuch = error.kind === 'http-error' && error.status === 429
  if (error.kind === 'signed-in-elsewhere' || isTooMuch) return c.var.fail(error)
  logFailure(c, error)
  const { page, brand } = c.var
  const notice = messagesFor(page.locale).feedback_not_sent({ email: brand.supportEmail })
  c.status(error.kind === 'misconfigured' || isRefusal(error) ? 500 : 503)
  c.header('cache-control', 'no-store')
  return c.render(
    <FeedbackPage {...{ page, brand, typed, notice }} fieldErrors={{}} isSent={false} />,
  )
}

/** The first error of each field. */
const fieldErrorsOf = (issues: readonly v.BaseIssue<unknown>[]) =>
  Object.fromEntries(
    issues
      .toReversed()
      .map((issue) => [String(issue.path?.[0]?.key), issue.message as FeedbackError]),
  )
