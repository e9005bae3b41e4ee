import { trafficSourceCookie } from '../../domain/traffic-source-cookie.ts'
import {
  parseStoredSource,
  formatStoredSource,
  type StoredSource,
} from '../../domain/traffic-source.ts'

/** Copies the traffic source between the cookie and localStorage until it expires, and then removes
 *  both. If they differ, the one that expires later is the newer. */
export function syncTrafficSource(storage: Storage | null) {
  const now = Date.now()
  const inCookie = sourceCookie()
  const copies = [
    parseStoredSource(inCookie, now),
    parseStoredSource(storage?.getItem(trafficSourceCookie), now),
  ]
  const latest = copies
    .filter((copy): copy is StoredSource => copy !== null)
    .sort((a, b) => b.endsAtSec - a.endsAtSec)[0]
  if (latest) {
    const text = formatStoredSource(latest)
    storage?.setItem(trafficSourceCookie, text)
    if (inCookie !== text)
      document.cookie =
        `${trafficSourceCookie}=${encodeURIComponent(text)};path=/;max-age=` +
        `${latest.endsAtSec - Math.floor(now / 1000)};samesite=lax;secure`
  } else {
    storage?.removeItem(trafficSourceCookie)
    if (inCookie !== undefined) document.cookie = `${trafficSourceCookie}=;path=/;max-age=0;secure`
  }
}

/** The campaign by which the reader came, as a field of reports; {} for none. */
export function sourceField(): { user_source?: string } {
  const stored = parseStoredSource(sourceCookie(), Date.now())
  return stored ? { user_source: stored.source } : {}
}

/** The decoded cookie; undefined where there is none, or what is no encoded text. */
function sourceCookie(): string | undefined {
  const [, value] = new RegExp(`(?:^|; )${trafficSourceCookie}=([^;]*)`).exec(document.cookie) ?? []
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}
