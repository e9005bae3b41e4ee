import type { PaymentContext } from './payment-context.ts'
import type { PaymentProviderDefinition } from './providers/provider.ts'
import { registeredProviders, type ProviderSettingName } from './providers/registry.ts'
import { parseSettings } from './setting-schemas.ts'
import { sharedSettingEntries, type SharedSettingName } from './settings.ts'

/** What the Worker is given for payments (wrangler.toml, secrets), before it has been read. */
export type PaymentBindings = Partial<Record<SharedSettingName | ProviderSettingName, string>>

export const paymentSettingNames: readonly string[] = settingNamesOf(registeredProviders)

type Configuration = Pick<PaymentContext, 'settings' | 'providers'>

let last:
  | { definitions: readonly PaymentProviderDefinition[]; given: unknown[]; read: Configuration }
  | undefined

/** Reads the settings of payments, once as long as they stay the same, and sets the providers up.
 *  Errors: throws a sentence that names every setting that is wrong. */
export function configurePayments(
  env: PaymentBindings,
  definitions: readonly PaymentProviderDefinition[] = registeredProviders,
): Configuration {
  const bindings: Record<string, unknown> = env
  const given = settingNamesOf(definitions).map((name) => bindings[name])
  if (
    last?.definitions === definitions &&
    last.given.every((value, index) => value === given[index])
  )
    return last.read
  const shared = parseSettings(sharedSettingEntries, env)
  const configured = definitions.map((definition) => definition.configure(env))
  const faults = [shared, ...configured].flatMap((read) => (read.ok ? [] : read.error))
  if (!shared.ok || faults.length > 0) throw new Error(`Settings: ${faults.join('; ')}`)
  const settings = shared.value
  const providers = configured.flatMap((read) => (read.ok ? [read.value(settings)] : []))
  last = { definitions, given, read: { settings, providers } }
  logHiddenProviders(providers)
  return last.read
}

function settingNamesOf(definitions: readonly PaymentProviderDefinition[]): string[] {
  return [
    ...Object.keys(sharedSettingEntries),
    ...definitions.flatMap(({ settingNames }) => settingNames),
  ]
}

/** Says, once for each start, which providers payers do not see and which settings they lack. */
function logHiddenProviders(providers: Configuration['providers']) {
  for (const { facts, missingSettings } of providers)
    if (missingSettings.length > 0)
      console.warn(JSON.stringify({ at: 'settings', hidden: facts.id, missing: missingSettings }))
}
