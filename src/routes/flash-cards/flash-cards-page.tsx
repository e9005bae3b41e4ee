import type { PageContext } from '../../addresses/address.ts'
import type { FlashCard, Tag } from '../../../domain/study/flash-card.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { wordsIn } from '../../ui/words.ts'
import { DeckWays } from './deck-ways.tsx'
import { Deck } from './deck.tsx'

/** Questions on one side, answers on the other. Without script each card opens like a lid; with it, they come when it is time. */
export function FlashCardsPage({
  place,
  tag,
  tags,
  cards,
}: {
  place: PageContext
  tag: Tag | null
  tags: readonly Tag[]
  cards: readonly FlashCard[]
}) {
  const words = wordsIn(place.locale)
  const name = tag ? words.cards_of({ tag: tag.name }) : words.flash_cards()
  return (
    <>
      <Meta
        family="cards"
        place={place}
        title={words.page_title({ title: name })}
        description={words.cards_description()}
      />
      <Breadcrumbs
        place={place}
        crumbs={[...(tag ? [{ name: words.flash_cards(), path: '/flash-cards' }] : []), { name }]}
      />
      <div className="hero">
        <h1>{name}</h1>
        <p>{words.cards_lead({ count: cards.length })}</p>
      </div>
      <DeckWays place={place} tags={tags} current={tag?.slug ?? null} isOpen={tag === null} />
      <Deck
        place={place}
        cards={cards.map(({ id, front, back, locale: lang }) => ({
          ...{ id, front, back },
          lang: lang === place.locale ? undefined : lang,
        }))}
        back={place.path}
      />
    </>
  )
}
