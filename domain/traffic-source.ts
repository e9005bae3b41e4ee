export const trafficSourceMaxAgeSec = 24 * 3600

/** A traffic source with its end, stored as 'whatsapp.1763801234' (seconds since 1970). The source
 *  may have dots itself: the end is what follows the last one. */
export type StoredSource = { source: string; endsAtSec: number }

const maxCharacters = 64

/** A source as it is kept: letters of any script, digits, spaces and common marks, 64 characters at
 *  most. 'ವಾಟ್ಸಾಪ್ ಗುಂಪು 2', 'mail.june'. '' for what has none of these. */
export const cleanTrafficSource = (typed: string): string =>
  Array.from(
    typed
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}\u200c\u200d _.~:/+@()-]/gu, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  )
    .slice(0, maxCharacters)
    .join('')
    .trim()

/** The text to store for the query parameter; null if it is missing or has nothing to keep. */
export function newStoredSource(parameter: string | undefined, nowMs: number): string | null {
  const source = cleanTrafficSource(parameter ?? '')
  if (source === '') return null
  return formatStoredSource({
    source,
    endsAtSec: Math.floor(nowMs / 1000) + trafficSourceMaxAgeSec,
  })
}

export const formatStoredSource = ({ source, endsAtSec }: StoredSource) => `${source}.${endsAtSec}`

/** Parses the decoded cookie or the localStorage entry; null if it is invalid or expired. */
export function parseStoredSource(
  text: string | null | undefined,
  nowMs: number,
): StoredSource | null {
  const [, source = '', end = ''] = /^(.*)\.(\d{10})$/s.exec(text ?? '') ?? []
  const stored = { source: cleanTrafficSource(source), endsAtSec: Number(end) }
  return stored.source !== '' && stored.endsAtSec * 1000 > nowMs ? stored : null
}
