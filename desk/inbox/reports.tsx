import * as v from 'valibot'
import { locales, languages, recordOfLocales } from '../../domain/locale.ts'
import { reportReasons, type ReportReason } from '../../domain/question-report.ts'
import type { FormFields } from '../../http/request-body.ts'
import { runStatements } from '../../product-api/database.ts'
import {
  closeReport,
  OpenReport,
  selectOpenReports,
} from '../../product-api/scoring/question-reports.ts'
import { auditStatementIf } from '../audit/audit-log.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { dayText } from '../ui/dates.ts'
import { redirectDone } from '../ui/done.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { messagePage } from '../ui/message-page.tsx'
import { page } from '../ui/page.tsx'

const reviewers = ['reviewer', 'owner'] as const

export const reportRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/reports', roles: reviewers, handle: (c) => reportsPage(c, null) },
  {
    method: 'POST',
    path: '/reports/:report{[a-z0-9]{24}}',
    roles: reviewers,
    handle: answerReport,
  },
]

const maxShown = 50
const maxAnswerLength = 300

/** What was typed as the answer to a report, where it is not complete. */
type Unfinished = { report: string; form: FormFields }

/** Answers a report: the sentence is shown to its reader, in the reader's language. */
async function answerReport(c: DeskContext, form: FormFields) {
  const report = c.req.param('report') ?? ''
  const outcome = recordOfLocales((locale) =>
    (form[`outcome.${locale}`] ?? '').replace(/\s+/g, ' ').trim(),
  )
  const isWhole = locales.every(
    (locale) => outcome[locale] !== '' && outcome[locale].length <= maxAnswerLength,
  )
  const status = form.status === 'corrected' || form.status === 'declined' ? form.status : null
  if (!isWhole || status === null) return reportsPage(c, { report, form })
  const now = c.get('now')
  const audit = auditStatementIf(
    {
      text: `EXISTS (SELECT 1 FROM question_reports WHERE document_id = ? AND status = 'open')`,
      values: [report],
    },
    {
      operator: operatorOf(c),
      action: status === 'corrected' ? 'report_corrected' : 'report_declined',
      subject: `report ${report}`,
    },
    now,
  )
  const [, closed = []] = await runStatements(c.env.DB, [
    audit,
    closeReport(report, { status, outcome, ruling: null }, now),
  ])
  // Somebody else answered it meanwhile, or there is none.
  return closed.length === 1
    ? redirectDone(c, '/reports', 'done_answered')
    : messagePage(c, 409, 'decided_already')
}

async function reportsPage(c: DeskContext, unfinished: Unfinished | null) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const [found = []] = await runStatements(c.env.DB, [selectOpenReports])
  const open = v.parse(v.array(OpenReport), found)
  return page(
    c,
    { title: text('nav_reports') },
    <>
      <div className="lead">
        <h1>{text('nav_reports')}</h1>
        <p>{text('reports_lead')}</p>
      </div>
      {open.length === 0 && <p>{text('no_reports')}</p>}
      {open.slice(0, maxShown).map((report) => {
        const typed = unfinished?.report === report.id ? unfinished.form : null
        return (
          <details key={report.id} className="card" open={typed !== null}>
            <summary>
              {reasonText(report.reason, c)} · {report.question}
              <small className="hint"> {dayText(report.createdAt.slice(0, 10), locale)}</small>
            </summary>
            <p className="small">
              {report.test !== null && `${report.test} · `}
              <a href={`/keys/${encodeURIComponent(report.question)}`}>{text('see_question')}</a>
            </p>
            <p lang={report.locale}>{report.message === '' ? '–' : report.message}</p>
            <AnswerForm c={c} report={report.id} typed={typed} />
          </details>
        )
      })}
    </>,
    unfinished === null ? 200 : 422,
  )
}

/** Reports of later versions of the site may have other reasons. */
function reasonText(reason: string, c: DeskContext): string {
  const known = reportReasons.find((one): one is ReportReason => one === reason)
  return c.get('text')(`reason_${known ?? 'other'}`)
}

function AnswerForm({
  c,
  report,
  typed,
}: {
  c: DeskContext
  report: string
  typed: FormFields | null
}) {
  const text = c.get('text')
  return (
    <form method="post" action={`/reports/${report}`} className="editor">
      <FormToken value={c.get('formToken')} />
      {typed && (
        <p className="err" role="alert">
          {text('answer_incomplete')}
        </p>
      )}
      <fieldset className="pickone">
        <legend>{text('report_outcome')}</legend>
        {(['corrected', 'declined'] as const).map((status) => (
          <label key={status}>
            <input
              type="radio"
              name="status"
              value={status}
              defaultChecked={typed?.status === status}
            />
            <span>{text(`report_${status}`)}</span>
          </label>
        ))}
      </fieldset>
      {locales.map((one) => (
        <Field
          key={one}
          id={`${report}.${one}`}
          name={`outcome.${one}`}
          label={text('answer_in', { language: languages[one].name })}
          value={typed?.[`outcome.${one}`] ?? ''}
          lang={one}
          rows={2}
          maxLength={maxAnswerLength}
        />
      ))}
      <button className="btn wide">{text('send_answer')}</button>
    </form>
  )
}
