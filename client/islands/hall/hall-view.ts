import type { AttemptState } from '../../../domain/attempt/journal.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'
import type { JournalStatus } from '../../device/journal/journal-status.ts'
import type { TimeLimits } from './time-limits.ts'

/** A section as the tabs show it. `lang` only where it is not the page's own. */
export type HallSection = { slug: string; name: string; lang?: string }

/** What the server has rendered into the bar on top. end: when the attempt ends; null where no
 *  clock runs. */
export type StaticBarMessages = { position: string; sections: string; end: string | null }

/** The props of the island, as the page carries them. Times are ms since 1970. */
export type HallProps = {
  attempt: TimeLimits & {
    id: string
    carryKey: string
    mode: 'exam' | 'practice'
    serverNowMs: number
  }
  /** Their ids in the paper's order, separated by spaces. */
  questions: string
  isRailway: boolean
  sections: readonly HallSection[]
  /** The marks of a question without any circle, as people write them; null where it has none. */
  blankMarks: string | null
  href: { result: string; leave: string; signIn: string; rescue: string; answers: string }
  locale: Locale
  /** Shown until the other messages have been fetched. */
  staticBar: StaticBarMessages
}

/** A tap saves in practice only; a railway hall stays at a question that is marked. */
export type HallMode = { isPractice: boolean; isRailway: boolean }

export type HallButton = 'save' | 'mark' | 'clear' | 'next' | 'previous'

/** What the reader has to be told. number: of a question, from 1. section: its slug. */
export type Notice =
  | { kind: 'not-saved'; number: number }
  | { kind: 'last' }
  | { kind: 'section-over' | 'section-closed'; section: string }
  | { kind: 'check-offline' }

/** What is shown. at: the question that is open, from 0. handing-in: submitted here, and perhaps
 *  still waiting for the network; elsewhere: another page or device has submitted. revealed: the
 *  key of the open question, where it was requested. */
export type HallView = {
  stage: 'sitting' | 'paused' | 'paper' | 'handing-in' | 'elsewhere'
  at: number
  state: AttemptState
  status: JournalStatus
  notice: Notice | null
  revealed: Revealed | null
}
