import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import { readReview } from '../../../domain/study/review-log.ts'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { failed, ok } from '../../../domain/result.ts'
import { afterCard, cardReviewPath } from '../../../domain/study/flash-deck.ts'
import { flashCards as cardsOf, tags, tagsWithCards } from '../../api-client/flash-cards.ts'
import { cardsOfOneself, keepReview } from '../../api-client/study.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { wordsIn } from '../../ui/words.ts'
import { FlashCardsPage } from './flash-cards-page.tsx'
import { OwnCardsPage } from './own-cards-page.tsx'

export const flashCards = new Hono<AppEnv>()

flashCards.get('/flash-cards', (c) => {
  const of = (['due', 'wrong'] as const).find((known) => known === c.req.query('of'))
  return of ? ownCards(c, of) : deck(c, null)
})
flashCards.get('/flash-cards/:tag', (c) => deck(c, c.req.param('tag')))

/** How well a card was known, from a browser without script: 303 back to the place behind the card. */
flashCards.post(cardReviewPath, async (c) => {
  const { reader, page: place } = c.var
  const { known, again, back = '' } = await formOf(c)
  const path = /^\/flash-cards(\/[a-z0-9-]+|\?of=(due|wrong))?$/.test(back) ? back : '/flash-cards'
  const [page = '', query] = path.split('?')
  const address = localizedPath(page, place.locale) + (query ? `?${query}` : '')
  const review = readReview({
    id: `form-${crypto.randomUUID().slice(0, 13)}.1`,
    card: known ?? again,
    at: Date.now(),
    grade: known === undefined ? 1 : 3,
    tookMs: 0,
  })
  if (!review) return c.redirect(address, 303)
  const named = await reader.beGuest()
  const kept = named.ok ? await keepReview(reader.call, review) : named
  if (kept.ok) return c.redirect(`${address}#${afterCard(review.card)}`, 303)
  const words = wordsIn(place.locale)
  c.status(503)
  return c.render(
    <MessagePage
      title={words.flash_cards()}
      body={words.cards_not_kept()}
      ways={[{ href: address, label: words.cards_all() }]}
      words={words}
    />,
  )
})

async function deck(c: Context<AppEnv>, slug: string | null) {
  const { ask, page: place } = c.var
  const [cards, known] = await Promise.all([cardsOf(ask, place.locale, slug), tagsOfCards(c)])
  if (!cards.ok) return explain(c, cards.error)
  if (!known.ok) return explain(c, known.error)
  const tag = slug === null ? null : known.value.find((candidate) => candidate.slug === slug)
  if (tag === undefined) return c.notFound()
  return c.render(<FlashCardsPage place={place} tag={tag} tags={known.value} cards={cards.value} />)
}

async function ownCards(c: Context<AppEnv>, of: 'due' | 'wrong') {
  const { reader, page: place } = c.var
  const [own, known] = await Promise.all([
    cardsOfOneself(reader.call, of, place.locale),
    tagsOfCards(c),
  ])
  if (!own.ok) return explain(c, own.error)
  if (!known.ok) return explain(c, known.error)
  return c.render(
    <OwnCardsPage
      place={place}
      of={of}
      tags={known.value}
      isMember={reader.user !== null}
      {...own.value}
    />,
  )
}

/** The topics under which there are cards. */
async function tagsOfCards(c: Context<AppEnv>) {
  const { ask, page: place } = c.var
  const [names, used] = await Promise.all([
    tags(ask, place.locale),
    tagsWithCards(ask, place.locale),
  ])
  if (!names.ok) return failed(names.error)
  if (!used.ok) return failed(used.error)
  return ok(names.value.filter((tag) => used.value.has(tag.slug)))
}
