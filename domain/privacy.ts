/** Whether a member said to be 18 or over. No date of birth is asked for. */
export const ageBands = ['adult', 'minor'] as const
export type AgeBand = (typeof ageBands)[number]

/** The purposes that need the consent of whoever uses the browser. Each is decided by itself, and
 *  for this browser only. */
export const browserPurposes = ['analytics', 'advertising'] as const
export type BrowserPurpose = (typeof browserPurposes)[number]

/** What was decided in this browser. `minor`: somebody under 18 signed in here; nothing is asked
 *  and nothing is loaded. */
export type BrowserConsent = 'minor' | Readonly<Record<BrowserPurpose, boolean>>

export const consentCookie = '__Host-consent'
/** Half a year, after which it is asked again. */
export const consentMaxAgeSec = 180 * 24 * 3600

/** The value of the cookie: 'analytics.advertising', 'analytics', 'none', 'minor'. */
export function formatConsent(consent: BrowserConsent): string {
  if (consent === 'minor') return consent
  return browserPurposes.filter((purpose) => consent[purpose]).join('.') || 'none'
}

/** null: nothing was decided yet, or the cookie is not one that this version wrote. */
export function parseConsent(value: string | undefined): BrowserConsent | null {
  if (value === 'minor') return value
  const words = value === 'none' ? [] : (value?.split('.') ?? [''])
  if (!words.every((word) => browserPurposes.some((purpose) => purpose === word))) return null
  return { analytics: words.includes('analytics'), advertising: words.includes('advertising') }
}
