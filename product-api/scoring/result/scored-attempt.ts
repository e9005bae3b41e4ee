import type { AttemptMode } from '../../../domain/attempt/attempt-result.ts'
import type { Locale } from '../../../domain/locale.ts'

/** The columns of a row of `attempts` that a result depends on. */
export type ScoredAttempt = {
  id: string
  version_id: number
  test_id: number
  user_id: number | null
  guest_id: string | null
  mode: AttemptMode
  locale: Locale
  is_compared: number
}
