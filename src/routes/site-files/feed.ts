import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { localizedPath } from '../../addresses/address.ts'
import { latestAffairs } from '../../api-client/pages.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { wordsIn } from '../../ui/words.ts'
import { xmlText } from '../../ui/xml.ts'

export const feed = new Hono<AppEnv>()

const entriesInFeed = 30

/** Current affairs as an Atom feed, one in each language. */
feed.get('/current-affairs/feed.xml', async (c) => {
  const { ask, page: place, brand } = c.var
  const found = await latestAffairs(ask, place.locale, dayInIndia(new Date()), entriesInFeed)
  if (!found.ok) return explain(c, found.error)
  const words = wordsIn(place.locale)
  const page = place.origin + localizedPath('/current-affairs', place.locale)
  const self = place.origin + localizedPath('/current-affairs/feed.xml', place.locale)
  const updated = found.value.reduce(
    (last, { updatedAt }) => (updatedAt > last ? updatedAt : last),
    '',
  )
  const entries = found.value.map((entry) => {
    const url = `${place.origin}${localizedPath(`/current-affairs/${entry.date}`, place.locale)}#${entry.slug}`
    return `<entry xml:lang="${entry.locale}">
<id>${xmlText(url)}</id>
<title>${xmlText(entry.title)}</title>
<link href="${xmlText(url)}"/>
<published>${entry.date}T00:00:00+05:30</published>
<updated>${xmlText(entry.updatedAt)}</updated>
<summary>${xmlText(entry.description)}</summary>
</entry>`
  })
  return c.body(
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${place.locale}">
<id>${xmlText(self)}</id>
<title>${xmlText(words.affairs_title())}</title>
<link rel="self" href="${xmlText(self)}"/>
<link href="${xmlText(page)}"/>
<updated>${xmlText(updated)}</updated>
<author><name>${xmlText(brand.name[place.locale])}</name></author>
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
