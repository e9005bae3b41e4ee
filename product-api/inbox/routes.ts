import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { ApiEnv } from '../env.ts'
import { Refusal, validation } from '../strapi/errors.ts'

export const inboxRoutes = new Hono<ApiEnv>()

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))
const largestBody = 32_768

const feedback = v.object({
  data: v.strictObject({
    name: v.optional(line(100), ''),
    contact: v.optional(line(200), ''),
    message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000)),
    url: v.optional(line(500), ''),
    locale: v.optional(v.picklist(['kn', 'en', 'te']), 'kn'),
  }),
})

inboxRoutes.post('/feedbacks', async (c) => {
  const { data } = await body(c.req.raw, feedback)
  const columns = 'name, contact, message, url, locale'
  return keep(c, 'feedbacks', columns, [
    data.name,
    data.contact,
    data.message,
    data.url,
    data.locale,
  ])
})

const frontEndLog = v.strictObject({
  logJson: v.union([v.record(v.string(), v.unknown()), line(16_000)]),
  logTime: v.pipe(v.string(), v.isoTimestamp()),
})

inboxRoutes.post('/front-end-logs', async (c) => {
  const { logJson, logTime } = await body(c.req.raw, frontEndLog)
  const requestId = c.req.header('x-request-id') ?? ''
  return keep(c, 'front_end_logs', 'log_json, log_time, request_id', [
    JSON.stringify(logJson),
    logTime,
    requestId,
  ])
})

const nextRoute = v.object({
  data: v.strictObject({
    jsonData: v.object({ message: line(2000) }),
    type: line(100),
    url: line(2000),
    userId: v.optional(v.nullable(v.union([v.number(), line(100)])), null),
  }),
})

inboxRoutes.post('/nextroute', async (c) => {
  const { data } = await body(c.req.raw, nextRoute)
  const columns = 'message, type, url, user_id'
  return keep(c, 'next_routes', columns, [
    data.jsonData.message,
    data.type,
    data.url,
    String(data.userId ?? ''),
  ])
})

/** Writes one row and answers 201 as Strapi does. */
async function keep(c: Context<ApiEnv>, table: string, columns: string, values: string[]) {
  const documentId = crypto.randomUUID().replaceAll('-', '').slice(0, 24)
  const createdAt = new Date().toISOString()
  const { meta } = await c.env.DB.prepare(
    `INSERT INTO ${table} (document_id, created_at, ${columns}) VALUES (?, ?${', ?'.repeat(values.length)})`,
  )
    .bind(documentId, createdAt, ...values)
    .run()
  return c.json({ data: { id: meta.last_row_id, documentId, createdAt }, meta: {} }, 201)
}

/** Reads a JSON body. Errors: 413 above 32 KB, 400 SyntaxError for what is no JSON, 400 ValidationError with every fault. */
async function body<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await request.text()
  if (text.length > largestBody) throw new Refusal(413, 'PayloadTooLargeError', 'Payload too large')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'SyntaxError', 'The request body is not valid JSON')
  }
  const parsed = v.safeParse(schema, json)
  if (parsed.success) return parsed.output
  const errors = parsed.issues.map((issue) => ({
    path: (issue.path ?? []).map((item) => String(item.key)),
    message: issue.message,
    name: 'ValidationError',
  }))
  throw validation(errors.length === 1 ? errors[0]!.message : `${errors.length} errors occurred`, {
    errors,
  })
}
