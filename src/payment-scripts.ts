/** The providers' own scripts, which an operator may switch on for checkout pages, and the hosts they need.
 *  Source: PhonePe "Standard checkout, web" (staging and production bundles), PayPal JS SDK v6 (core). */
const paymentScripts = {
  phonepe: {
    url: 'https://mercury.phonepe.com/web/bundle/checkout.js',
    hosts: ['https://*.phonepe.com'],
  },
  'phonepe-staging': {
    url: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js',
    hosts: ['https://*.phonepe.com'],
  },
  paypal: {
    url: 'https://www.paypal.com/web-sdk/v6/core',
    hosts: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  },
  'paypal-sandbox': {
    url: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
    hosts: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  },
} as const

export type PaymentScript = keyof typeof paymentScripts
export const paymentScriptNames = Object.keys(paymentScripts) as PaymentScript[]
export const isPaymentScript = (name: string): name is PaymentScript => name in paymentScripts

export const urlsOfScripts = (names: readonly PaymentScript[]): string[] =>
  names.map((name) => paymentScripts[name].url)

/** The hosts that these scripts load from, frame and call, each once. */
export const hostsOfScripts = (names: readonly PaymentScript[]): string[] => [
  ...new Set(names.flatMap((name) => paymentScripts[name].hosts)),
]
