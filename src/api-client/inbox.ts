import * as v from 'valibot'
import type { CspReport } from '../../domain/contracts/inbox.ts'
import type { Feedback } from '../../domain/feedback.ts'
import { failed, type Result } from '../../domain/result.ts'
import { sendAcceptedKeys } from './accepted-keys.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'

/** A Strapi answers with the whole entry, ours with its ids. */
const storedEntry = v.object({ data: v.looseObject({ updatedAt: v.string() }) })

/** Sends a message to the operator. Errors: misconfigured, where a Strapi has stored an entry
 *  without the message, as Strapi 4 does when its type has no such field. */
export async function sendFeedback(
  api: ApiClient,
  feedback: Feedback,
): Promise<Result<unknown, ApiError>> {
  const optional = ['name', 'contact', 'url', 'locale', 'user_source']
  const sent = await sendAcceptedKeys(feedback, optional, (data) =>
    api.call('POST', '/api/feedbacks', v.unknown(), { body: { data } }),
  )
  if (!sent.ok) return sent
  const stored = v.safeParse(storedEntry, sent.value)
  return stored.success && stored.output.data.message !== feedback.message
    ? failed({ kind: 'misconfigured', detail: '/api/feedbacks stores no field "message"' })
    : sent
}

/** Counts what browsers refused because of the Content-Security-Policy. */
export const sendCspReports = (api: ApiClient, reports: readonly CspReport[]) =>
  api.call('POST', '/api/csp-reports', anyAnswer, { body: { reports } })
