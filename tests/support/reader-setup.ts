import { bindings, promptQueue } from './readers.ts'

bindings.ATTEMPT_QUEUE = promptQueue

/** The clocks of orders. Their alarms come in real time, so only tests that use them have them
 *  (payment-clocks.ts). */
export const paymentClocks = bindings.PAYMENT_CLOCKS
bindings.PAYMENT_CLOCKS = undefined
