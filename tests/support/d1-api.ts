import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import * as v from 'valibot'
import { totalChanges } from './sqlite-database.ts'

/** What happens to one request. Of `429`, `500`, `cut`, `overloaded` and `used-up` nothing is run;
 *  `cut-after` and `500-after` commit the batch, and the client does not learn of it. */
export type Fault =
  '429' | '500' | '500-after' | 'cut' | 'cut-after' | 'overloaded' | 'reset' | 'used-up'

/** D1's limits and those of Cloudflare's API, as documented. */
const limits = {
  sqlBytes: 100_000,
  parameters: 100,
  valueBytes: 2_000_000,
  bodyBytes: 100_000_000,
  requests: 1200,
  perMs: 5 * 60_000,
}

const usedUp =
  "Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or " +
  'wait until tomorrow (midnight UTC) to continue.'

const Query = v.object({
  sql: v.string(),
  params: v.optional(v.array(v.union([v.string(), v.number(), v.null()])), []),
})
const Body = v.union([v.object({ batch: v.array(Query) }), Query])

export type RouteAnswer = { result: unknown } | { status: number; code: number; message: string }

type Settings = {
  database: DatabaseSync
  /** Decides what happens to the n-th request, from 0. */
  faultOf?: (request: number) => Fault | null
  retryAfterSeconds?: number
  port?: number
  /** Answers what is no query; undefined: 404. */
  otherRoutes?: (method: string, path: string, body: string) => RouteAnswer | undefined
}

export type D1Api = {
  /** For CLOUDFLARE_API_BASE_URL. */
  url: string
  /** For the other settings of the commands. */
  settings: Record<string, string>
  /** Of all requests so far, in order. */
  requests: { statements: number; bytes: number; rowsWritten: number; fault: Fault | null }[]
  faultOf: (request: number) => Fault | null
  stop: () => Promise<void>
}

export const token = 'a-token-of-the-stand-in'
export const account = '0123456789abcdef0123456789abcdef'
export const databaseId = '01234567-89ab-cdef-0123-456789abcdef'

/** D1's HTTP API on an SQLite database: POST /accounts/:account/d1/database/:id/query with `batch`,
 *  or with `sql` and `params`. A request is one transaction. Listens on 127.0.0.1. */
export async function startD1Api({
  database,
  faultOf = () => null,
  retryAfterSeconds = 0,
  port = 0,
  otherRoutes = () => undefined,
}: Settings): Promise<D1Api> {
  const api: Omit<D1Api, 'url' | 'settings' | 'stop'> = { requests: [], faultOf }
  const startedAt: number[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const text = await textOf(request)
    const record = {
      statements: 0,
      bytes: text.length,
      rowsWritten: 0,
      fault: null as Fault | null,
    }
    const fault = (record.fault = api.faultOf(api.requests.push(record) - 1))
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === '429' || isTooOften(startedAt))
      return refuse(response, 429, 971, 'Please wait and consider throttling your request speed', {
        'retry-after': String(retryAfterSeconds),
      })
    if (fault === '500') return refuse(response, 500, 7500, 'Internal server error')
    if (fault === 'overloaded')
      return refuse(response, 400, 7500, 'D1 DB is overloaded. Too many requests queued.')
    if (fault === 'used-up') return refuse(response, 400, 7500, usedUp)
    if (fault === 'reset')
      return refuse(
        response,
        400,
        7500,
        'D1 DB storage operation exceeded timeout which caused object to be reset.',
      )
    if (!request.url?.endsWith('/query')) {
      const other = otherRoutes(request.method ?? '', request.url ?? '', text)
      if (other && 'result' in other) return send(response, 200, accepted(other.result))
      if (other) return refuse(response, other.status, other.code, other.message)
    }
    const outcome = run(database, request, text)
    if ('results' in outcome) {
      record.statements = outcome.results.length
      record.rowsWritten = outcome.results.reduce((sum, { meta }) => sum + meta.rows_written, 0)
    }
    if (fault === 'cut-after') return void request.socket.destroy()
    if (fault === '500-after') return refuse(response, 500, 7500, 'Internal server error')
    if ('results' in outcome) return send(response, 200, accepted(outcome.results))
    refuse(response, outcome.status, outcome.code, outcome.message)
  }

  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(api, {
    url,
    settings: {
      CLOUDFLARE_API_BASE_URL: url,
      CLOUDFLARE_API_TOKEN: token,
      CLOUDFLARE_ACCOUNT_ID: account,
      D1_DATABASE_ID: databaseId,
    },
    stop: () => stopped(server),
  })
}

function isTooOften(startedAt: number[]): boolean {
  const now = performance.now()
  while (startedAt[0] !== undefined && startedAt[0] < now - limits.perMs) startedAt.shift()
  return startedAt.push(now) > limits.requests
}

type Refusal = { status: number; code: number; message: string }
type Result = {
  success: true
  results: unknown[]
  meta: { changes: number; last_row_id: number; rows_written: number; duration: number }
}

function run(
  database: DatabaseSync,
  { url = '', method, headers }: IncomingMessage,
  text: string,
): { results: Result[] } | Refusal {
  if (headers.authorization !== `Bearer ${token}`)
    return { status: 401, code: 10000, message: 'Authentication error' }
  const [, of, id] = /^\/accounts\/([^/]+)\/d1\/database\/([^/]+)\/query$/.exec(url) ?? []
  if (of !== account || method !== 'POST')
    return { status: 404, code: 7003, message: `Could not route to ${url}` }
  if (id !== databaseId)
    return { status: 404, code: 7404, message: `The database ${id} could not be found` }
  if (byteLength(text) > limits.bodyBytes)
    return { status: 413, code: 7413, message: 'Request entity too large' }
  const parsed = v.safeParse(Body, JSON.parse(text))
  if (!parsed.success)
    return { status: 400, code: 7400, message: 'The request is malformed: no batch and no sql' }
  const queries = 'batch' in parsed.output ? parsed.output.batch : [parsed.output]
  const problem = queries.map(limitProblem).find((reason) => reason !== null)
  if (problem) return { status: 400, code: 7500, message: problem }
  return transaction(database, queries)
}

type BatchQuery = v.InferOutput<typeof Query>

function limitProblem({ sql, params }: BatchQuery): string | null {
  if (byteLength(sql) > limits.sqlBytes) return 'statement too long: SQLITE_TOOBIG'
  if (params.length > limits.parameters) return 'too many SQL variables: SQLITE_ERROR'
  const isTooLong = params.some((value) => byteLength(String(value)) > limits.valueBytes)
  return isTooLong ? 'string or blob too big: SQLITE_TOOBIG' : null
}

/** D1 runs all statements of a request or none. */
function transaction(
  database: DatabaseSync,
  queries: readonly BatchQuery[],
): { results: Result[] } | Refusal {
  database.exec('BEGIN')
  try {
    const results = queries.flatMap(({ sql, params }) => runQuery(database, sql, params))
    database.exec('COMMIT')
    return { results }
  } catch (error) {
    database.exec('ROLLBACK')
    const { message } = error as Error
    const kind = /constraint/i.test(message) ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR'
    return { status: 400, code: 7500, message: `${message}: ${kind}` }
  }
}

/** Runs the statements of an SQL text, which a semicolon separates; only one may have values. */
function runQuery(database: DatabaseSync, sql: string, params: readonly SQLInputValue[]): Result[] {
  const results: Result[] = []
  let rest = sql
  while (withoutComments(rest) !== '') {
    const startedAt = performance.now()
    const before = totalChanges(database)
    const statement = database.prepare(rest)
    const rows = statement.all(...params)
    const { id } = database.prepare('SELECT last_insert_rowid() AS id').get() as { id: number }
    const changes = totalChanges(database) - before
    const duration = performance.now() - startedAt
    const meta = { changes, last_row_id: id, rows_written: changes, duration }
    results.push({ success: true, results: rows, meta })
    rest = rest.slice(rest.indexOf(statement.sourceSQL) + statement.sourceSQL.length)
  }
  return results
}

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '').replace(/;/g, '').trim()

async function textOf(request: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request) text += decoder.decode(chunk as Uint8Array, { stream: true })
  return text + decoder.decode()
}

const byteLength = (text: string) => new TextEncoder().encode(text).byteLength

const accepted = (result: unknown) => ({ success: true, errors: [], messages: [], result })

const refuse = (
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
) =>
  send(
    response,
    status,
    { result: null, success: false, errors: [{ code, message }], messages: [] },
    headers,
  )

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function stopped(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => void server.close(() => done()))
}
