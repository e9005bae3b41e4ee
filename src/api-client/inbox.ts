import type { CspReport } from '../../domain/contracts/inbox.ts'
import type { Feedback } from '../../domain/feedback.ts'
import { anyAnswer, type ApiClient } from './client.ts'

export const sendFeedback = (api: ApiClient, feedback: Feedback) =>
  api.call('POST', '/api/feedbacks', anyAnswer, { body: { data: feedback } })

/** Counts what browsers refused because of the Content-Security-Policy. */
export const sendCspReports = (api: ApiClient, reports: readonly CspReport[]) =>
  api.call('POST', '/api/csp-reports', anyAnswer, { body: { reports } })
