import type { AttemptState } from '../../../domain/attempt/journal.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'
import type { JournalStatus } from '../../device/journal/journal-status.ts'
import type { TimeLimits } from './time-limits.ts'

/** A section as the tabs show it. lang: only if it differs from the page's. */
export type HallSection = { slug: string; name: string; lang?: string }

/** The texts of the top bar as the server renders it. end: when the attempt ends; null without a
 *  time limit. */
export type StaticBarMessages = { position: string; sections: string; end: string | null }

/** The props of the island in the page. Times are ms since 1970. */
export type HallProps = {
  attempt: TimeLimits & {
    id: string
    carryKey: string
    mode: 'exam' | 'practice'
    serverNowMs: number
    /** Of a live mock: requests at its bell and its end wait up to so long, by chance. */
    spreadMs?: number
    /** The index of the question where the reader was, on any device. */
    startIndex: number
  }
  /** Ids of the questions in the paper's order (domain/attempt/question-ids.ts). */
  questions: string
  isRailway: boolean
  sections: readonly HallSection[]
  /** The marks lost by a blank question, as text ('¼'); null if none are. */
  blankMarks: string | null
  href: { result: string; leave: string; signIn: string; rescue: string; answers: string }
  locale: Locale
  /** Shown until the other messages have been fetched. */
  staticBar: StaticBarMessages
}

/** What only practice shows, as JSON in `data-practice` of the form. bookmarks: where a question is
 *  put into them. */
export type PracticeTexts = Record<'bookmarks' | 'keep' | 'kept' | 'failed' | 'cancelled', string>

/** Only in practice does a tap save. A railway hall stays at a question that is marked. */
export type HallMode = { isPractice: boolean; isRailway: boolean }

export type HallButton = 'save' | 'mark' | 'clear' | 'next' | 'previous'

/** A message for the reader. number: of a question, from 1. section: its slug. */
export type Notice =
  | { kind: 'not-saved'; number: number }
  | { kind: 'last' }
  | { kind: 'section-over' | 'section-closed'; section: string }
  | { kind: 'check-offline' }

/** The state that the hall shows. at: the index of the open question. ending: submitted by the
 *  reader, or the time is over, and the server has not confirmed it yet. revealed: the key of the
 *  open question, if it was requested. */
export type HallView = {
  stage: 'question' | 'paused' | 'paper' | 'ending' | 'submitted'
  at: number
  state: AttemptState
  status: JournalStatus
  notice: Notice | null
  revealed: Revealed | null
}
