import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { loggedPath } from '../../../http/logged-path.ts'
import { readText } from '../../../http/request-body.ts'
import { splitLocale } from '../../addresses/address.ts'
import { sendCspReports } from '../../api-client/inbox.ts'
import type { AppEnv } from '../../app-env.ts'

/** Where browsers report what the Content-Security-Policy refused, by report-uri and report-to. */
export const cspReports = new Hono<AppEnv>()

const maxBytes = 16_384
const maxReports = 10

const text = v.optional(v.string(), '')
const reportUri = v.object({
  'csp-report': v.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
  }),
})
const reportTo = v.array(
  v.object({
    type: v.string(),
    body: v.object({ documentURL: text, blockedURL: text, effectiveDirective: text }),
  }),
)
const reports = v.union([
  v.pipe(
    reportUri,
    v.transform(({ 'csp-report': report }) => [
      {
        page: report['document-uri'],
        blocked: report['blocked-uri'],
        directive: report['effective-directive'] || report['violated-directive'],
      },
    ]),
  ),
  v.pipe(
    reportTo,
    v.transform((list) =>
      list
        .filter(({ type }) => type === 'csp-violation')
        .map(({ body }) => ({
          page: body.documentURL,
          blocked: body.blockedURL,
          directive: body.effectiveDirective,
        })),
    ),
  ),
])

/** Answers 204 whatever becomes of it: a browser does nothing with another answer. */
cspReports.post('/csp-reports', async (c) => {
  const types = ['application/csp-report', 'application/reports+json', 'application/json']
  const body = await readText(c.req.raw, { maxBytes, types })
  if (!body.ok) return c.var.fail(body.error, 'json')
  const parsed = v.safeParse(reports, parseJson(body.value))
  if (!parsed.success) return c.json({ message: 'Not a report' }, 400)
  const { origin } = new URL(c.req.url)
  const known = parsed.output.slice(0, maxReports).flatMap((report) => {
    const page = pageOf(report.page, [origin, c.var.page.origin])
    const blocked = blockedOf(report.blocked)
    const directive = /^[a-z-]{1,40}/.exec(report.directive)?.[0]
    return page === null || blocked === null || !directive ? [] : [{ directive, blocked, page }]
  })
  if (known.length > 0) await sendCspReports(c.var.api, known)
  return c.body(null, 204)
})

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The path without its language, query, ids and tokens; null for a page of another site. */
function pageOf(address: string, origins: readonly string[]): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!origins.includes(url.origin)) return null
  const path = loggedPath(splitLocale(url.pathname).path)
  return path.replace(/\/(?=[^/]*\d)[^/]{9,}(?=\/|$)/g, '/…').slice(0, 100)
}

/** An origin, or a word such as 'inline'. null: what an extension of the browser wanted to load. */
function blockedOf(address: string): string | null {
  if (/^[a-z-]{0,30}$/.test(address)) return address || 'unknown'
  if (!URL.canParse(address)) return null
  const { protocol, origin } = new URL(address)
  if (/^https?:|^wss?:/.test(protocol)) return origin.slice(0, 100)
  return /^(data|blob|about):$/.test(protocol) ? protocol.slice(0, -1) : null
}
