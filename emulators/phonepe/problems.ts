const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'ORDER_NOT_FOUND',
  409: 'DUPLICATE_ID',
  417: 'INVALID_REFUND',
} as const

/** An error response in PhonePe's format: {success, code, message, data}. */
export const refusal = (
  status: keyof typeof codes,
  message: string,
  code: string = codes[status],
): Response => Response.json({ success: false, code, message, data: {} }, { status })

/** PhonePe answers 400, not 404, for an order that it does not have. Source: PhonePe,
 *  phonepe-pg-skills. */
export const unknownOrder = (id: string): Response =>
  refusal(400, `No entry found for the given merchant order id: ${id}`, 'INVALID_MERCHANT_ORDER_ID')

/** 417 for an id that has been used. */
export const duplicateOrder = (id: string): Response =>
  refusal(417, `Order ${id} exists`, 'DUPLICATE_ORDER_REQUEST')

/** PhonePe's error body for 429 and 5xx. It says nothing about the state of the payment. */
export const outageBody = (status: number) => ({
  success: false,
  code: status === 429 ? 'TOO_MANY_REQUESTS' : 'INTERNAL_SERVER_ERROR',
  message: 'Something went wrong.',
  data: {},
})
