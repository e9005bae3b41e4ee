import type { AttemptJournal } from '../../device/journal/attempt-journal.ts'
import type { AnswerSheet } from './answer-sheet.ts'

/** Writes the circles that were filled in the form before its script was ready: in a form, every
 *  tap counts. To be called before the sheet shows the journal's answers. */
export function writeEarlyTaps(journal: AttemptJournal, sheet: AnswerSheet) {
  if (journal.status.stage !== 'answering') return
  for (const { index, option } of sheet.earlyTaps()) {
    const question = sheet.ids[index] ?? ''
    const { isRevealed, chosen } = journal.state.questions.get(question) ?? {}
    if (!isRevealed && chosen !== option)
      journal.write({ kind: 'save', question, option, locale: sheet.locale, spentMs: 0 })
  }
}
