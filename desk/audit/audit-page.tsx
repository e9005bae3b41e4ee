import type { DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { roles } from '../operators/operators.ts'
import { page } from '../ui/page.tsx'
import { auditEntries } from './audit-log.ts'
import { AuditList } from './audit-list.tsx'

export const auditRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/audit', roles, handle: auditPage },
]

/** Who did what, the newest first. ?before=: older entries. */
async function auditPage(c: DeskContext) {
  const text = c.get('text')
  const wanted = c.req.query('before') ?? ''
  const before = /^\d{1,12}$/.test(wanted) ? Number(wanted) : null
  const { entries, next } = await auditEntries(c.env.DB, before)
  return page(
    c,
    { title: text('nav_audit') },
    <>
      <div className="lead">
        <h1>{text('nav_audit')}</h1>
        <p>{text('audit_lead')}</p>
      </div>
      {entries.length === 0 ? (
        <p>{text('audit_empty')}</p>
      ) : (
        <AuditList entries={entries} text={text} locale={c.get('locale')} />
      )}
      {next !== null && (
        <p>
          <a className="btn quiet" href={`/audit?before=${next}`}>
            {text('audit_older')}
          </a>
        </p>
      )}
    </>,
  )
}
