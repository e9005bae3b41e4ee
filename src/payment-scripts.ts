/** The providers' own scripts, which an operator may switch on for checkout pages, and what they reach.
 *  Source: PhonePe "Standard checkout, web" (staging and production bundles), PayPal JS SDK v6 (core). */
const table = {
  phonepe: {
    url: 'https://mercury.phonepe.com/web/bundle/checkout.js',
    reaches: ['https://*.phonepe.com'],
  },
  'phonepe-staging': {
    url: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js',
    reaches: ['https://*.phonepe.com'],
  },
  paypal: {
    url: 'https://www.paypal.com/web-sdk/v6/core',
    reaches: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  },
  'paypal-sandbox': {
    url: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
    reaches: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  },
} as const

export type PaymentScript = keyof typeof table
export const paymentScriptNames = Object.keys(table) as PaymentScript[]
export const isPaymentScript = (name: string): name is PaymentScript => name in table

export const urlsOfScripts = (names: readonly PaymentScript[]): string[] =>
  names.map((name) => table[name].url)

/** The hosts that they load from, frame and call, each once. */
export const reachOfScripts = (names: readonly PaymentScript[]): string[] => [
  ...new Set(names.flatMap((name) => table[name].reaches)),
]
