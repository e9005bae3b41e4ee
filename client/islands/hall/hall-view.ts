import type { AttemptState } from '../../../domain/attempt/journal.ts'
import type { JournalStatus } from '../../device/attempt-journal.ts'
import type { Revealed } from '../../device/server-answer.ts'

/** How a hall behaves: a tap saves in practice only; a railway hall stays at a question that is marked. */
export type HallManner = { isPractice: boolean; isRailway: boolean }

export type HallButton = 'save' | 'mark' | 'clear' | 'next' | 'previous'

/** What has to be said. `number` of a question, from 1. */
export type Notice =
  | { kind: 'not-saved'; number: number }
  | { kind: 'last' }
  | { kind: 'section-over' | 'section-closed'; section: string }
  | { kind: 'check-offline' }

/** What is to be seen. `at`: the question that is open, from 0. handing-in: submitted here, and perhaps still waiting for the
 *  network; elsewhere: another page or device has submitted. revealed: the key of the open question, where it was asked for. */
export type HallView = {
  stage: 'sitting' | 'paused' | 'paper' | 'handing-in' | 'elsewhere'
  at: number
  state: AttemptState
  status: JournalStatus
  notice: Notice | null
  revealed: Revealed | null
}
