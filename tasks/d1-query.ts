import * as v from 'valibot'
import type { FailedOutcome, QueryResult, Statement } from '../product-api/database.ts'

const QueryResponse = v.object({
  success: v.boolean(),
  errors: v.optional(v.array(v.object({ code: v.optional(v.number()), message: v.string() })), []),
  result: v.optional(
    v.nullable(
      v.array(
        v.object({
          results: v.optional(v.array(v.record(v.string(), v.unknown())), []),
          meta: v.object({
            changes: v.optional(v.number(), 0),
            last_row_id: v.optional(v.nullable(v.number()), 0),
            rows_written: v.optional(v.number(), 0),
          }),
        }),
      ),
    ),
    [],
  ),
})

export type QueryAnswer =
  | { ok: true; results: QueryResult[]; rowsWritten: number }
  | {
      ok: false
      outcome: FailedOutcome
      message: string
      /** The same request would fail again. */
      isPermanent: boolean
      retryAfterMs: number | null
    }

/** A query of D1 ends after 30 s by itself. */
const timeoutMs = 60_000

/** Sends a batch to D1's HTTP API once, as one transaction. Never throws for what the network or
 *  Cloudflare does.
 *  Source: Cloudflare API, "Query D1 Database"; D1, "Debug D1", "Retry queries" and "Limits". */
export async function queryD1(
  url: string,
  token: string,
  statements: readonly Statement[],
): Promise<QueryAnswer> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        batch: statements.map(({ text, values }) => ({ sql: text, params: values })),
      }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    body = parsedJson(text)
  } catch (error) {
    return connectionFailure(error)
  }
  const parsed = v.safeParse(QueryResponse, body)
  if (response.ok && parsed.success && parsed.output.success) {
    const results = parsed.output.result ?? []
    if (results.length === statements.length)
      return {
        ok: true,
        results: results.map(({ results: rows, meta: { changes, last_row_id } }) => ({
          results: rows,
          meta: { changes, last_row_id: last_row_id ?? 0 },
        })),
        rowsWritten: results.reduce((sum, { meta }) => sum + meta.rows_written, 0),
      }
  }
  const errors = parsed.success ? parsed.output.errors.map(({ message }) => message) : []
  return refusal(response, errors.join('; '))
}

/** Failures of D1 after which nobody knows whether the batch was committed. */
const undecided = new RegExp(
  'network connection lost|object to be reset|reset because its code|exceeded timeout|' +
    'internal error|cannot resolve d1 db',
  'i',
)

/** Failures of D1 before anything was run. */
const overloaded = /overloaded|too many requests/i

/** The free plan's rows of a day are used up, until midnight UTC: every other batch of this run
 *  would be refused too. */
const usedUp = /exceeded D1's free tier daily row/i

function refusal(response: Response, message: string): QueryAnswer {
  const { status } = response
  const text = message || `Cloudflare answered ${status} without a result`
  const failure = (outcome: FailedOutcome, isPermanent: boolean): QueryAnswer => ({
    ok: false,
    outcome,
    message: text,
    isPermanent,
    retryAfterMs: retryAfterOf(response),
  })
  if (usedUp.test(message)) return failure('not-run', true)
  if (status === 429 || overloaded.test(message)) return failure('not-run', false)
  if (undecided.test(message)) return failure('unknown', false)
  if (status === 401 || status === 403 || status === 404) return failure('not-run', true)
  if (status >= 400 && status < 500) return failure('refused', true)
  return failure('unknown', false)
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

/** Codes of connections that were never made: the request was not sent. */
const unconnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH)$/

function connectionFailure(error: unknown): QueryAnswer {
  const code = codeOf(error)
  return {
    ok: false,
    outcome: unconnected.test(code) ? 'not-run' : 'unknown',
    message: `the connection to Cloudflare failed (${code})`,
    isPermanent: false,
    retryAfterMs: null,
  }
}

/** The code of a failed fetch: fetch itself throws a TypeError whose cause has it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof AggregateError && cause.errors[0] !== undefined)
    return codeOf(cause.errors[0])
  if (cause instanceof Error) return codeOf(cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An error page of a proxy, or an answer that was cut: the status decides.
    return null
  }
}
