/** A script of a provider that an operator may switch on for checkout pages (PAYMENT_SCRIPTS).
 *  `hosts`: what it loads from, frames and calls. */
export type ProviderScript = { url: string; hosts: readonly string[] }

/** An address of the site to which a provider sends payers back, and what coming there means
 *  before the provider has been asked. */
export type ProviderReturn = {
  path: string
  outcome: 'paid' | 'cancelled'
  methods: readonly ('GET' | 'POST')[]
}

/** What the site and the product API both know of a payment provider. How it is spoken to is known
 *  to the product API alone (product-api/payments/providers). */
export type PaymentProviderFacts = {
  /** Stands in paths, forms and the database; never changes. */
  id: string
  /** Its own name, the same in every language. */
  name: string
  /** The name under which payers look for this way to pay. */
  methodName: string
  /** For whom it is meant, as the checkout page says. */
  market: 'india' | 'international'
  /** The currency taken for granted where a product API does not list its providers. */
  usualCurrency: string
  returns: readonly ProviderReturn[]
  /** What it adds to the query of a return. */
  returnParameters: readonly string[]
  /** Where it sends its events; null where it sends none. */
  webhookPath: string | null
  /** Where payers may be sent: 'https://*.example.org' stands for every host below example.org. */
  pageOrigins: readonly string[]
  /** By the name that PAYMENT_SCRIPTS uses. */
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
  pageOrigins: ['https://*.phonepe.com'],
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
  pageOrigins: ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
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
