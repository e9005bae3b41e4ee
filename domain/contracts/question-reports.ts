import * as v from 'valibot'
import { reportReasons } from '../question-report.ts'
import { requestBody } from './bodies.ts'
import { locale, time } from './fields.ts'

const text = (name: string, maxLength: number) =>
  v.pipe(
    v.string(`${name} must be a string`),
    v.trim(),
    v.maxLength(maxLength, `${name} is too long`),
  )

/** Reports an error in a question. `test` or `attempt`: where the reader saw it. The reason 'other'
 *  requires a message. */
export const questionReportRequest = requestBody({
  question: text('question', 100),
  test: v.optional(v.nullable(text('test', 200)), null),
  attempt: v.optional(v.nullable(text('attempt', 100)), null),
  locale,
  reason: v.picklist(reportReasons, `reason must be one of: ${reportReasons.join(', ')}`),
  message: v.optional(text('message', 2000), ''),
})

/** A report, for its author. It does not contain the options that a ruling accepts, because they
 *  are the key. */
export const questionReport = v.object({
  id: v.number(),
  documentId: v.string(),
  question: v.string(),
  state: v.nullable(v.string()),
  exam: v.nullable(v.string()),
  test: v.nullable(v.string()),
  /** The question's current number in that test. */
  number: v.nullable(v.number()),
  locale,
  reason: v.picklist(reportReasons),
  message: v.string(),
  status: v.picklist(['open', 'corrected', 'declined']),
  outcome: v.nullable(v.string()),
  ruling: v.nullable(
    v.object({ kind: v.picklist(['accept', 'cancel']), award: v.nullable(v.string()) }),
  ),
  createdAt: time,
  updatedAt: time,
  closedAt: v.nullable(time),
})
export type QuestionReport = v.InferOutput<typeof questionReport>
