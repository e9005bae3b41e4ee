import type { PageContext } from '../../addresses/address.ts'
import type { FlashCard, Tag } from '../../../domain/study/flash-card.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { DeckLinks } from './deck-links.tsx'
import { Deck } from './deck.tsx'

/** All cards, or those of one topic. Its parts: how many there are, and the deck. Without script
 *  each card is a details element; with script, cards are shown when they are due. */
export function FlashCardsPage({ page, tagName }: { page: PageContext; tagName: string | null }) {
  const messages = messagesFor(page.locale)
  const name = tagName === null ? messages.flash_cards() : messages.cards_of({ tag: tagName })
  return (
    <>
      <Meta
        shareImage="cards"
        page={page}
        title={messages.page_title({ title: name })}
        description={messages.cards_description()}
      />
      <Breadcrumbs
        page={page}
        crumbs={[
          ...(tagName === null ? [] : [{ name: messages.flash_cards(), path: '/flash-cards' }]),
          { name },
        ]}
      />
      <div className="hero">
        <h1>{name}</h1>
        <PagePart name="count" />
      </div>
      <PagePart name="deck" styles={['papers', 'flash-cards']} />
    </>
  )
}

export const CardCount = ({ page, count }: { page: PageContext; count: number }) => (
  <p>{messagesFor(page.locale).cards_lead({ count })}</p>
)

export function DeckWithLinks({
  page,
  tag,
  tags,
  cards,
}: {
  page: PageContext
  tag: Tag | null
  tags: readonly Tag[]
  cards: readonly FlashCard[]
}) {
  return (
    <>
      <DeckLinks page={page} tags={tags} current={tag?.slug ?? null} isOpen={tag === null} />
      <Deck
        page={page}
        cards={cards.map(({ id, front, back, locale: lang }) => ({
          ...{ id, front, back },
          lang: lang === page.locale ? undefined : lang,
        }))}
        back={page.path}
      />
    </>
  )
}
