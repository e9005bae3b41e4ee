import { paymentEmulatorSettings as settingsOfEmulators } from '../../emulators/payment-settings.ts'
import paypal from '../../emulators/paypal/paypal.ts'
import phonepe from '../../emulators/phonepe/phonepe.ts'

// Every payment provider's emulator, as the tests of the product API use it in place of the
// network. An emulator's host is <id>.test.

export const paymentEmulators = { paypal, phonepe }

/** The id of an emulated provider. Some tests are about PayPal and PhonePe only and use
 *  `bothProviders` (tests/emulators/payment-flows.ts). */
export type ProviderName = keyof typeof paymentEmulators

export const providerNames = Object.keys(paymentEmulators) as ProviderName[]

/** The path of each provider's page to which a payer's choice is posted, and the choices that lead
 *  to the return URLs of these outcomes. */
export const paymentPages: Record<
  ProviderName,
  { path: string; choices: { paid: string; cancelled?: string } }
> = {
  paypal: { path: '/checkoutnow', choices: { paid: 'approve', cancelled: 'cancel' } },
  phonepe: { path: '/transact/pay', choices: { paid: 'succeed' } },
}

/** The choice that pays. */
export const approvalChoice = (provider: ProviderName) => paymentPages[provider].choices.paid

/** The product API's settings for the emulators: those of `npm start` at other origins, and with
 *  PhonePe's path in production. */
export const paymentEmulatorSettings = {
  ...settingsOfEmulators({ paypal: 'https://paypal.test', phonepe: 'https://phonepe.test' }),
  PHONEPE_API_URL: 'https://phonepe.test/apis/pg',
}

/** The bindings of the emulators. Webhooks go to 127.0.0.1, where tests receive them. */
export const paymentEmulatorBindings = {
  PAYPAL_WEBHOOK_URL: 'http://127.0.0.1:1/paypal/webhook',
  PHONEPE_WEBHOOK_URL: 'http://127.0.0.1:1/phonepe/webhook',
  PHONEPE_SITE_ORIGIN: '*',
}

/** Sends a request for <id>.test to the emulator of that id. Errors: throws for another host. */
export async function fetchFromPaymentEmulator(
  request: Request,
  context: ExecutionContext,
): Promise<Response> {
  const { hostname } = new URL(request.url)
  const name = providerNames.find((id) => hostname === `${id}.test`)
  if (!name)
    throw new Error(`tests/support/payment-emulators.ts has no emulator for ${request.url}`)
  return paymentEmulators[name].fetch(request, paymentEmulatorBindings, context)
}
