import { Hono } from 'hono'
import { newCardsRequest } from '../../domain/contracts/own-cards.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { ownerOf } from '../owner.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { addOwnCards, deleteOwnCard, maxOwnCards, ownCardsOf } from './own-cards.ts'

/** The cards that the caller wrote. */
export const ownCardRoutes = new Hono<ApiEnv>()
ownCardRoutes.use(noStore)

const maxBytes = 262_144

/** GET -> { data: WrittenCard[], meta: { left } }. */
ownCardRoutes.get('/', async (c) => {
  const data = await ownCardsOf(c.env.DB, ownerOf(c))
  return c.json({ data, meta: { left: Math.max(0, maxOwnCards - data.length) } })
})

/** POST { cards: [{ front, back }], locale } -> { data: { added, known, left } }. */
ownCardRoutes.post('/', async (c) => {
  const owner = ownerOf(c)
  const { cards, locale } = await readBody(c, newCardsRequest, { isDataAllowed: true, maxBytes })
  const data = await addOwnCards(c.env.DB, owner, cards, { locale, now: new Date() })
  return c.json({ data, meta: {} })
})

/** DELETE -> { ok: true }. Errors: 404 if the caller has no such card. */
ownCardRoutes.delete('/:id{own-[0-9a-f]{32}}', async (c) => {
  if (!(await deleteOwnCard(c.env.DB, ownerOf(c), c.req.param('id')))) throw notFound()
  return c.json({ ok: true })
})
