const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'ORDER_NOT_FOUND',
  409: 'DUPLICATE_ID',
  417: 'INVALID_REFUND',
} as const

/** A refusal as PhonePe writes it: {success, code, message, data}. */
export const refusal = (status: keyof typeof codes, message: string): Response =>
  Response.json({ success: false, code: codes[status], message, data: {} }, { status })

/** PhonePe's words when it is its own fault. Whoever reads them knows nothing about the payment. */
export const outage = (status: number) => ({
  success: false,
  code: status === 429 ? 'TOO_MANY_REQUESTS' : 'INTERNAL_SERVER_ERROR',
  message: 'Something went wrong.',
  data: {},
})
