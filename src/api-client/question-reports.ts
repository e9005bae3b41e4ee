import * as v from 'valibot'
import { questionReport } from '../../domain/contracts/question-reports.ts'
import type { Locale } from '../../domain/locale.ts'
import type { OwnReport, ReportForm } from '../../domain/question-report.ts'
import type { Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import { anyAnswer, type ApiClient } from './client.ts'

const reports = v.pipe(
  v.object({
    data: v.array(
      v.pick(questionReport, [
        ...(['documentId', 'question', 'exam', 'test', 'number', 'locale', 'reason'] as const),
        ...(['message', 'status', 'outcome', 'createdAt', 'closedAt'] as const),
      ]),
    ),
  }),
  v.transform(({ data }) =>
    data.map(({ documentId, ...report }): OwnReport => ({ id: documentId, ...report })),
  ),
)

/** The reader's reports, newest first; their outcomes in the given language. */
export async function ownReports(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<OwnReport[], ApiError>> {
  return api.call('GET', `/api/question-reports?locale=${readerLocale}`, reports)
}

/** Reports a question of one of the reader's attempts. A repeated report is stored once. Errors:
 *  http-error 400, 404, 429. */
export const sendReport = (api: ApiClient, attemptId: string, report: ReportForm) =>
  api.call('POST', '/api/question-reports', anyAnswer, {
    body: { data: { ...report, attempt: attemptId } },
  })
