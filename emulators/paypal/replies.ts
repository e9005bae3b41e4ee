import type { MiddlewareHandler } from 'hono'
import { takeFault } from '../payment-provider/active-faults.ts'
import { nowMs } from '../payment-provider/state.ts'
import { store, emulator } from './store.ts'
import { refusal } from './problems.ts'
import type { PayPalEnv } from './settings.ts'

type Operation = 'create' | 'capture' | 'refund'

// PayPal stores request ids for 6 hours; afterwards the same id repeats the operation. Source:
// PayPal REST API, "Idempotency".
const retentionMs = 6 * 3600 * 1000

/** The stored result of an earlier request with this id; undefined where there is none. */
export function findReply(operation: Operation, key: string | undefined) {
  const reply = key === undefined ? undefined : store.replies.get(`${operation} ${key}`)
  return reply && nowMs(emulator) - reply.atMs < retentionMs ? reply : undefined
}

/** Stores the result of a request. Not to be called for errors after which the merchant may repeat
 *  the same id, such as ORDER_NOT_APPROVED. */
export function storeReply(
  doing: Operation,
  key: string | undefined,
  subject: string,
  isDeclined = false,
) {
  if (key !== undefined)
    store.replies.set(`${doing} ${key}`, { subject, atMs: nowMs(emulator), isDeclined })
}

/** Middleware: a request with the id of one that is still running fails with 409. At PayPal it may
 *  fail. */
export const rejectConcurrentRequests: MiddlewareHandler<PayPalEnv> = async (c, next) => {
  const key = c.req.header('paypal-request-id')
  if (key === undefined) return next()
  const work = `${c.req.path} ${key}`
  if (store.inProgress.has(work)) return inProgress()
  store.inProgress.add(work)
  try {
    await next()
    const [call = ''] = /(capture|refund)$/.exec(c.req.path) ?? ['create']
    if (c.res.ok && takeFault(emulator, 'request-in-progress', call)) c.res = inProgress()
  } finally {
    store.inProgress.delete(work)
  }
}

const inProgress = () =>
  refusal(409, {
    issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
    description: 'A previous request on this resource is currently in progress.',
  })

/** The error for a request id that is not 1 to 108 characters long. */
export const invalidRequestId = (key: string | undefined) =>
  key !== undefined && (key.length < 1 || key.length > 108)
    ? refusal(400, {
        issue: 'INVALID_STRING_LENGTH',
        field: 'PayPal-Request-Id',
        location: 'header',
      })
    : undefined

/** The error for a request id that belongs to another order or capture. */
export const duplicateRequestId = () =>
  refusal(422, {
    issue: 'DUPLICATE_REQUEST_ID',
    description: 'The value of PayPal-Request-Id header has already been used.',
  })
