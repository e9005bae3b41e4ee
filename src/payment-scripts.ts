import { paymentProviders, type ProviderScript } from '../domain/payment-providers.ts'

/** The providers' own scripts, by name, which an operator may switch on for checkout pages
 *  (PAYMENT_SCRIPTS). */
const paymentScripts = new Map<string, ProviderScript>(
  paymentProviders.flatMap(({ scripts }) => Object.entries(scripts)),
)

export const isPaymentScript = (name: string) => paymentScripts.has(name)

const scriptsNamed = (names: readonly string[]) =>
  names.flatMap((name) => paymentScripts.get(name) ?? [])

export const urlsOfScripts = (names: readonly string[]): string[] =>
  scriptsNamed(names).map(({ url }) => url)

/** The hosts that these scripts load from, frame and call, each once. */
export const hostsOfScripts = (names: readonly string[]): string[] => [
  ...new Set(scriptsNamed(names).flatMap(({ hosts }) => hosts)),
]
