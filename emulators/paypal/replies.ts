import type { MiddlewareHandler } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { store, emulator } from './store.ts'
import { refusal } from './problems.ts'
import type { PayPal } from './settings.ts'

type Doing = 'create' | 'capture' | 'refund'

// Kept 6 hours, says PayPal's description of its API (notes 1.4): afterwards a repeated key does
// the work anew.
const keptForMs = 6 * 3600 * 1000

/** What this request id brought about before: the subject it was about, and whether it was
 *  declined. */
export function replyTo(doing: Doing, key: string | undefined) {
  const reply = key === undefined ? undefined : store.replies.get(`${doing} ${key}`)
  return reply && nowMs(emulator) - reply.atMs < keptForMs ? reply : undefined
}

/** Remembers it. Refusals that the merchant can mend under the same key (ORDER_NOT_APPROVED) are
 *  not kept. */
export function keepReply(
  doing: Doing,
  key: string | undefined,
  subject: string,
  declined = false,
) {
  if (key !== undefined)
    store.replies.set(`${doing} ${key}`, { subject, atMs: nowMs(emulator), declined })
}

/** A second call with the key of one that is still at work may fail, says PayPal; here it always
 *  does. */
export const oneAtATime: MiddlewareHandler<PayPal> = async (c, next) => {
  const key = c.req.header('paypal-request-id')
  if (key === undefined) return next()
  const work = `${c.req.path} ${key}`
  if (store.inProgress.has(work))
    return refusal(409, {
      issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
      description: 'A previous request on this resource is currently in progress.',
    })
  store.inProgress.add(work)
  try {
    await next()
  } finally {
    store.inProgress.delete(work)
  }
}

/** A request id is 1 to 108 characters long. */
export const badRequestId = (key: string | undefined) =>
  key !== undefined && (key.length < 1 || key.length > 108)
    ? refusal(400, {
        issue: 'INVALID_STRING_LENGTH',
        field: 'PayPal-Request-Id',
        location: 'header',
      })
    : undefined

/** A request id that was used for something else. */
export const usedElsewhere = () =>
  refusal(422, {
    issue: 'DUPLICATE_REQUEST_ID',
    description: 'The value of PayPal-Request-Id header has already been used.',
  })
