import { phonepeFacts } from '../../../../domain/payment-providers.ts'
import { defineProvider, type ProviderContext } from '../provider.ts'
import { createOrder, fetchOrder } from './orders.ts'
import { fetchRefund, sendRefund } from './refunds.ts'
import { missingPhonePeSettings, phonepeSettingEntries, type PhonePeContext } from './settings.ts'
import { readWebhook } from './webhook.ts'

/** The setting's value, as the methods that it allows. */
const methodsOf = { both: ['GET', 'POST'], get: ['GET'], post: ['POST'] }

/** PhonePe, Standard Checkout v2: it takes the money itself; we ask whether it has. */
export const phonepe = defineProvider(phonepeFacts, phonepeSettingEntries, (settings) => {
  const withSettings = ({ db, now }: ProviderContext): PhonePeContext => ({ db, now, settings })
  return {
    missingSettings: missingPhonePeSettings(settings),
    currency: 'INR',
    orderLifetimeMs: settings.PHONEPE_EXPIRE_SECONDS * 1000,
    polling: { agesSec: settings.PHONEPE_CHECK_SECONDS, checksPendingAfterExpiry: true },
    // The id cannot be used twice, and after a lost answer nobody knows where to pay.
    isCreateIdempotent: false,
    // A redirected order can be paid without us until it expires.
    supersedableStates: ['created'],
    returnMethods: methodsOf[settings.PHONEPE_RETURN_METHOD],
    // PhonePe adds nothing to the return address; our signature alone names the order.
    isReturnOf: () => true,
    orderIdInReturn: () => null,
    createOrder: (context, row, urls) => createOrder(withSettings(context), row, urls),
    fetchOrder: (context, row) => fetchOrder(withSettings(context), row),
    // There is nothing to capture: the money comes by itself.
    captureOrder: (context, row) => fetchOrder(withSettings(context), row),
    sendRefund: (context, row, refund) => sendRefund(withSettings(context), row, refund),
    fetchRefund: (context, _row, refund) => fetchRefund(withSettings(context), refund),
    readWebhook: (_context, request) => readWebhook(settings, request),
    // PhonePe has no call that lists payments.
    listPayments: null,
    operatorActionFor: () => null,
  }
})
