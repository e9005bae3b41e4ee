import { dayInIndia } from '../../domain/india-time.ts'
import { numberText } from '../../domain/number-text.ts'
import { auditEntries } from '../audit/audit-log.ts'
import { AuditList } from '../audit/audit-list.tsx'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { roles } from '../operators/operators.ts'
import { weekdayText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import { destinationsOf } from '../ui/navigation.ts'
import { page } from '../ui/page.tsx'
import { grantDuties } from '../accounts/duties.ts'
import { affairsDuties } from '../affairs/duties.ts'
import { reportDuties } from '../inbox/duties.ts'
import { rulingDuties } from '../keys/duties.ts'
import { noticeDuties } from '../notices/duties.ts'
import { paperDuties } from '../papers/duties.ts'
import { planDuties } from '../plans/duties.ts'
import { paymentDuties } from '../payments/duties.ts'
import type { Duty } from './duty.ts'
import { StaleNote } from '../affairs/stale-note.tsx'
import { CopiesNote } from '../content-copies/copies-note.tsx'
import { lastExport } from '../content-copies/nightly-export.ts'

export const todayRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/', roles, handle: todayPage },
  { method: 'GET', path: '/more', roles, handle: morePage },
]

const shownEntries = 8

/** What is to be done, the most urgent first; what readers see; what was done. */
async function todayPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const today = dayInIndia(c.get('now'))
  const { DB: db } = c.env
  const operator = operatorOf(c)
  const [ofMoney, { duties: ofAffairs, lastPublished }, ofContent, copies, log] = await Promise.all(
    [
      Promise.all([
        paymentDuties(db, operator, text, c.get('now')),
        grantDuties(db, operator, text, locale),
        planDuties(db, operator, text),
      ]),
      affairsDuties(db, operator, today, locale, text),
      Promise.all([
        paperDuties(db, operator, text, locale),
        rulingDuties(db, operator, text),
        reportDuties(db, operator, text),
        noticeDuties(db, operator, text, c.get('now')),
      ]),
      lastExport(db),
      auditEntries(db, null, shownEntries),
    ],
  )
  const duties = [...ofMoney.flat(), ...ofAffairs, ...ofContent.flat()]
  return page(
    c,
    { title: text('nav_today') },
    <>
      <div className="lead">
        <p className="small">{weekdayText(today, locale)}</p>
        <h1>{text('work_now')}</h1>
      </div>
      {duties.length === 0 && <p>{text('work_none')}</p>}
      <ul className="todo">
        {duties.map((duty, index) => (
          <DutyItem key={duty.title} duty={duty} isFirst={index === 0} />
        ))}
      </ul>
      <section>
        <h2>{text('readers_see_now')}</h2>
        <StaleNote last={lastPublished} today={today} text={text} locale={locale} />
      </section>
      <section>
        <h2>{text('copies_title')}</h2>
        <CopiesNote
          isOn={c.env.CONTENT_BUCKET !== undefined}
          last={copies}
          now={c.get('now')}
          text={text}
          locale={locale}
        />
      </section>
      <section>
        <div className="rowline">
          <h2>{text('who_did_what')}</h2>
          <a href="/audit">{text('audit_all')}</a>
        </div>
        <AuditList entries={log.entries} text={text} locale={locale} />
      </section>
    </>,
  )
}

function DutyItem({ duty, isFirst }: { duty: Duty; isFirst: boolean }) {
  const { title, note, count = Math.max(1, duty.links.length), links, action } = duty
  return (
    <li className={isFirst ? 'first' : undefined}>
      <span className="n">{numberText(count)}</span>
      <div>
        <h2>{title}</h2>
        {note !== null && <p className="small">{note}</p>}
        {links.length > 0 && (
          <ul className="sub">
            {links.map(({ href, name, note: about }) => (
              <li key={href}>
                <a href={href}>
                  <b>{name}</b>
                  <span className="small">{about}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {action && (
        <a className="btn" href={action.href}>
          {action.name}
        </a>
      )}
    </li>
  )
}

/** Every destination of the role, and the way out. */
function morePage(c: DeskContext) {
  const text = c.get('text')
  const { name, role } = operatorOf(c)
  return page(
    c,
    { title: text('nav_more') },
    <>
      <div className="lead">
        <h1>{name}</h1>
        <p>{text(`role_${role}_may`)}</p>
      </div>
      <ul className="rows">
        {destinationsOf(role).map(({ path, name: label }) => (
          <li key={path}>
            <a href={path}>{text(label)}</a>
          </li>
        ))}
      </ul>
      <form method="post" action="/sign-out">
        <FormToken value={c.get('formToken')} />
        <button className="btn quiet">{text('sign_out')}</button>
      </form>
    </>,
  )
}
