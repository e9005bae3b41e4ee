import { paypal } from './paypal/paypal.ts'
import { phonepe } from './phonepe/phonepe.ts'

/** The providers that this product API takes money through: one line each. What the site has to
 *  know of them stands in domain/payment-providers.ts. */
export const registeredProviders = [paypal, phonepe] as const

export type ProviderSettingName = (typeof registeredProviders)[number]['settingNames'][number]
