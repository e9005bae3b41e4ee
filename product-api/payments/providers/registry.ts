import { paypal } from './paypal/paypal.ts'
import { phonepe } from './phonepe/phonepe.ts'

/** The payment providers, in the order in which they are offered. The facts that the site needs are
 *  in domain/payment-providers.ts. */
export const registeredProviders = [paypal, phonepe] as const

export type ProviderSettingName = (typeof registeredProviders)[number]['settingNames'][number]
