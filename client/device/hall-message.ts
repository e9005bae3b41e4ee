import { isRecord } from './event-line.ts'
import type { HallToKeep } from './hall-cache.ts'

/** What a page tells the hall's worker; the answer is whether it is so. */
export type HallMessage =
  ({ kind: 'keep' | 'ask' } & HallToKeep) | { kind: 'forget'; attempt: string }

/** A page may be of another build than the worker. null: nothing that is understood. */
export function readHallMessage(found: unknown): HallMessage | null {
  if (!isRecord(found)) return null
  const { kind, attempt, path, build, assets } = found
  if (typeof attempt !== 'string') return null
  if (kind === 'forget') return { kind, attempt }
  if (kind !== 'keep' && kind !== 'ask') return null
  if (typeof path !== 'string' || typeof build !== 'string' || !Array.isArray(assets)) return null
  return { kind, attempt, path, build, assets: assets.filter((one) => typeof one === 'string') }
}
