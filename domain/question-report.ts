import * as v from 'valibot'
import { locales, type Locale } from './locale.ts'

/** What may be wrong with a question. */
export const reportReasons = [
  'key',
  'translation',
  'wording',
  'figure',
  'syllabus',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

export const maxReportLength = 1000

/** A reader's report about a question in one of its languages. */
export const reportForm = v.object({
  question: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  locale: v.picklist(locales),
  reason: v.picklist(reportReasons),
  message: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxReportLength)), ''),
})
export type ReportForm = v.InferOutput<typeof reportForm>

/** A reader's own report and its outcome. Times are ISO 8601. exam, test (slugs) and number: the
 *  question's current position. */
export type OwnReport = {
  id: string
  question: string
  exam: string | null
  test: string | null
  number: number | null
  locale: Locale
  reason: ReportReason
  message: string
  status: 'open' | 'corrected' | 'declined'
  outcome: string | null
  createdAt: string
  closedAt: string | null
}
