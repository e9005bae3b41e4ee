import { phonepeFacts } from '../../../../domain/payment-providers.ts'
import { defineProvider, type ProviderContext } from '../provider.ts'
import { createOrder, fetchOrder } from './orders.ts'
import { fetchRefund, sendRefund } from './refunds.ts'
import { missingPhonePeSettings, phonepeSettingEntries, type PhonePeContext } from './settings.ts'
import { settlementOfPhonePe } from './settlement.ts'
import { readWebhook } from './webhook.ts'

/** The methods that each value of PHONEPE_RETURN_METHOD allows. */
const methodsOf = { both: ['GET', 'POST'], get: ['GET'], post: ['POST'] }

/** PhonePe, Standard Checkout v2: it captures by itself; this Worker fetches the state. */
export const phonepe = defineProvider(phonepeFacts, phonepeSettingEntries, (settings) => {
  const withSettings = ({ db, now }: ProviderContext): PhonePeContext => ({ db, now, settings })
  return {
    missingSettings: missingPhonePeSettings(settings),
    currency: 'INR',
    orderLifetimeMs: settings.PHONEPE_EXPIRE_SECONDS * 1000,
    polling: { agesSec: settings.PHONEPE_CHECK_SECONDS, checksPendingAfterExpiry: true },
    // The id cannot be used twice, and after a lost answer the payment page is unknown.
    isCreateIdempotent: false,
    // A redirected order can still be paid at PhonePe until it expires.
    supersedableStates: ['created'],
    returnMethods: methodsOf[settings.PHONEPE_RETURN_METHOD],
    // PhonePe adds no parameters to the return URL; the signature alone names the order.
    isReturnOf: () => true,
    orderIdInReturn: () => null,
    createOrder: (context, row, urls) => createOrder(withSettings(context), row, urls),
    fetchOrder: (context, row) => fetchOrder(withSettings(context), row),
    // PhonePe captures by itself.
    captureOrder: (context, row) => fetchOrder(withSettings(context), row),
    sendRefund: (context, row, refund) => sendRefund(withSettings(context), row, refund),
    fetchRefund: (context, _row, refund) => fetchRefund(withSettings(context), refund),
    readWebhook: (_context, request) => readWebhook(settings, request),
    // PhonePe has no call that lists payments.
    listPayments: null,
    settlement: settlementOfPhonePe(settings),
    operatorActionFor: () => null,
  }
})
