import type { PaymentContext } from './payment-context.ts'
import type { PaymentProviderDefinition } from './providers/provider.ts'
import { registeredProviders, type ProviderSettingName } from './providers/registry.ts'
import { parseSettings } from './setting-schemas.ts'
import { sharedSettingEntries, type SharedSettingName } from './settings.ts'
import { missingTaxSettings } from './tax/tax-settings.ts'

/** The Worker's bindings for payments (wrangler.toml, secrets), before validation. */
export type PaymentBindings = Partial<Record<SharedSettingName | ProviderSettingName, string>>

export const paymentSettingNames: readonly string[] = settingNamesOf(registeredProviders)

type Configuration = Pick<PaymentContext, 'settings' | 'providers'>

let last:
  | {
      definitions: readonly PaymentProviderDefinition[]
      values: unknown[]
      configuration: Configuration
    }
  | undefined

/** Parses the settings of payments and configures the providers; once, until a binding changes.
 *  Errors: throws a sentence that names every invalid setting. */
export function configurePayments(
  env: PaymentBindings,
  definitions: readonly PaymentProviderDefinition[] = registeredProviders,
): Configuration {
  const bindings: Record<string, unknown> = env
  const values = settingNamesOf(definitions).map((name) => bindings[name])
  if (
    last?.definitions === definitions &&
    last.values.every((value, index) => value === values[index])
  )
    return last.configuration
  const shared = parseSettings(sharedSettingEntries, env)
  const configured = definitions.map((definition) => definition.configure(env))
  const errors = [shared, ...configured].flatMap((parsed) => (parsed.ok ? [] : parsed.error))
  if (shared.ok) errors.push(...missingTaxSettings(shared.value))
  if (!shared.ok || errors.length > 0) throw new Error(`Settings: ${errors.join('; ')}`)
  const settings = shared.value
  const providers = configured.flatMap((parsed) => (parsed.ok ? [parsed.value(settings)] : []))
  last = { definitions, values, configuration: { settings, providers } }
  logHiddenProviders(providers)
  return last.configuration
}

function settingNamesOf(definitions: readonly PaymentProviderDefinition[]): string[] {
  return [
    ...Object.keys(sharedSettingEntries),
    ...definitions.flatMap(({ settingNames }) => settingNames),
  ]
}

/** Warns which providers are not offered to payers, and which settings they lack. */
function logHiddenProviders(providers: Configuration['providers']) {
  for (const { facts, missingSettings } of providers)
    if (missingSettings.length > 0)
      console.warn(JSON.stringify({ at: 'settings', hidden: facts.id, missing: missingSettings }))
}
