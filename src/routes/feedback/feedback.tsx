import { Hono } from 'hono/quick'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { localizedPath } from '../../addresses/address.ts'
import { feedbackForm, type FieldFault } from '../../../domain/feedback.ts'
import { sendFeedback } from '../../api-client/inbox.ts'
import { FeedbackPage } from './feedback-page.tsx'

export const feedback = new Hono<AppEnv>()

feedback.get('/feedback', (c) => {
  const sent = c.req.query('sent') !== undefined
  if (sent) c.header('cache-control', 'no-store')
  return c.render(<FeedbackPage place={c.var.page} typed={{}} faults={{}} sent={sent} />)
})

feedback.post('/feedback', async (c) => {
  const { ask, page: place } = c.var
  const form = await c.req.formData()
  const typed = Object.fromEntries(
    [...form].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  const parsed = v.safeParse(feedbackForm, typed)
  if (!parsed.success) {
    c.status(422)
    return c.render(
      <FeedbackPage place={place} typed={typed} faults={faultsOf(parsed.issues)} sent={false} />,
    )
  }
  const url = c.req.header('referer')?.slice(0, 500) ?? ''
  const sent = await sendFeedback(ask, { ...parsed.output, url, locale: place.locale })
  if (!sent.ok) return explain(c, sent.error)
  return c.redirect(localizedPath('/feedback', place.locale) + '?sent', 303)
})

/** The first fault of each field. */
const faultsOf = (issues: readonly v.BaseIssue<unknown>[]) =>
  Object.fromEntries(
    issues.toReversed().map((issue) => [String(issue.path?.[0]?.key), issue.message as FieldFault]),
  )
