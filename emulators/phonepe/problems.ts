const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'ORDER_NOT_FOUND',
  409: 'DUPLICATE_ID',
  417: 'INVALID_REFUND',
} as const

/** An error response in PhonePe's format: {success, code, message, data}. */
export const refusal = (status: keyof typeof codes, message: string): Response =>
  Response.json({ success: false, code: codes[status], message, data: {} }, { status })

/** PhonePe's error body for 429 and 5xx. It says nothing about the state of the payment. */
export const outageBody = (status: number) => ({
  success: false,
  code: status === 429 ? 'TOO_MANY_REQUESTS' : 'INTERNAL_SERVER_ERROR',
  message: 'Something went wrong.',
  data: {},
})
