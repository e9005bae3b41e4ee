import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { ok } from '../../../domain/result.ts'
import { latestAffairs } from '../../api-client/pages.ts'
import { liveMocks, nextLiveMock } from '../../api-client/live-mocks.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { ExamsPage } from './exams-page.tsx'
import { HomePage, LatestAffairs, Today } from './home-page.tsx'
import { ownToday } from './own-today.ts'

export const home = new Hono<AppEnv>()

home.get('/', cached(), (c) => {
  const { api, page, reader } = c.var
  const today = dayInIndia(new Date())
  const latest = () => latestAffairs(api, page.locale, today, 3)
  const nextLive = async () => {
    const found = await liveMocks(api)
    return found.ok ? nextLiveMock(found.value, Date.now()) : null
  }
  return c.var.renderParts({
    known: {},
    frame: () => <HomePage page={page} hasPanel={reader.user !== null || page.hasTodayPanel} />,
    load: async () => {
      // In the panel only, which the page for first visitors lacks.
      const [found, live] = await Promise.all([latest(), page.hasTodayPanel ? nextLive() : null])
      if (!found.ok) return found
      const affairs = <LatestAffairs page={page} affairs={found.value} today={today} />
      const panel = <Today page={page} news={found.value[0]} own={null} live={live} />
      return ok({ facts: {}, parts: { affairs, today: panel } })
    },
    // Not for guests: their page is the one of everybody, filled in by their device.
    own: {
      today: async () => {
        const [own, found, live] = await Promise.all([
          ownToday(reader.api, page.locale),
          latest(),
          nextLive(),
        ])
        const news = found.ok ? found.value[0] : undefined
        return <Today page={page} news={news} own={own} live={live} />
      },
    },
  })
})

home.get('/exams', cached(), (c) => c.render(<ExamsPage page={c.var.page} />))
