import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { latestAffairs } from '../../api-client/pages.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { HomePage } from './home-page.tsx'

export const home = new Hono<AppEnv>()

home.get('/', async (c) => {
  const affairs = await latestAffairs(c.var.ask, c.var.page.locale, dayInIndia(new Date()), 3)
  if (!affairs.ok) return explain(c, affairs.error)
  return c.render(<HomePage place={c.var.page} affairs={affairs.value} />)
})
