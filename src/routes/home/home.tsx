import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { latestAffairs } from '../../api-client/pages.ts'
import { liveMocks, nextLiveMock } from '../../api-client/live-mocks.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { ExamsPage } from './exams-page.tsx'
import { HomePage } from './home-page.tsx'
import { ownToday } from './own-today.ts'

export const home = new Hono<AppEnv>()

home.get('/', cached(), async (c) => {
  const { api, page, reader } = c.var
  const today = dayInIndia(new Date())
  const [affairs, own, live] = await Promise.all([
    latestAffairs(api, page.locale, today, 3),
    // Not for guests: their page is the one of everybody, filled in by their device.
    reader.user ? ownToday(reader.api, page.locale) : null,
    // In the panel only, which the page for first visitors lacks.
    reader.user || page.hasTodayPanel ? liveMocks(api) : null,
  ])
  if (!affairs.ok) return c.var.fail(affairs.error)
  const next = live?.ok ? nextLiveMock(live.value, Date.now()) : null
  return c.render(
    <HomePage page={page} affairs={affairs.value} today={today} own={own} live={next} />,
  )
})

home.get('/exams', cached(), (c) => c.render(<ExamsPage page={c.var.page} />))
