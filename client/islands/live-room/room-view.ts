import type { Locale } from '../../../domain/locale.ts'
import type { DownloadSource } from './download.ts'
import type { QuestionTexts } from './question-markup.ts'

/** What the server tells a waiting room. Times are ms since 1970. */
export type LiveRoomProps = DownloadSource & {
  bellMs: number
  serverNowMs: number
  sealedBytes: number
  codeHref: string
  locale: Locale
  texts: QuestionTexts
  messages: Record<RoomMessage, string>
}

export const roomMessages = [
  ...(['left', 'days', 'hours', 'minutes', 'seconds', 'paper_kept', 'paper_memory'] as const),
  ...(['paper_loading', 'paper_failed', 'paper_idle', 'retry', 'clock_right'] as const),
  ...(['clock_unknown', 'code_waiting', 'code_offline', 'code_label', 'code_hint'] as const),
  ...(['open', 'opening', 'problem_length', 'problem_checksum', 'problem_wrong'] as const),
  ...(['problem_no_paper', 'problem_no_storage', 'paused'] as const),
] as const
export type RoomMessage = (typeof roomMessages)[number]

/** What a waiting room shows. download: kept: on this phone, with all that the hall needs. memory:
 *  only as long as this page is open. stage: paused: too many wrong codes. */
export type RoomView = {
  stage: 'waiting' | 'opening' | 'paused'
  download: 'idle' | 'running' | 'kept' | 'memory' | 'failed'
  loaded: number
  leftMs: number
  isClockRight: boolean
  isOffline: boolean
  problem: 'length' | 'checksum' | 'wrong-code' | 'no-paper' | 'no-storage' | null
}
