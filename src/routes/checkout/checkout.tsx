import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { SoonPage } from '../../ui/soon-page.tsx'
import { wordsIn } from '../../ui/words.ts'

export const checkout = new Hono<Edge>()

checkout.get('/village-administrative-officer-pack', soon)
checkout.get('/subscription/checkout', soon)
checkout.get('/:above{.+}/subscription/checkout', soon)
checkout.get('/:above{.+}/subscription/checkout/:below{.+}', soon)

function soon(c: Context<Edge>) {
  const { place } = c.var
  const words = wordsIn(place.locale)
  return c.render(<SoonPage place={place} title={words.plans()} body={words.checkout_soon()} />, {
    layout: 'header',
  })
}
