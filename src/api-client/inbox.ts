import type { Ask } from './client.ts'
import type { Feedback } from '../../domain/feedback.ts'

export const sendFeedback = (ask: Ask, feedback: Feedback) =>
  ask.write('POST', '/api/feedbacks', { data: feedback })

/** A crash that a reader saw, with the time and what is known of it. */
export const sendFrontEndLog = (ask: Ask, logJson: Record<string, unknown>, logTime: Date) =>
  ask.write('POST', '/api/front-end-logs', { logJson, logTime: logTime.toISOString() })
