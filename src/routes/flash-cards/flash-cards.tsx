import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { explain } from '../../middleware/errors.tsx'
import { flashCards as cardsOf, tags, tagsWithCards } from '../../product/flash-cards.ts'
import { FlashCardsPage } from './flash-cards-page.tsx'

export const flashCards = new Hono<Edge>()

flashCards.get('/flash-cards', (c) => deck(c, null))
flashCards.get('/flash-cards/:tag', (c) => deck(c, c.req.param('tag')))

async function deck(c: Context<Edge>, slug: string | null) {
  const { ask, place } = c.var
  const [cards, names, used] = await Promise.all([
    cardsOf(ask, place.locale, slug),
    tags(ask, place.locale),
    tagsWithCards(ask, place.locale),
  ])
  if (!cards.ok) return explain(c, cards.error)
  if (!names.ok) return explain(c, names.error)
  if (!used.ok) return explain(c, used.error)
  const known = names.value.filter((tag) => used.value.has(tag.slug))
  const tag = slug === null ? null : known.find((candidate) => candidate.slug === slug)
  if (tag === undefined) return c.notFound()
  return c.render(<FlashCardsPage place={place} tag={tag} tags={known} cards={cards.value} />)
}
