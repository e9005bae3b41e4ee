/** Why the product API gave no answer that we can use.
 *  - signed-in-elsewhere: status 499, the account is in use on another device.
 *  - network-error: no answer in time, or none at all; clients of the site get it as status 532.
 *  - http-error: any other failed status, with the body that came along: JSON, else text.
 *  - invalid-response: an answer that is cut off, no JSON, or not of the promised shape. */
export type ApiError =
  | { kind: 'signed-in-elsewhere' }
  | { kind: 'network-error' }
  | { kind: 'http-error'; status: number; data: unknown }
  | { kind: 'invalid-response'; detail: string }

/** The status and the message by which clients of the site learn that the product API cannot be
 *  reached. Both are part of the specification, word for word. */
export const unreachableStatus = 532
export const unreachableMessage = 'Internet connection failure or server is down'

/** Whether asking again may help: nothing answered, half an answer, or a fault of the server. */
export const isTransient = (error: ApiError) =>
  error.kind === 'network-error' ||
  error.kind === 'invalid-response' ||
  (error.kind === 'http-error' && error.status >= 500)

/** Whether the product API has no such thing, or does not know the call: foreign ones lack calls of
 *  ours. */
export const isNotFound = (error: ApiError) => error.kind === 'http-error' && error.status === 404

/** Whether the request itself was refused (4xx), so that sending it again changes nothing. */
export const isRefusal = (error: ApiError) =>
  error.kind === 'http-error' && error.status < 500 && error.status !== 429
