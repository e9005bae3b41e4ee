import {
  paymentProviders,
  type PaymentProviderFacts,
  type ProviderScript,
} from '../domain/payment-providers.ts'

/** Scripts of payment providers by name. An operator may enable them for checkout pages by the
 *  setting PAYMENT_SCRIPTS. */
const paymentScripts = new Map<string, ProviderScript>(
  paymentProviders.flatMap(({ scripts }) => Object.entries(scripts)),
)

export const isPaymentScript = (name: string) => paymentScripts.has(name)

const scriptsNamed = (names: readonly string[]) =>
  names.flatMap((name) => paymentScripts.get(name) ?? [])

export const urlsOfScripts = (names: readonly string[]): string[] =>
  scriptsNamed(names).map(({ url }) => url)

/** The enabled script of a provider that opens its payment pages; null if there is none. */
export function launchScriptOf(
  { launch, scripts }: PaymentProviderFacts,
  names: readonly string[],
): string | null {
  const name = launch === null ? undefined : names.find((one) => Object.hasOwn(scripts, one))
  return name === undefined ? null : (scripts[name]?.url ?? null)
}

/** The hosts that these scripts load from, embed as frames and send requests to, each once. */
export const hostsOfScripts = (names: readonly string[]): string[] => [
  ...new Set(scriptsNamed(names).flatMap(({ hosts }) => hosts)),
]
