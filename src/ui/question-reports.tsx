import {
  longestReport,
  reportReasons,
  type OwnReport,
  type ReportReason,
} from '../model/question-report.ts'
import type { Place } from '../model/address.ts'
import { languageNames, type Locale } from '../model/locale.ts'
import { dateText } from './dates.ts'
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
  place: Place
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

/** Reports of one's own and what came of each. */
export function ReportLines({ place, reports }: { place: Place; reports: readonly OwnReport[] }) {
  if (reports.length === 0) return null
  const words = wordsIn(place.locale)
  return (
    <ul className="reports">
      <Sheet of="report" />
      {reports.map(({ id, createdAt, reason, locale, status, outcome }) => (
        <li key={id}>
          <span>
            {words.report_own({
              date: dateText(createdAt, place.locale),
              reason: reasonText(reason, words),
            })}{' '}
            ({languageNames[locale]})
          </span>{' '}
          <b className={status}>{statusText(status, words)}</b>
          {outcome !== null && <span className="outcome">{outcome}</span>}
        </li>
      ))}
    </ul>
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
