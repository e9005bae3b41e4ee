import type { PageContext } from '../../addresses/address.ts'
import type { FlashCard, Tag } from '../../../domain/study/flash-card.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { DeckLinks } from './deck-links.tsx'
import { Deck } from './deck.tsx'

/** All cards, or those of one topic. Without script each card is a details element; with script,
 *  cards are shown when they are due. */
export function FlashCardsPage({
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
  const messages = messagesFor(page.locale)
  const name = tag ? messages.cards_of({ tag: tag.name }) : messages.flash_cards()
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
          ...(tag ? [{ name: messages.flash_cards(), path: '/flash-cards' }] : []),
          { name },
        ]}
      />
      <div className="hero">
        <h1>{name}</h1>
        <p>{messages.cards_lead({ count: cards.length })}</p>
      </div>
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
