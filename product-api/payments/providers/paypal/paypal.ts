import { paypalFacts } from '../../../../domain/payment-providers.ts'
import { defineProvider, type ProviderContext } from '../provider.ts'
import { captureOrder, fetchOrder } from './capture.ts'
import { createOrder } from './create.ts'
import { listPayPalPayments, settlementOfPayPal } from './listing.ts'
import { fetchRefund, sendRefund } from './refunds.ts'
import { missingPayPalSettings, paypalSettingEntries, type PayPalContext } from './settings.ts'
import { readWebhook } from './webhook.ts'

/** PayPal, Orders v2: the payer approves an order there, then this Worker captures it. */
export const paypal = defineProvider(paypalFacts, paypalSettingEntries, (settings) => {
  const withSettings = ({ db, now }: ProviderContext): PayPalContext => ({ db, now, settings })
  return {
    missingSettings: missingPayPalSettings(settings),
    currency: settings.PAYPAL_CURRENCY,
    orderLifetimeMs: settings.PAYPAL_APPROVAL_HOURS * 3_600_000,
    polling: { agesSec: settings.PAYPAL_CHECK_SECONDS, checksPendingAfterExpiry: false },
    // PayPal-Request-Id: the same key creates no second order.
    isCreateIdempotent: true,
    // No money is taken before the capture.
    supersedableStates: ['created', 'redirected'],
    returnMethods: ['GET'],
    // Without this check, a payer could present a cheaper paid order as this one.
    isReturnOf: (row, { token }) => token === row.provider_order_id,
    orderIdInReturn: ({ token }) => token ?? null,
    createOrder: (context, row, urls) => createOrder(withSettings(context), row, urls),
    fetchOrder: (context, row) => fetchOrder(withSettings(context), row),
    captureOrder: (context, row) => captureOrder(withSettings(context), row),
    sendRefund: (context, row, refund) => sendRefund(withSettings(context), row, refund),
    fetchRefund: (context, row, refund) => fetchRefund(withSettings(context), row, refund),
    readWebhook: (context, request) => readWebhook(withSettings(context), request),
    listPayments: (context, since) => listPayPalPayments(withSettings(context), since),
    settlement: settlementOfPayPal(withSettings),
    operatorActionFor: (reason) =>
      reason === 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION'
        ? 'accept the payment in the PayPal account'
        : null,
  }
})
