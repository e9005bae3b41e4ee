import * as v from 'valibot'
import { locales, type Locale } from '../../domain/locale.ts'
import { reportReasons, type OwnReport, type ReportForm } from '../../domain/question-report.ts'
import type { Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import { anyAnswer, type ApiClient } from './client.ts'

const reports = v.pipe(
  v.object({
    data: v.array(
      v.object({
        documentId: v.string(),
        question: v.string(),
        exam: v.nullish(v.string(), null),
        test: v.nullish(v.string(), null),
        number: v.nullish(v.number(), null),
        locale: v.picklist(locales),
        reason: v.fallback(v.picklist(reportReasons), 'other'),
        message: v.nullish(v.string(), ''),
        status: v.picklist(['open', 'corrected', 'declined']),
        outcome: v.nullish(v.string(), null),
        createdAt: v.string(),
        closedAt: v.nullish(v.string(), null),
      }),
    ),
  }),
  v.transform(({ data }) =>
    data.map(({ documentId, ...report }): OwnReport => ({ id: documentId, ...report })),
  ),
)

/** The reader's reports and their outcomes, in their language; the newest first. */
export async function ownReports(
  api: ApiClient,
  reader: Locale,
): Promise<Result<OwnReport[], ApiError>> {
  return api.call('GET', `/api/question-reports?locale=${reader}`, reports)
}

/** Sends a report of a question of one of the reader's attempts. The same report twice is stored
 *  once. Errors: http-error 400, 404, 429. */
export const sendReport = (api: ApiClient, attemptId: string, report: ReportForm) =>
  api.call('POST', '/api/question-reports', anyAnswer, {
    body: { data: { ...report, attempt: attemptId } },
  })
