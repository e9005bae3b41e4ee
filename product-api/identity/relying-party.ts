import type { ClientInfo } from '../client-info.ts'
import { notConfigured } from './settings.ts'

/** The site as WebAuthn names it. `id`: its domain. `origin`: where its pages are. */
export type RelyingParty = { id: string; origin: string }

/** The site of the setting SITE_URL, never of a request's Host. Errors: Refusal 503 where it is not
 *  set or an IP address, which WebAuthn does not allow. */
export function relyingPartyOf({ siteHost }: ClientInfo): RelyingParty {
  const id = siteHost?.replace(/:\d+$/, '')
  if (siteHost === null || id === undefined || /^[\d.]+$/.test(id))
    throw notConfigured('Sign-in by passkey', 'SITE_URL (of the site)')
  return { id, origin: `${id === 'localhost' ? 'http' : 'https'}://${siteHost}` }
}
