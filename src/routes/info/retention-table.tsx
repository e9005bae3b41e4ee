import {
  retentionPeriods,
  type PersonalDataKind,
  type RetentionPeriod,
} from '../../../domain/retention.ts'
import type { PageContext } from '../../addresses/address.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** How long each kind of personal data stays, by the figures by which it is deleted. */
export function RetentionTable({ page }: { page: PageContext }) {
  const messages = messagesFor(page.locale)
  const names: Record<PersonalDataKind, string> = {
    account: messages.retention_account(),
    tests: messages.retention_tests(),
    fullJournals: messages.retention_full_journals(),
    guest: messages.retention_guest(),
    devices: messages.retention_devices(),
    codes: messages.retention_codes(),
    feedback: messages.retention_feedback(),
    failedPages: messages.retention_failed_pages(),
    questionReports: messages.retention_question_reports(),
    payments: messages.retention_payments(),
    mails: messages.retention_mails(),
    pushDevices: messages.retention_push_devices(),
    authEvents: messages.retention_auth_events(),
  }
  return (
    <section className="prose">
      <h2 id="retention">{messages.retention_title()}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.retention_what()}</th>
            <th scope="col">{messages.retention_how_long()}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.entries(names) as [PersonalDataKind, string][]).map(([kind, name]) => (
            <tr key={kind} data-kind={kind}>
              <th scope="row">{name}</th>
              <td>{periodText(retentionPeriods[kind], messages)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function periodText(period: RetentionPeriod, messages: Messages): string {
  if ('until' in period) return messages.retention_until_deleted()
  return 'days' in period
    ? messages.retention_days({ days: period.days })
    : messages.retention_years({ years: period.years })
}
