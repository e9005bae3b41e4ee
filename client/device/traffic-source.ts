import {
  parseStoredSource,
  trafficSourceCookie,
  formatStoredSource,
  type StoredSource,
} from '../../domain/traffic-source.ts'

/** Keeps the traffic source the same in the cookie and in localStorage until it expires, and then
 *  removes both. The later end wins: it is of the newer visit. */
export function syncTrafficSource() {
  const now = Date.now()
  const [, inCookie] =
    new RegExp(`(?:^|; )${trafficSourceCookie}=([^;]*)`).exec(document.cookie) ?? []
  const storage = openStorage()
  const places = [
    parseStoredSource(inCookie, now),
    parseStoredSource(storage?.getItem(trafficSourceCookie), now),
  ]
  const kept = places
    .filter((place): place is StoredSource => place !== null)
    .sort((a, b) => b.endsAtSec - a.endsAtSec)[0]
  if (kept) {
    const text = formatStoredSource(kept)
    storage?.setItem(trafficSourceCookie, text)
    if (inCookie !== text)
      document.cookie = `${trafficSourceCookie}=${text};path=/;max-age=${kept.endsAtSec - Math.floor(now / 1000)};samesite=lax;secure`
  } else {
    storage?.removeItem(trafficSourceCookie)
    if (inCookie !== undefined) document.cookie = `${trafficSourceCookie}=;path=/;max-age=0;secure`
  }
}

/** null where the browser or the app has disabled storage. */
function openStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
