import type { Translations } from '../locale.ts'

/** When a live mock begins, ends and is published. Times are ISO 8601; `latestMinutes`: after the
 *  bell one may enter for so long. */
export type LiveMockTimes = {
  bellAt: string
  minutes: number
  latestMinutes: number
  resultsAt: string
  /** When the ranks were computed; null: not yet. */
  publishedAt: string | null
}

/** What everybody may know of a live mock before the bell. */
export type LiveMock = LiveMockTimes & {
  slug: string
  test: string
  title: Translations<string>
  about: Translations<string>
  languages: readonly string[]
  /** The exams that participants prepare for; the first is that of the paper. */
  exams: readonly string[]
  state: string
  questionCount: number
  /** Of the sealed paper. */
  sealedBytes: number
  sealedDigest: string
}

const minuteMs = 60_000

/** Everybody's time ends at the same moment; candidates with extra time have a third more. */
export const endOf = ({ bellAt, minutes }: Pick<LiveMockTimes, 'bellAt' | 'minutes'>): number =>
  Date.parse(bellAt) + minutes * minuteMs

/** The last moment at which one may enter. */
export const lastEntryOf = ({ bellAt, latestMinutes }: LiveMockTimes): number =>
  Date.parse(bellAt) + latestMinutes * minuteMs

/** before: the paper is sealed. open: it runs and one may still enter. closed: it runs, or sheets
 *  are being collected. published: the ranks are out. */
export type LiveMockStage = 'before' | 'open' | 'closed' | 'published'

export function stageOf(mock: LiveMockTimes, nowMs: number): LiveMockStage {
  if (mock.publishedAt !== null) return 'published'
  if (nowMs < Date.parse(mock.bellAt)) return 'before'
  return nowMs <= lastEntryOf(mock) ? 'open' : 'closed'
}

/** So long after the publication time the ranks wait for papers that are not marked yet. */
export const maxPublicationDelayMs = 60 * minuteMs

/** A phone waits up to so long, by chance, before it asks for the opening code, and before it sends
 *  its first answers and its last ones: a hundred thousand phones have the same bell. */
export const codeSpreadMs = 20_000
export const deliverySpreadMs = 60_000

/** Whether an id may be that of an entry. They are UUIDs of version 8 and become the ids of their
 *  attempts, so that of other attempts only those of forms, whose ids are of version 8, too, cost a
 *  look-up. */
export const isLiveEntryId = (id: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)

/** An entry's id of a random UUID. */
export const liveEntryId = (uuid: string): string => `${uuid.slice(0, 14)}8${uuid.slice(15)}`
