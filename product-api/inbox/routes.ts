import { Hono, type Context } from 'hono'
import { contactKey } from '../../domain/contact.ts'
import {
  cspReportsRequest,
  feedbackRequest,
  frontEndLogRequest,
  nextRouteRequest,
} from '../../domain/contracts/inbox.ts'
import type { ApiEnv } from '../env.ts'
import { newDocumentId } from '../document-id.ts'
import { enforceRateLimit } from '../identity/rate-limits.ts'
import { readBody } from '../strapi/request-body.ts'
import { countCrash } from './crash-groups.ts'
import { logCrash } from './crash-log.ts'
import { countCspReports } from './csp-reports.ts'

export const inboxRoutes = new Hono<ApiEnv>()

inboxRoutes.post('/feedbacks', async (c) => {
  const { data } = await readBody(c, feedbackRequest)
  await enforceRateLimit(c, 'feedback')
  const columns = 'name, contact, contact_key, message, url, locale, user_source, user_id'
  return insertMessage(c, 'feedbacks', columns, [
    ...[data.name, data.contact, contactKey(data.contact), data.message, data.url, data.locale],
    data.user_source,
    c.get('user')?.id ?? null,
  ])
})

inboxRoutes.post('/front-end-logs', async (c) => {
  const { logJson, logTime } = await readBody(c, frontEndLogRequest)
  const entry = newEntry()
  logCrash(c, { ...entry, log: logJson, at: logTime })
  c.executionCtx.waitUntil(countCrash(c.env.DB, logJson, new Date()))
  return c.json({ data: entry, meta: {} }, 201)
})

inboxRoutes.post('/nextroute', async (c) => {
  const { data } = await readBody(c, nextRouteRequest)
  await enforceRateLimit(c, 'failed-page')
  // Whose it is, the token says; what the browser claims is kept as a claim.
  const columns = 'message, type, url, user_source, member_id, user_id'
  return insertMessage(c, 'next_routes', columns, [
    ...[data.jsonData.message, data.type, data.url, data.user_source],
    c.get('user')?.id ?? null,
    String(data.userId ?? ''),
  ])
})

inboxRoutes.post('/csp-reports', async (c) => {
  const { reports } = await readBody(c, cspReportsRequest)
  await enforceRateLimit(c, 'csp-report')
  await countCspReports(c.env.DB, reports, new Date())
  return c.json({ ok: true })
})

/** Inserts one row and answers 201 as Strapi does. */
async function insertMessage(
  c: Context<ApiEnv>,
  table: 'feedbacks' | 'next_routes',
  columns: string,
  values: (string | number | null)[],
) {
  const { documentId, createdAt } = newEntry()
  const { meta } = await c.env.DB.prepare(
    `INSERT INTO ${table} (document_id, created_at, ${columns})
     VALUES (?, ?${', ?'.repeat(values.length)})`,
  )
    .bind(documentId, createdAt, ...values)
    .run()
  return c.json({ data: { id: meta.last_row_id, documentId, createdAt }, meta: {} }, 201)
}

/** What Strapi answers of a new entry. The log has no rows to number: the id is random. */
const newEntry = () => ({
  id: crypto.getRandomValues(new Uint32Array(1))[0]!,
  documentId: newDocumentId(),
  createdAt: new Date().toISOString(),
})
