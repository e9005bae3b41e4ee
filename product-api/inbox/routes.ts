import { Hono, type Context } from 'hono'
import {
  feedbackRequest,
  frontEndLogRequest,
  nextRouteRequest,
} from '../../domain/contracts/inbox.ts'
import type { ApiEnv } from '../env.ts'
import { newDocumentId } from '../document-id.ts'
import { readBody } from '../strapi/request-body.ts'

export const inboxRoutes = new Hono<ApiEnv>()

inboxRoutes.post('/feedbacks', async (c) => {
  const { data } = await readBody(c, feedbackRequest)
  const columns = 'name, contact, message, url, locale'
  return insertMessage(c, 'feedbacks', columns, [
    data.name,
    data.contact,
    data.message,
    data.url,
    data.locale,
  ])
})

inboxRoutes.post('/front-end-logs', async (c) => {
  const { logJson, logTime } = await readBody(c, frontEndLogRequest)
  const requestId = c.req.header('x-request-id') ?? ''
  return insertMessage(c, 'front_end_logs', 'log_json, log_time, request_id', [
    JSON.stringify(logJson),
    logTime,
    requestId,
  ])
})

inboxRoutes.post('/nextroute', async (c) => {
  const { data } = await readBody(c, nextRouteRequest)
  const columns = 'message, type, url, user_id'
  return insertMessage(c, 'next_routes', columns, [
    data.jsonData.message,
    data.type,
    data.url,
    String(data.userId ?? ''),
  ])
})

/** Inserts one row and answers 201 as Strapi does. */
async function insertMessage(
  c: Context<ApiEnv>,
  table: 'feedbacks' | 'front_end_logs' | 'next_routes',
  columns: string,
  values: string[],
) {
  const documentId = newDocumentId()
  const createdAt = new Date().toISOString()
  const { meta } = await c.env.DB.prepare(
    `INSERT INTO ${table} (document_id, created_at, ${columns})
     VALUES (?, ?${', ?'.repeat(values.length)})`,
  )
    .bind(documentId, createdAt, ...values)
    .run()
  return c.json({ data: { id: meta.last_row_id, documentId, createdAt }, meta: {} }, 201)
}
