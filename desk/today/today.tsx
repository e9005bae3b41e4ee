import { dayInIndia } from '../../domain/india-time.ts'
import { auditEntries } from '../audit/audit-log.ts'
import { AuditList } from '../audit/audit-list.tsx'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { roles } from '../operators/operators.ts'
import { weekdayText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import { destinationsOf } from '../ui/navigation.ts'
import { page } from '../ui/page.tsx'

export const todayRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/', roles, handle: todayPage },
  { method: 'GET', path: '/more', roles, handle: morePage },
]

const shownEntries = 8

async function todayPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { entries } = await auditEntries(c.env.DB, null, shownEntries)
  return page(
    c,
    { title: text('nav_today') },
    <>
      <div className="lead">
        <p className="small">{weekdayText(dayInIndia(c.get('now')), locale)}</p>
        <h1>{text('nav_today')}</h1>
      </div>
      <section>
        <div className="rowline">
          <h2>{text('who_did_what')}</h2>
          <a href="/audit">{text('audit_all')}</a>
        </div>
        <AuditList entries={entries} text={text} locale={locale} />
      </section>
    </>,
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
