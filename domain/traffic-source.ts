/** The name of the query parameter, the cookie and the localStorage key. */
export const trafficSourceCookie = 'user_source'
export const trafficSourceMaxAgeSec = 24 * 3600

/** A traffic source with its end, stored as 'whatsapp.1763801234' (seconds since 1970). */
export type StoredSource = { source: string; endsAtSec: number }

const allowed = /^[\w-]{1,64}$/

/** Parses the query parameter; null if it is missing or not a plain word. */
export function parseTrafficSource(parameter: string | undefined) {
  if (parameter === undefined || !allowed.test(parameter)) return null
  return {
    storedValue: (nowMs: number) =>
      formatStoredSource({
        source: parameter,
        endsAtSec: Math.floor(nowMs / 1000) + trafficSourceMaxAgeSec,
      }),
  }
}

export const formatStoredSource = ({ source, endsAtSec }: StoredSource) => `${source}.${endsAtSec}`

/** Parses the value of the cookie or localStorage entry; null if it is invalid or expired. */
export function parseStoredSource(
  text: string | null | undefined,
  nowMs: number,
): StoredSource | null {
  const [, source = '', end = ''] = /^([\w-]{1,64})\.(\d{10})$/.exec(text ?? '') ?? []
  const stored = { source, endsAtSec: Number(end) }
  return source !== '' && stored.endsAtSec * 1000 > nowMs ? stored : null
}
