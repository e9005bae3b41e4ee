import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { SoonPage } from '../../ui/soon-page.tsx'
import { wordsIn } from '../../ui/words.ts'

export const account = new Hono<Edge>()

account.get('/account', (c) => {
  const { place } = c.var
  const words = wordsIn(place.locale)
  return c.render(<SoonPage place={place} title={words.my_account()} body={words.account_soon()} />)
})
