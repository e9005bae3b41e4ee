import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { SoonPage } from '../../ui/soon-page.tsx'
import { wordsIn } from '../../ui/words.ts'

export const login = new Hono<Edge>()

login.get('/login', (c) => {
  const { place } = c.var
  const words = wordsIn(place.locale)
  const title = c.req.query('islogin') === 'true' ? words.login_with_email() : words.login()
  return c.render(<SoonPage place={place} title={title} body={words.login_soon()} />, {
    layout: 'header',
  })
})
