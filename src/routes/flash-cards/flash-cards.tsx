import { cardReviewPath } from '../../addresses/paths.ts'
import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import { parseReview } from '../../../domain/study/review-log.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { anchorAfterCard } from '../../../domain/study/flash-deck.ts'
import { cardsByTag } from '../../api-client/flash-cards.ts'
import { ownCards, addCardReview } from '../../api-client/study.ts'
import { cached } from '../../middleware/page-cache.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { failed, ok } from '../../../domain/result.ts'
import { knownTag } from '../../api-client/known-content.ts'
import { notFoundFailure } from '../../respond/page-in-parts.ts'
import { CardCount, DeckWithLinks, FlashCardsPage } from './flash-cards-page.tsx'
import { tagsOfCards } from './card-tags.ts'
import { OwnCardsPage } from './own-cards-page.tsx'

export const flashCards = new Hono<AppEnv>()

flashCards.get('/flash-cards', cached({ vary: ['of'] }), (c) => {
  const of = (['due', 'wrong'] as const).find((known) => known === c.req.query('of'))
  return of ? ownCardsPage(c, of) : deck(c, null)
})
flashCards.get('/flash-cards/:tag', cached(), (c) => deck(c, c.req.param('tag')))

/** Stores a review from a browser without script, and redirects to the end of the card. */
flashCards.post(cardReviewPath, async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { known, again, back = '' } = form.value
  const path = /^\/flash-cards(\/[a-z0-9-]+|\?of=(due|wrong))?$/.test(back) ? back : '/flash-cards'
  const [pathname = '', query] = path.split('?')
  const address = localizedPath(pathname, page.locale) + (query ? `?${query}` : '')
  const review = parseReview({
    id: `form-${crypto.randomUUID().slice(0, 13)}.1`,
    card: known ?? again,
    at: Date.now(),
    grade: known === undefined ? 1 : 3,
    tookMs: 0,
  })
  if (!review) return c.redirect(address, 303)
  const guest = await reader.becomeGuest()
  const stored = guest.ok ? await addCardReview(reader.api, review) : guest
  if (stored.ok) return c.redirect(`${address}#${anchorAfterCard(review.card)}`, 303)
  const messages = messagesFor(page.locale)
  c.status(503)
  return c.render(
    <MessagePage
      title={messages.flash_cards()}
      body={messages.cards_not_stored()}
      links={[{ href: address, label: messages.cards_all() }]}
      page={c.var.page}
    />,
  )
})

async function deck(c: Context<AppEnv>, slug: string | null) {
  const { api, page } = c.var
  return c.var.renderParts<{ title: string | null }>({
    known: slug === null ? { title: null } : await knownTag(api, slug, page.locale),
    frame: ({ title }) => <FlashCardsPage page={page} tagName={title} />,
    load: async () => {
      const [cards, tags] = await Promise.all([cardsByTag(api, page.locale, slug), tagsOfCards(c)])
      if (!cards.ok) return cards
      if (!tags.ok) return tags
      const tag = slug === null ? null : tags.value.find((candidate) => candidate.slug === slug)
      if (tag === undefined) return failed(notFoundFailure)
      const parts = {
        count: <CardCount page={page} count={cards.value.length} />,
        deck: <DeckWithLinks {...{ page, tag, tags: tags.value, cards: cards.value }} />,
      }
      return ok({ facts: { title: tag?.name ?? null }, parts })
    },
  })
}

async function ownCardsPage(c: Context<AppEnv>, of: 'due' | 'wrong') {
  const { reader, page } = c.var
  const [own, known] = await Promise.all([ownCards(reader.api, of, page.locale), tagsOfCards(c)])
  if (!own.ok) return c.var.fail(own.error)
  if (!known.ok) return c.var.fail(known.error)
  return c.render(
    <OwnCardsPage
      page={page}
      kind={of}
      tags={known.value}
      isMember={reader.user !== null}
      vapidKey={c.var.config.VAPID_PUBLIC_KEY}
      {...own.value}
    />,
  )
}
