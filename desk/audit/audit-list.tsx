import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { noticePlaces } from '../../domain/notice.ts'
import { declineReasons } from '../../domain/payment.ts'
import { dayText, momentText } from '../ui/dates.ts'
import type { AuditEntry } from './audit-log.ts'

/** Entries of the audit log, one sentence each. */
export function AuditList({
  entries,
  text,
  locale,
}: {
  entries: readonly AuditEntry[]
  text: DeskMessages
  locale: Locale
}) {
  return (
    <ul className="log">
      {entries.map((entry) => (
        <li key={entry.id}>
          <time dateTime={entry.at}>{momentText(entry.at, locale)}</time>
          <span>
            <b>{entry.name ?? text('audit_by_desk')}</b> {text(`audit_${entry.action}`)}
            <small>{subjectText(entry, text, locale)}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What was changed in plans and coupons. */
const changes = ['price', 'off_sale', 'on_sale', 'coupon', 'coupon_withdrawn'] as const

function changeOf(kind: unknown, text: DeskMessages) {
  const change = changes.find((one) => one.replace('_', '-') === kind)
  return change && text(`change_${change}`)
}

/** Where a notice is shown: 'On every page'. */
function noticePlace(name: string, text: DeskMessages) {
  const place = noticePlaces.find((one) => one === name)
  return place ? text(`notice_${place}`) : name
}

function subjectText(
  { subject, action, detail, role, name: actor }: AuditEntry,
  text: DeskMessages,
  locale: Locale,
) {
  const [kind = '', ...rest] = subject.split(' ')
  const name = rest.join(' ')
  const what =
    kind === 'affairs'
      ? text('audit_day', { day: dayText(name, locale) })
      : kind === 'account'
        ? text('account', { id: name })
        : kind === 'order'
          ? text('order', { id: name.slice(-6) })
          : kind === 'notice'
            ? noticePlace(name, text)
            : name
  const declinedFor =
    action === 'refund_request_declined' && declineReasons.find((one) => one === detail.reason)
  const parts = [
    what !== actor && what,
    role && text(`role_${role}`),
    changeOf(detail.change, text),
    typeof detail.plan === 'string' && detail.plan,
    detail.days !== undefined && text('days_count', { days: detail.days }),
    typeof detail.question === 'string' && detail.question,
    detail.version !== undefined && text('version', { version: detail.version }),
    declinedFor && text(`decline_${declinedFor}`),
    typeof detail.note === 'string' && detail.note !== '' && `“${detail.note}”`,
  ]
  return parts.filter((part) => typeof part === 'string').join(' · ')
}
