/** Why the product API gave no answer that we can use.
 *  - signed-in-elsewhere: status 499, the account is in use on another device.
 *  - unreachable: no answer in time, or none at all; shown to clients as status 532.
 *  - refused: any other failed status, with what came along.
 *  - unreadable: an answer that is cut off, no JSON, or not of the promised shape. */
export type ApiError =
  | { kind: 'signed-in-elsewhere' }
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number; data: unknown }
  | { kind: 'unreadable'; detail: string }

/** The status that clients of the site see when the product API cannot be reached, and its message, word for word. */
export const unreachableStatus = 532
export const unreachableMessage = 'Internet connection failure or server is down'

/** Whether asking again may help: nothing answered, half an answer, or a fault of the server. */
export const isTransient = (error: ApiError) =>
  error.kind === 'unreachable' ||
  error.kind === 'unreadable' ||
  (error.kind === 'refused' && error.status >= 500)
