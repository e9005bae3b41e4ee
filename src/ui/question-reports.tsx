import { questionAnchor, testPath } from '../addresses/paths.ts'
import {
  maxReportLength,
  reportReasons,
  type OwnReport,
  type ReportReason,
} from '../../domain/question-report.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { findExam } from '../exams.ts'
import { languageNames, type Locale } from '../../domain/locale.ts'
import { dateText } from './dates.ts'
import { examName } from './exam-names.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor, type Messages } from './messages.ts'

/** A form to report a question, in a details element that opens without script. `back`: the query
 *  of the page to return to. Needs the inline styles 'form' and 'report'. */
export function ReportForm({
  page,
  action,
  question,
  number,
  back,
  languages,
  language,
}: {
  page: PageContext
  action: string
  question: string
  number: number
  back: string
  languages: readonly Locale[]
  language: Locale
}) {
  const messages = messagesFor(page.locale)
  return (
    <details className="report">
      <summary>
        {messages.report_open()}
        <span className="unseen"> ({number})</span>
      </summary>
      <form method="post" action={action} className="fields">
        <input type="hidden" name="question" value={question} />
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="back" value={back} />
        <label>
          {messages.report_reason()}
          <select name="reason" required defaultValue="">
            <option value="" disabled>
              –
            </option>
            {reportReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reportReasonText(reason, messages)}
              </option>
            ))}
          </select>
        </label>
        {languages.length > 1 ? (
          <label>
            {messages.report_locale()}
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
          {messages.report_message()}
          <textarea name="message" rows={3} maxLength={maxReportLength} />
        </label>
        <button className="btn quiet">{messages.send()}</button>
      </form>
    </details>
  )
}

/** The reader's reports with status and outcome. `withQuestion`: also names the question of each
 *  report, for pages that do not show the question. */
export function ReportLines({
  page,
  reports,
  withQuestion = false,
}: {
  page: PageContext
  reports: readonly OwnReport[]
  withQuestion?: boolean
}) {
  if (reports.length === 0) return null
  const messages = messagesFor(page.locale)
  return (
    <ul className="reports">
      <InlineStyle name="report" />
      {reports.map((report) => (
        <li key={report.id}>
          {withQuestion && <ReportedQuestion page={page} report={report} />}
          <span>
            {messages.report_own({
              date: dateText(report.createdAt, page.locale),
              reason: reportReasonText(report.reason, messages),
            })}{' '}
            (<span lang={report.locale}>{languageNames[report.locale]}</span>)
          </span>{' '}
          <b className={report.status}>{reportStatusText(report.status, messages)}</b>
          {report.outcome !== null && <span className="outcome">{report.outcome}</span>}
        </li>
      ))}
    </ul>
  )
}

/** A link to the question in its paper; nothing if no paper contains the question any more. */
function ReportedQuestion({ page, report }: { page: PageContext; report: OwnReport }) {
  const messages = messagesFor(page.locale)
  const { test, number } = report
  const exam = report.exam === null ? undefined : findExam(report.exam)
  if (!exam || test === null || number === null) return null
  const path = localizedPath(testPath(exam.state, exam.slug, test), page.locale)
  return (
    <a href={`${path}#${questionAnchor(number)}`}>
      {examName(exam, page.locale)}: {messages.result_question({ number })}
    </a>
  )
}

export function reportReasonText(reason: ReportReason, messages: Messages): string {
  switch (reason) {
    case 'key':
      return messages.report_key()
    case 'translation':
      return messages.report_translation()
    case 'wording':
      return messages.report_wording()
    case 'figure':
      return messages.report_figure()
    case 'syllabus':
      return messages.report_syllabus()
    case 'other':
      return messages.report_other()
  }
}

export function reportStatusText(status: OwnReport['status'], messages: Messages): string {
  switch (status) {
    case 'open':
      return messages.report_status_open()
    case 'corrected':
      return messages.report_status_corrected()
    case 'declined':
      return messages.report_status_declined()
  }
}
