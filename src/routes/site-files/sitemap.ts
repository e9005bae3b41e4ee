import { liveMockPath, planPath, testPath } from '../../addresses/paths.ts'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath, alternates } from '../../addresses/address.ts'
import { findExam } from '../../exams.ts'
import { defaultLocale, locales } from '../../../domain/locale.ts'
import { knownAddresses } from '../../addresses/site-map.ts'
import { liveMocks } from '../../api-client/live-mocks.ts'
import { studyPlans } from '../../api-client/study-plans.ts'
import {
  pagesLastModified,
  papersLastModified,
  type LastModified,
} from '../../api-client/site-map.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { escapeXml } from '../../ui/xml.ts'

export const sitemap = new Hono<AppEnv>()

const parts = ['pages', 'papers', 'current-affairs'] as const

/** An entry of a sitemap. `path`: without locale. `changedOn`: the date of the last change, if
 *  known. */
type SitemapEntry = { path: string; changedOn: string | null }

sitemap.get('/robots.txt', (c) => {
  const hidden = knownAddresses().filter(({ listed, path }) => !listed && !path.includes('?'))
  const paths = [
    ...new Set(hidden.flatMap(({ path }) => locales.map((locale) => localizedPath(path, locale)))),
  ]
  return c.text(
    [
      'User-agent: *',
      'Disallow: /api/',
      ...paths.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${c.var.page.origin}/sitemap.xml`,
      '',
    ].join('\n'),
    200,
    { 'cache-control': 'public, max-age=3600' },
  )
})

sitemap.get('/sitemap.xml', (c) => {
  const { origin } = c.var.page
  const entries = parts.map(
    (part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>`,
  )
  return c.body(document('sitemapindex', '', entries), 200, headers)
})

sitemap.get('/sitemap-pages.xml', async (c) => {
  const found = await pagesLastModified(c.var.api)
  const changed = new Map(found.ok ? found.value.map((page) => [`/${page.slug}`, dayOf(page)]) : [])
  const listed = knownAddresses()
    .filter(({ listed }) => listed)
    .map(({ path }) => ({ path, changedOn: changed.get(path) ?? null }))
  const plans = await studyPlans(c.var.api, defaultLocale)
  if (plans.ok)
    listed.push(...plans.value.map(({ slug }) => ({ path: planPath(slug), changedOn: null })))
  return c.body(urls(c.var.page.origin, listed), 200, headers)
})

sitemap.get('/sitemap-papers.xml', async (c) => {
  const found = await papersLastModified(c.var.api)
  const listed = (found.ok ? found.value : []).flatMap((paper): SitemapEntry[] => {
    const exam = paper.exam === null ? undefined : findExam(paper.exam)
    return exam
      ? [{ path: testPath(exam.state, exam.slug, paper.slug), changedOn: dayOf(paper) }]
      : []
  })
  const live = await liveMocks(c.var.api)
  if (live.ok)
    listed.push(...live.value.map(({ slug }) => ({ path: liveMockPath(slug), changedOn: null })))
  return c.body(urls(c.var.page.origin, listed), found.ok ? 200 : 503, headers)
})

sitemap.get('/sitemap-current-affairs.xml', async (c) => {
  const found = await pagesLastModified(c.var.api)
  const today = dayInIndia(new Date())
  const listed = (found.ok ? found.value : []).flatMap((page) =>
    page.date !== null && page.date <= today
      ? [{ path: `/current-affairs/${page.date}`, changedOn: dayOf(page) }]
      : [],
  )
  return c.body(urls(c.var.page.origin, listed), found.ok ? 200 : 503, headers)
})

const dayOf = ({ updatedAt }: LastModified) => dayInIndia(new Date(updatedAt))

const headers = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=3600',
}

function urls(origin: string, listed: readonly SitemapEntry[]): string {
  const byPath = new Map(listed.map((entry) => [entry.path, entry]))
  return document(
    'urlset',
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml"',
    [...byPath.values()].flatMap((entry) => entriesOf(origin, entry)),
  )
}

/** The <url> elements of a page, one per language, each with all alternates and x-default. */
function entriesOf(origin: string, { path, changedOn }: SitemapEntry): string[] {
  const languages = alternates(path)
  const link = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(origin + href)}"/>`
  const links = [
    ...languages.map(({ locale, path: href }) => link(locale, href)),
    link('x-default', path),
  ].join('')
  const lastmod = changedOn === null ? '' : `<lastmod>${changedOn}</lastmod>`
  return languages.map(
    ({ path: href }) => `<url><loc>${escapeXml(origin + href)}</loc>${lastmod}${links}</url>`,
  )
}

const document = (root: string, namespaces: string, entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>
${entries.join('\n')}
</${root}>
`
