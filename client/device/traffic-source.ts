import {
  parseStoredSource,
  trafficSourceCookie,
  formatStoredSource,
  type StoredSource,
} from '../../domain/traffic-source.ts'

/** Copies the traffic source between the cookie and localStorage until it expires, and then removes
 *  both. If they differ, the one that expires later is the newer. */
export function syncTrafficSource(storage: Storage | null) {
  const now = Date.now()
  const [, inCookie] =
    new RegExp(`(?:^|; )${trafficSourceCookie}=([^;]*)`).exec(document.cookie) ?? []
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
        `${trafficSourceCookie}=${text};path=/;max-age=` +
        `${latest.endsAtSec - Math.floor(now / 1000)};samesite=lax;secure`
  } else {
    storage?.removeItem(trafficSourceCookie)
    if (inCookie !== undefined) document.cookie = `${trafficSourceCookie}=;path=/;max-age=0;secure`
  }
}
