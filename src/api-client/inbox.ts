import type { Feedback } from '../../domain/feedback.ts'
import { anyAnswer, type ApiClient } from './client.ts'

export const sendFeedback = (api: ApiClient, feedback: Feedback) =>
  api.call('POST', '/api/feedbacks', anyAnswer, { body: { data: feedback } })
