import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { addressIn, alternates } from '../../model/address.ts'
import { findExam } from '../../model/exams.ts'
import { locales } from '../../model/locale.ts'
import { testPath } from '../../model/paper.ts'
import { knownAddresses } from '../../model/site-map.ts'
import { papersOf } from '../../product/papers.ts'
import { exams } from '../../model/exams.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { latestAffairs } from '../../product/pages.ts'

export const siteFiles = new Hono<Edge>()

siteFiles.get('/robots.txt', (c) => {
  const hidden = knownAddresses.filter(({ listed, path }) => !listed && !path.includes('?'))
  const paths = [
    ...new Set(hidden.flatMap(({ path }) => locales.map((locale) => addressIn(path, locale)))),
  ]
  return c.text(
    [
      'User-agent: *',
      'Disallow: /api/',
      ...paths.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${c.var.place.origin}/sitemap.xml`,
      '',
    ].join('\n'),
  )
})

siteFiles.get('/sitemap.xml', async (c) => {
  const { ask, place } = c.var
  const fixed = knownAddresses.filter(({ listed }) => listed).map(({ path }) => path)
  const papers = await Promise.all(exams.map((exam) => papersOf(ask, exam, exam.languages[0]!)))
  const tests = papers
    .flatMap((found) => (found.ok ? found.value : []))
    .flatMap((paper) => {
      const exam = findExam(paper.exam)
      return exam ? [testPath(exam.state, exam.slug, paper.slug)] : []
    })
  const affairs = await latestAffairs(ask, 'kn', dayInIndia(new Date()), 100)
  const days = affairs.ok ? affairs.value.map(({ date }) => `/current-affairs/${date}`) : []
  const urls = [...new Set([...fixed, ...tests, ...days])].flatMap((path) =>
    urlEntries(place.origin, path),
  )
  return c.body(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`,
    200,
    { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  )
})

/** A page in each of its languages; each entry names them all, and the one for readers of none. */
function urlEntries(origin: string, path: string): string[] {
  const languages = alternates(path)
  const link = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${xml(origin + href)}"/>`
  const links = [
    ...languages.map(({ locale, path: href }) => link(locale, href)),
    link('x-default', path),
  ].join('')
  return languages.map(({ path: href }) => `<url><loc>${xml(origin + href)}</loc>${links}</url>`)
}

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Lets Android open our addresses in the app; only where the operator gave the app's certificates. */
siteFiles.get('/.well-known/assetlinks.json', (c) => {
  const { config, brand } = c.var
  const fingerprints = config.ANDROID_APP_CERTIFICATES.split(/[\s,]+/).filter(Boolean)
  if (fingerprints.length === 0) return c.notFound()
  return c.json([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: brand.appId,
        sha256_cert_fingerprints: fingerprints,
      },
    },
  ])
})
