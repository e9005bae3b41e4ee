import * as v from 'valibot'

/** Why a field was not accepted; each has its message in locales/. */
export type FeedbackError = 'missing' | 'too-long' | 'not-a-contact'

const feedbackError = (reason: FeedbackError) => reason

/** A message to the operator. contact: an e-mail address or an Indian mobile number, for a reply;
 *  may be empty. */
export const feedbackForm = v.object({
  name: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(100, feedbackError('too-long'))),
  contact: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.maxLength(200, feedbackError('too-long')),
    v.regex(
      /^$|^[^\s@]+@[^\s@]+\.[^\s@]+$|^(\+?91[\s-]?)?[6-9]\d{4}\s?\d{5}$/,
      feedbackError('not-a-contact'),
    ),
  ),
  message: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.minLength(1, feedbackError('missing')),
    v.maxLength(4000, feedbackError('too-long')),
  ),
})

export type Feedback = v.InferOutput<typeof feedbackForm> & {
  url: string
  locale: string
  user_source?: string
}
