import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { OwnReport } from '../../../domain/question-report.ts'
import type { AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import { AttemptList } from '../../ui/attempt-list.tsx'
import { ReportLines } from '../../ui/question-reports.tsx'
import { wordsIn } from '../../ui/words.ts'

/** The latest tests of a member, and what came of the questions they reported. */
export function OwnTests({
  place,
  attempts,
  reports,
}: {
  place: PageContext
  attempts: readonly AttemptSummary[]
  reports: readonly OwnReport[]
}) {
  const words = wordsIn(place.locale)
  return (
    <>
      {attempts.length > 0 && (
        <section>
          <h2>{words.result_list()}</h2>
          <AttemptList place={place} attempts={attempts} />
          <p className="ways-out">
            <a href={localizedPath('/attempts', place.locale)}>{words.result_list_all()}</a>
          </p>
        </section>
      )}
      {reports.length > 0 && (
        <section>
          <h2>{words.report_list()}</h2>
          <ReportLines place={place} reports={reports} naming />
        </section>
      )}
    </>
  )
}
