import { nameIn, type Exam } from '../../domain/exams.ts'
import type { Locale } from '../../domain/locale.ts'

/** The name of an exam in the language of the page. */
export const examName = ({ names, slug }: Exam, locale: Locale) => nameIn(names, locale) || slug

/** What distinguishes it from similar exams. */
export const examNote = ({ notes }: Exam, locale: Locale) => nameIn(notes, locale)
