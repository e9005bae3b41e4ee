import { findExam } from '../../exams.ts'
import type { Locale } from '../../../domain/locale.ts'
import { monthText } from '../../ui/dates.ts'
import { examName } from '../../ui/exam-names.ts'
import { messagesFor } from '../../ui/messages.ts'

/** What a pack is called: the exam, the cards, or the news of a month. */
export function packName(id: string, locale: Locale): string {
  const messages = messagesFor(locale)
  const exam = findExam(id)
  if (exam) return examName(exam, locale)
  return id === 'cards'
    ? messages.flash_cards()
    : messages.offline_news({ month: monthText(id, locale) })
}
