import {
  longestReport,
  reportReasons,
  type OwnReport,
  type ReportReason,
} from '../../domain/question-report.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { findExam } from '../../domain/exams.ts'
import { languageNames, type Locale } from '../../domain/locale.ts'
import { testPath } from '../../domain/paper.ts'
import { questionAnchor } from '../../domain/search-result.ts'
import { dateText } from './dates.ts'
import { examNames } from './exam-names.ts'
import { Sheet } from './page-parts.tsx'
import { wordsIn, type Words } from './words.ts'

/** What is wrong with a question, and in which of its languages. `back`: the query of the page to come back to.
 *  A lid that opens: it works without script. Its page carries the sheets 'form' and 'report'. */
export function ReportForm({
  place,
  action,
  question,
  number,
  back,
  languages,
  language,
}: {
  place: PageContext
  action: string
  question: string
  number: number
  back: string
  languages: readonly Locale[]
  language: Locale
}) {
  const words = wordsIn(place.locale)
  return (
    <details className="report">
      <summary>
        {words.report_open()}
        <span className="unseen"> ({number})</span>
      </summary>
      <form method="post" action={action} className="fields">
        <input type="hidden" name="question" value={question} />
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="back" value={back} />
        <label>
          {words.report_reason()}
          <select name="reason" required defaultValue="">
            <option value="" disabled>
              –
            </option>
            {reportReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonText(reason, words)}
              </option>
            ))}
          </select>
        </label>
        {languages.length > 1 ? (
          <label>
            {words.report_locale()}
            <select name="locale" defaultValue={language}>
              {languages.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {languageNames[locale]}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <input type="hidden" name="locale" value={language} />
        )}
        <label>
          {words.report_message()}
          <textarea name="message" rows={3} maxLength={longestReport} />
        </label>
        <button className="btn quiet">{words.send()}</button>
      </form>
    </details>
  )
}

/** Reports of one's own and what came of each. `naming`: with the question that each is about, where it does not stand beside it. */
export function ReportLines({
  place,
  reports,
  naming = false,
}: {
  place: PageContext
  reports: readonly OwnReport[]
  naming?: boolean
}) {
  if (reports.length === 0) return null
  const words = wordsIn(place.locale)
  return (
    <ul className="reports">
      <Sheet of="report" />
      {reports.map((report) => (
        <li key={report.id}>
          {naming && <Asked place={place} report={report} words={words} />}
          <span>
            {words.report_own({
              date: dateText(report.createdAt, place.locale),
              reason: reasonText(report.reason, words),
            })}{' '}
            (<span lang={report.locale}>{languageNames[report.locale]}</span>)
          </span>{' '}
          <b className={report.status}>{statusText(report.status, words)}</b>
          {report.outcome !== null && <span className="outcome">{report.outcome}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Where the question stands today. One that no paper has any more has no place to lead to. */
function Asked({ place, report, words }: { place: PageContext; report: OwnReport; words: Words }) {
  const { test, number } = report
  const exam = report.exam === null ? undefined : findExam(report.exam)
  if (!exam || test === null || number === null) return null
  const path = localizedPath(testPath(exam.state, exam.slug, test), place.locale)
  return (
    <a href={`${path}#${questionAnchor(number)}`}>
      {examNames[exam.slug].name(words)}: {words.result_question({ number })}
    </a>
  )
}

export function reasonText(reason: ReportReason, words: Words): string {
  switch (reason) {
    case 'key':
      return words.report_key()
    case 'translation':
      return words.report_translation()
    case 'wording':
      return words.report_wording()
    case 'figure':
      return words.report_figure()
    case 'syllabus':
      return words.report_syllabus()
    case 'other':
      return words.report_other()
  }
}

export function statusText(status: OwnReport['status'], words: Words): string {
  switch (status) {
    case 'open':
      return words.report_status_open()
    case 'corrected':
      return words.report_status_corrected()
    case 'declined':
      return words.report_status_declined()
  }
}
