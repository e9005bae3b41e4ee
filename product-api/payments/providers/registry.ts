import { paypal } from './paypal/paypal.ts'
import { phonepe } from './phonepe/phonepe.ts'

/** The payment providers, in the order of GET /api/payment-transactions/providers. The facts
 *  that the site needs are in domain/payment-providers.ts, in the order of the
 *  checkout page. */
export const registeredProviders = [paypal, phonepe] as const

export type ProviderSettingName = (typeof registeredProviders)[number]['settingNames'][number]
