import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { latestAffairs } from '../../api-client/pages.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { messagesFor } from '../../ui/messages.ts'
import { escapeXml } from '../../ui/xml.ts'

export const feed = new Hono<AppEnv>()

const maxEntries = 30

/** Current affairs as an Atom feed, one per language. */
feed.get('/current-affairs/feed.xml', async (c) => {
  const { api, page, brand } = c.var
  const found = await latestAffairs(api, page.locale, dayInIndia(new Date()), maxEntries)
  if (!found.ok) return c.var.fail(found.error)
  const messages = messagesFor(page.locale)
  const listUrl = page.origin + localizedPath('/current-affairs', page.locale)
  const self = page.origin + localizedPath('/current-affairs/feed.xml', page.locale)
  const updated = found.value.reduce(
    (last, { updatedAt }) => (updatedAt > last ? updatedAt : last),
    '',
  )
  const entries = found.value.map((entry) => {
    const dayPath = localizedPath(`/current-affairs/${entry.date}`, page.locale)
    const url = `${page.origin}${dayPath}#${entry.slug}`
    return `<entry xml:lang="${entry.locale}">
<id>${escapeXml(url)}</id>
<title>${escapeXml(entry.title)}</title>
<link href="${escapeXml(url)}"/>
<published>${entry.date}T00:00:00+05:30</published>
<updated>${escapeXml(entry.updatedAt)}</updated>
<summary>${escapeXml(entry.description)}</summary>
</entry>`
  })
  return c.body(
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${page.locale}">
<id>${escapeXml(self)}</id>
<title>${escapeXml(messages.affairs_title())}</title>
<link rel="self" href="${escapeXml(self)}"/>
<link href="${escapeXml(listUrl)}"/>
<updated>${escapeXml(updated)}</updated>
<author><name>${escapeXml(brand.name[page.locale])}</name></author>
${entries.join('\n')}
</feed>
`,
    200,
    {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=900',
    },
  )
})
