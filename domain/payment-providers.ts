/** A script of a provider that an operator may enable on checkout pages (PAYMENT_SCRIPTS). hosts:
 *  those that it loads, frames and calls. */
export type ProviderScript = { url: string; hosts: readonly string[] }

/** A URL of the site to which a provider redirects payers, and the outcome that it indicates until
 *  the provider confirms it. */
export type ProviderReturn = {
  path: string
  outcome: 'paid' | 'cancelled'
  methods: readonly ('GET' | 'POST')[]
}

/** The facts about a payment provider that the site and the product API share. Its API is called by
 *  the product API alone (product-api/payments/providers). */
export type PaymentProviderFacts = {
  /** Used in paths, forms and the database; never changes. */
  id: string
  /** Its own name, the same in every language. */
  name: string
  /** The name under which payers look for this way to pay. */
  methodName: string
  /** The payers it is meant for, as shown on the checkout page. */
  market: 'india' | 'international'
  /** The currency to assume if a product API does not list its providers. */
  usualCurrency: string
  returns: readonly ProviderReturn[]
  /** The query parameters that it adds to a return URL. */
  returnParameters: readonly string[]
  /** The path of its webhook; null if it has none. */
  webhookPath: string | null
  /** The smallest refund that it accepts, in minor units. */
  minRefundMinor: number
  /** Origins of its payment pages; 'https://*.example.org' matches every host below example.org. */
  pageOrigins: readonly string[]
  /** How its scripts open a payment page (PAYMENT_LAUNCH): the global object with `transact`. Null:
   *  by a redirect only. */
  launch: { object: string } | null
  /** By the name used in PAYMENT_SCRIPTS. */
  scripts: Readonly<Record<string, ProviderScript>>
}

const phonepeHosts = ['https://*.phonepe.com']

/** PhonePe, Standard Checkout v2. Its hosts change, so all of them are allowed.
 *  Source: PhonePe "Standard checkout, web" (staging and production bundles of checkout.js). */
export const phonepeFacts: PaymentProviderFacts = {
  id: 'phonepe',
  name: 'PhonePe',
  methodName: 'PhonePe / UPI',
  market: 'india',
  usualCurrency: 'INR',
  // PhonePe does not document the method of its redirect.
  returns: [{ path: '/phonepe/return', outcome: 'paid', methods: ['GET', 'POST'] }],
  returnParameters: [],
  webhookPath: '/phonepe/webhook',
  // Source: PhonePe "Refund API", amount in paise.
  minRefundMinor: 100,
  pageOrigins: ['https://*.phonepe.com'],
  // Source: PhonePe/phonepe-pg-skills; transact({ tokenUrl, type: 'IFRAME', callback }).
  launch: { object: 'PhonePeCheckout' },
  scripts: {
    phonepe: {
      url: 'https://mercury.phonepe.com/web/bundle/checkout.js',
      hosts: phonepeHosts,
    },
    'phonepe-staging': {
      url: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js',
      hosts: phonepeHosts,
    },
  },
}

const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** PayPal, Orders v2. Source: PayPal JS SDK v6 (core). */
export const paypalFacts: PaymentProviderFacts = {
  id: 'paypal',
  name: 'PayPal',
  methodName: 'PayPal',
  market: 'international',
  usualCurrency: 'USD',
  returns: [
    { path: '/paypal/success', outcome: 'paid', methods: ['GET'] },
    { path: '/paypal/cancel', outcome: 'cancelled', methods: ['GET'] },
  ],
  returnParameters: ['token', 'PayerID'],
  webhookPath: '/paypal/webhook',
  minRefundMinor: 1,
  pageOrigins: ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
  launch: null,
  scripts: {
    paypal: { url: 'https://www.paypal.com/web-sdk/v6/core', hosts: paypalHosts },
    'paypal-sandbox': {
      url: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
      hosts: paypalHosts,
    },
  },
}

/** The providers in the order in which a checkout page offers them. */
export const paymentProviders: readonly PaymentProviderFacts[] = [phonepeFacts, paypalFacts]
