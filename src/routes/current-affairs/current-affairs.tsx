import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { explain } from '../../middleware/errors.tsx'
import { affairsOf, latestAffairs } from '../../product/pages.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { AffairsDayPage } from './affairs-day-page.tsx'
import { CurrentAffairsPage } from './current-affairs-page.tsx'

export const currentAffairs = new Hono<Edge>()

currentAffairs.get('/current-affairs', async (c) => {
  const affairs = await latestAffairs(c.var.ask, c.var.place.locale, dayInIndia(new Date()), 60)
  if (!affairs.ok) return explain(c, affairs.error)
  return c.render(<CurrentAffairsPage place={c.var.place} affairs={affairs.value} />)
})

currentAffairs.get('/current-affairs/:date{\\d{4}-\\d{2}-\\d{2}}', async (c) => {
  const date = c.req.param('date')
  const { ask, place, brand } = c.var
  const entries = await affairsOf(ask, place.locale, date)
  if (!entries.ok) return explain(c, entries.error)
  if (entries.value.length === 0) return c.notFound()
  return c.render(
    <AffairsDayPage place={place} brand={brand} date={date} entries={entries.value} />,
  )
})
