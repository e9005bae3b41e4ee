import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { OwnReport } from '../../../domain/question-report.ts'
import type { AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import { AttemptList } from '../../ui/attempt-list.tsx'
import { ReportLines } from '../../ui/question-reports.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** A member's latest attempts, and the status of the questions they reported. */
export function AccountTests({
  page,
  attempts,
  reports,
}: {
  page: PageContext
  attempts: readonly AttemptSummary[]
  reports: readonly OwnReport[]
}) {
  const messages = messagesFor(page.locale)
  return (
    <>
      {attempts.length > 0 && (
        <section>
          <h2>{messages.result_list()}</h2>
          <AttemptList page={page} attempts={attempts} />
          <p className="ways-out">
            <a href={localizedPath('/progress', page.locale)}>{messages.progress_see()}</a>
            <a href={localizedPath('/attempts', page.locale)}>{messages.result_list_all()}</a>
          </p>
        </section>
      )}
      {reports.length > 0 && (
        <section>
          <h2>{messages.report_list()}</h2>
          <ReportLines page={page} reports={reports} withQuestion />
        </section>
      )}
    </>
  )
}
