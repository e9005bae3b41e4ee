/** The name of the query parameter, the cookie and the localStorage key. */
export const trafficSourceCookie = 'user_source'
export const trafficSourceMaxAgeSec = 24 * 3600

/** A traffic source with its end, stored as 'whatsapp.1763801234' (seconds since 1970). */
export type StoredSource = { source: string; endsAtSec: number }

const allowed = /^[\w-]{1,64}$/

/** The query parameter as a value for the cookie; null where it is missing or no plain word. */
export function parseTrafficSource(parameter: string | undefined) {
  if (parameter === undefined || !allowed.test(parameter)) return null
  return {
    keptUntil: (nowMs: number) =>
      formatStoredSource({
        source: parameter,
        endsAtSec: Math.floor(nowMs / 1000) + trafficSourceMaxAgeSec,
      }),
  }
}

export const formatStoredSource = ({ source, endsAtSec }: StoredSource) => `${source}.${endsAtSec}`

/** Parses what the cookie or localStorage has; null where it is none or has expired. */
export function parseStoredSource(
  text: string | null | undefined,
  nowMs: number,
): StoredSource | null {
  const [, source = '', end = ''] = /^([\w-]{1,64})\.(\d{10})$/.exec(text ?? '') ?? []
  const kept = { source, endsAtSec: Number(end) }
  return source !== '' && kept.endsAtSec * 1000 > nowMs ? kept : null
}
