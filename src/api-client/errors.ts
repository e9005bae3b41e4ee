import * as v from 'valibot'
import { retryDetails } from '../../domain/contracts/errors.ts'

/** Why a call of the product API failed.
 *  - signed-in-elsewhere: status 499, the account is in use on another device.
 *  - network-error: no response, or none in time. Clients of the site get it as status 532.
 *  - http-error: any other status that is not 2xx, with its body: JSON, else text.
 *  - invalid-response: a body that is truncated or not JSON.
 *  - misconfigured: the product API's schema or permissions do not fit the site. It answered in
 *    another shape, refused a public read, or lacks it. Only its operator can mend that. */
export type ApiError =
  | { kind: 'signed-in-elsewhere' }
  | { kind: 'network-error' }
  | { kind: 'http-error'; status: number; data: unknown }
  | { kind: 'invalid-response'; detail: string }
  | { kind: 'misconfigured'; detail: string }

/** Status and message of the site's JSON responses when the product API cannot be reached.
 *  Prescribed by the specification. */
export const unreachableStatus = 532
export const unreachableMessage = 'Internet connection failure or server is down'

/** Whether no whole answer has arrived. */
export const isLost = ({ kind }: ApiError) =>
  kind === 'network-error' || kind === 'invalid-response'

/** Whether the same request may succeed when it is repeated at once. */
export const isTransient = (error: ApiError) =>
  isLost(error) || (error.kind === 'http-error' && error.status >= 500 && !isOverloaded(error.data))

const overload = v.object({ error: v.object({ details: retryDetails }) })

/** Whether the product API says when to ask again: until then it has too much to do. */
const isOverloaded = (data: unknown) => v.is(overload, data)

/** Whether the resource does not exist. Third-party product APIs also answer 404 to calls that only
 *  ours has. */
export const isNotFound = (error: ApiError) => error.kind === 'http-error' && error.status === 404

/** The same for a call that the specification does not have. A Strapi may take it for the id of an
 *  entry (`/api/payment-transactions/providers`), which its public role may not read. */
export const isNotOffered = (error: ApiError) =>
  error.kind === 'http-error' && [403, 404, 405].includes(error.status)

/** Whether the request was refused (4xx), so that repeating it is useless. */
export const isRefusal = (error: ApiError) =>
  error.kind === 'http-error' && error.status < 500 && error.status !== 429
