import * as v from 'valibot'
import { authoritativeLocale, type Locale } from '../../domain/locale.ts'
import { runStatements } from '../../product-api/database.ts'
import { auditStatementIf } from '../audit/audit-log.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { redirectDone } from '../ui/done.ts'
import { FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'

const roles = ['reviewer', 'owner'] as const

export const crashRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/crashes', roles, handle: crashesPage },
  { method: 'POST', path: '/crashes/:id{\\d{1,12}}/close', roles, handle: closeCrash },
]

const crashRow = v.object({
  id: v.number(),
  message: v.string(),
  part: v.string(),
  page: v.string(),
  count: v.number(),
  firstRelease: v.string(),
  firstAt: v.string(),
  lastRelease: v.string(),
  lastAt: v.string(),
})

/** What readers could not use, with the release in which it began, the latest first. */
async function crashesPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { results } = await c.env.DB.prepare(
    `SELECT id, message, part, page, count, first_release AS firstRelease, first_at AS firstAt,
       last_release AS lastRelease, last_at AS lastAt
     FROM crash_groups WHERE closed_release IS NULL ORDER BY last_at DESC LIMIT 50`,
  ).all()
  const crashes = v.parse(v.array(crashRow), results)
  return page(
    c,
    { title: text('nav_crashes') },
    <>
      <div className="lead">
        <h1>{text('nav_crashes')}</h1>
        <p>{text('crashes_lead')}</p>
      </div>
      {crashes.length === 0 && <p>{text('no_crashes')}</p>}
      {crashes.map(({ id, message, part, page: path, count, ...when }) => (
        <article key={id} className="card">
          <p className="as-written" lang={authoritativeLocale}>
            {message}
          </p>
          <p className="small" lang={authoritativeLocale}>
            {[part, path].filter((one) => one !== '').join(' · ')}
          </p>
          <p className="small">
            {text('crash_count', { count })} ·{' '}
            {text('crash_last', { at: momentText(when.lastAt, locale) })}
          </p>
          <p>
            {text('crash_began', {
              release: releaseText(when.firstRelease, text, locale),
              at: momentText(when.firstAt, locale),
            })}
            <br />
            {text('crash_seen', { release: releaseText(when.lastRelease, text, locale) })}
          </p>
          <form method="post" action={`/crashes/${id}/close`}>
            <FormToken value={c.get('formToken')} />
            <button className="btn quiet">{text('close_crash')}</button>
          </form>
        </article>
      ))}
    </>,
  )
}

/** A release is named by the moment of its build, which is its time in base 36. */
function releaseText(release: string, text: DeskMessages, locale: Locale): string {
  const builtAt = parseInt(release, 36)
  return /^[0-9a-z]{8}$/.test(release) && builtAt < 8.64e15
    ? momentText(new Date(builtAt).toISOString(), locale)
    : text('release_unknown')
}

/** Closes a crash until a later release has it again. */
async function closeCrash(c: DeskContext) {
  const id = Number(c.req.param('id'))
  await runStatements(c.env.DB, [
    auditStatementIf(
      {
        text: 'EXISTS (SELECT 1 FROM crash_groups WHERE id = ? AND closed_release IS NULL)',
        values: [id],
      },
      { operator: operatorOf(c), action: 'crash_closed', subject: `crash ${id}` },
      c.get('now'),
    ),
    {
      text: `UPDATE crash_groups SET closed_release = last_release
        WHERE id = ? AND closed_release IS NULL`,
      values: [id],
    },
  ])
  return redirectDone(c, '/crashes', 'done_crash_closed')
}
