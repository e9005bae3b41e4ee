import type { AnswerOutcome } from '../../../domain/attempt/answer-history.ts'
import type { AnswerHistory } from '../../api-client/attempts.ts'
import type { Messages } from '../../ui/messages.ts'
import { apartReason } from './apart-reason.ts'

/** What the reader did, in plain words. */
export function entryText(
  { kind, option }: AnswerHistory['entries'][number],
  messages: Messages,
): string {
  const chosen = option === null ? null : { option: option + 1 }
  switch (kind) {
    case 'save':
      return chosen ? messages.history_save(chosen) : messages.history_clear()
    case 'mark':
      return chosen ? messages.history_mark(chosen) : messages.history_mark_blank()
    case 'choose':
      return chosen ? messages.history_choose(chosen) : messages.history_clear()
    case 'clear':
      return messages.history_clear()
    case 'reveal':
      return messages.history_reveal()
    case 'submit':
      return messages.history_submit()
    case 'visit':
      return messages.history_visit()
    case 'leave':
      return messages.history_leave()
    case 'unreadable':
      return messages.history_unreadable()
  }
}

/** What became of it; null: nothing to say. */
export function answerOutcomeText(outcome: AnswerOutcome, messages: Messages): string | null {
  switch (outcome) {
    case 'counts':
      return messages.history_counts()
    case 'changed':
      return messages.history_changed()
    case 'replaced':
      return messages.history_replaced()
    case 'not-saved':
      return messages.history_not_saved()
    case 'noted':
      return null
    case 'late':
    case 'after-submission':
    case 'after-reveal':
    case 'form-undated':
    case 'period-over':
    case 'paper-changed':
    case 'impossible':
      return apartReason(outcome, messages)
  }
}
