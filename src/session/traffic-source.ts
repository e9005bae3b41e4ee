import { trafficSourceCookie } from '../../domain/traffic-source-cookie.ts'
import { parseStoredSource } from '../../domain/traffic-source.ts'
import type { Reader } from './reader.ts'

/** The campaign by which the reader came within the last day, as a field for the product API; {}
 *  for none. */
export function sourceField(reader: Reader): { user_source?: string } {
  const stored = parseStoredSource(reader.cookie(trafficSourceCookie), Date.now())
  return stored ? { user_source: stored.source } : {}
}
