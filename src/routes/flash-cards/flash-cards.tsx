import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { explain } from '../../middleware/errors.tsx'
import { flashCards as cardsOf, tags } from '../../product/flash-cards.ts'
import { FlashCardsPage } from './flash-cards-page.tsx'

export const flashCards = new Hono<Edge>()

flashCards.get('/flash-cards', (c) => deck(c, null))
flashCards.get('/flash-cards/:tag', (c) => deck(c, c.req.param('tag')))

async function deck(c: Context<Edge>, slug: string | null) {
  const { ask, place } = c.var
  const [all, names] = await Promise.all([
    cardsOf(ask, place.locale, null),
    tags(ask, place.locale),
  ])
  if (!all.ok) return explain(c, all.error)
  if (!names.ok) return explain(c, names.error)
  const used = new Set(all.value.flatMap((card) => card.tags))
  const known = names.value.filter((tag) => used.has(tag.slug))
  const tag = slug === null ? null : known.find((candidate) => candidate.slug === slug)
  if (tag === undefined) return c.notFound()
  const cards = tag ? all.value.filter((card) => card.tags.includes(tag.slug)) : all.value
  return c.render(<FlashCardsPage place={place} tag={tag} tags={known} cards={cards} />)
}
