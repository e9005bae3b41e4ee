import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestsTo } from '../support/reader.ts'
import { captureLog, list, origin, productApiAnswers, visit } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('/.well-known/security.txt', () => {
  const fieldsOf = async (settings: Record<string, string> = {}) => {
    const answer = await visit('/.well-known/security.txt', { settings })
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
    return Object.fromEntries(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
    )
  }

  it('has the fields of RFC 9116, from the settings', async () => {
    const settings = {
      SECURITY_CONTACT: 'https://abhyasa.test/report',
      SECURITY_POLICY_URL: 'https://abhyasa.test/security',
    }
    expect(await fieldsOf(settings)).toMatchObject({
      Contact: 'https://abhyasa.test/report',
      Policy: 'https://abhyasa.test/security',
      'Preferred-Languages': 'en, kn, te',
      Canonical: `${origin()}/.well-known/security.txt`,
    })
    expect((await fieldsOf({ SUPPORT_EMAIL: 'help@abhyasa.test' })).Contact).toBe(
      'mailto:help@abhyasa.test',
    )
  })

  it.each(['2026-11-23T20:00:00Z', '2027-12-31T23:59:59Z', '2031-03-01T00:00:00Z'])(
    'expires in the future and within a year, read on %s',
    async (now) => {
      vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
      const expires = Date.parse((await fieldsOf()).Expires ?? '')
      expect(expires - Date.now()).toBeGreaterThan(30 * 86_400_000)
      expect(expires - Date.now()).toBeLessThan(365 * 86_400_000)
    },
  )
})

describe('reports of the Content-Security-Policy', () => {
  const send = (body: unknown, type = 'application/csp-report') => {
    const seen = productApiAnswers({ '/api/csp-reports': { ok: true } })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': type, origin: origin() }
    return { seen, answer: visit('/csp-reports', { method: 'POST', headers, body: text }) }
  }
  const byUri = (report: Record<string, string>) => ({ 'csp-report': report })
  const violation = (body: Record<string, string>, type = 'csp-violation') => ({ type, body })

  it('are asked for by every page, in both ways that browsers know', async () => {
    productApiAnswers({ '/': list() })
    const { headers } = await visit('/en/sda-fda')
    expect(headers.get('content-security-policy')).toMatch(
      /report-uri \/csp-reports; report-to csp/,
    )
    expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
  })

  it('are counted without what names a person or an attempt', async () => {
    const { seen, answer } = send(
      byUri({
        'document-uri': `${origin()}/en/attempts/3f0c3a52-6f0e-4b8e-9a53-0d3a4b9b7c11?q=ravi`,
        'blocked-uri': 'https://ads.example/pixel?user=7',
        'effective-directive': 'img-src',
      }),
    )
    expect((await answer).status).toBe(204)
    expect(await requestsTo(seen, '/api/csp-reports')[0]!.json()).toEqual({
      reports: [{ directive: 'img-src', blocked: 'https://ads.example', page: '/attempts/…' }],
    })
  })

  it('come in lists, of which those of this site’s pages are counted, ten at most', async () => {
    const own = { documentURL: `${origin()}/vao`, effectiveDirective: 'script-src-elem' }
    const { seen, answer } = send(
      [
        violation({ ...own, blockedURL: 'inline' }),
        violation({ ...own, blockedURL: 'chrome-extension://abc/x.js' }),
        violation({ ...own, documentURL: 'https://other.example/', blockedURL: 'inline' }),
        violation({ ...own, blockedURL: 'inline' }, 'deprecation'),
        ...Array.from({ length: 20 }, () => violation({ ...own, blockedURL: 'eval' })),
      ],
      'application/reports+json',
    )
    expect((await answer).status).toBe(204)
    const { reports } = await requestsTo(seen, '/api/csp-reports')[0]!.json<{
      reports: { blocked: string }[]
    }>()
    expect(reports.map(({ blocked }) => blocked)).toEqual(['inline', ...Array(7).fill('eval')])
  })

  it.each([
    ['{"csp-report":', 'application/csp-report', 400],
    ['[]x', 'application/reports+json', 400],
    ['"x"', 'application/csp-report', 400],
    [`"${'x'.repeat(20_000)}"`, 'application/csp-report', 413],
    ['{}', 'text/html', 415],
  ])('that are none are refused: %.20s as %s', async (body, type, status) => {
    const { seen, answer } = send(body, type)
    expect([(await answer).status, seen]).toEqual([status, []])
  })
})

describe('the resource policy', () => {
  it('keeps answers for this site’s pages, but for images', async () => {
    productApiAnswers({ '/': list() })
    for (const path of ['/', '/api/auth/session', '/robots.txt', '/nosuch', '/sitemap.xml'])
      expect((await visit(path)).headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})
