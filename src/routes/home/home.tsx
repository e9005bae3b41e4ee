import { Hono } from 'hono/quick'
import type { Edge } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { latestAffairs } from '../../api-client/pages.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { HomePage } from './home-page.tsx'

export const home = new Hono<Edge>()

home.get('/', async (c) => {
  const affairs = await latestAffairs(c.var.ask, c.var.place.locale, dayInIndia(new Date()), 3)
  if (!affairs.ok) return explain(c, affairs.error)
  return c.render(<HomePage place={c.var.place} affairs={affairs.value} />)
})
