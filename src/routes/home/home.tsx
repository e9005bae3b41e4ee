import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { latestAffairs } from '../../api-client/pages.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { HomePage } from './home-page.tsx'

export const home = new Hono<AppEnv>()

home.get('/', cached(), async (c) => {
  const today = dayInIndia(new Date())
  const affairs = await latestAffairs(c.var.api, c.var.page.locale, today, 3)
  if (!affairs.ok) return c.var.fail(affairs.error)
  return c.render(<HomePage page={c.var.page} affairs={affairs.value} today={today} />)
})
