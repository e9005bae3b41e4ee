import * as v from 'valibot'
import { isLocale } from '../../domain/locale.ts'
import type { DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { momentText } from '../ui/dates.ts'
import { page } from '../ui/page.tsx'

export const feedbackRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/feedback',
    roles: ['cashier', 'reviewer', 'owner'],
    handle: feedbackPage,
  },
]

const feedbackRow = v.object({
  id: v.number(),
  name: v.string(),
  contact: v.string(),
  message: v.string(),
  url: v.string(),
  locale: v.string(),
  createdAt: v.string(),
})

const pageSize = 30

/** What readers wrote, the newest first. ?before=: older ones. */
async function feedbackPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const wanted = c.req.query('before') ?? ''
  const before = /^\d{1,12}$/.test(wanted) ? Number(wanted) : Number.MAX_SAFE_INTEGER
  const { results } = await c.env.DB.prepare(
    `SELECT id, name, contact, message, url, locale, created_at AS createdAt FROM feedbacks
     WHERE id < ? ORDER BY id DESC LIMIT ?`,
  )
    .bind(before, pageSize + 1)
    .all()
  const found = v.parse(v.array(feedbackRow), results)
  const shown = found.slice(0, pageSize)
  return page(
    c,
    { title: text('nav_feedback') },
    <>
      <div className="lead">
        <h1>{text('nav_feedback')}</h1>
        <p>{text('feedback_lead')}</p>
      </div>
      {shown.length === 0 && <p>{text('no_feedback')}</p>}
      {shown.map(({ id, name, contact, message, url, locale: written, createdAt }) => (
        <article key={id} className="card">
          <p className="small">
            {[momentText(createdAt, locale), name, contact]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
          <p className="as-written" lang={isLocale(written) ? written : undefined}>
            {message}
          </p>
          {url !== '' && <p className="small">{text('written_on', { page: pathOf(url) })}</p>}
        </article>
      ))}
      {found.length > pageSize && (
        <p>
          <a className="btn quiet" href={`/feedback?before=${shown.at(-1)!.id}`}>
            {text('audit_older')}
          </a>
        </p>
      )}
    </>,
  )
}

/** The path only: the address comes from a browser and is not a link to follow. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url.slice(0, 100))
