import { FlashDeck } from '../../../client/islands/flash-deck.tsx'
import { addressIn, type Place } from '../../model/address.ts'
import type { FlashCard, Tag } from '../../model/flash-card.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Island } from '../../ui/island.tsx'
import { Meta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'

/** Questions on one side, answers on the other. Without script each card opens like a lid; with it, one card at a time. */
export function FlashCardsPage({
  place,
  tag,
  tags,
  cards,
}: {
  place: Place
  tag: Tag | null
  tags: readonly Tag[]
  cards: readonly FlashCard[]
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const name = tag ? words.cards_of({ tag: tag.name }) : words.flash_cards()
  const deck = {
    cards: cards.map(({ id, front, back, locale: lang }) => ({
      id,
      front,
      back,
      lang: lang === locale ? undefined : lang,
    })),
    words: {
      next: words.cards_next(),
      previous: words.cards_previous(),
      allAtOnce: words.cards_all_at_once(),
      oneByOne: words.cards_one_by_one(),
      position: words.cards_position({ position: '{position}', count: cards.length }),
    },
  }
  return (
    <>
      <Meta
        family="cards"
        place={place}
        title={words.page_title({ title: name })}
        description={words.cards_description()}
      />
      <Sheet of="papers" />
      <Sheet of="flash-cards" />
      <Breadcrumbs
        place={place}
        crumbs={[...(tag ? [{ name: words.flash_cards(), path: '/flash-cards' }] : []), { name }]}
      />
      <div className="hero">
        <h1>{name}</h1>
        <p>{words.cards_lead({ count: cards.length })}</p>
      </div>
      <ul className="years">
        {tags.map(({ slug, name }) => (
          <li key={slug}>
            <a
              href={addressIn(`/flash-cards/${slug}`, locale)}
              aria-current={slug === tag?.slug ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Island name="flash-deck" when="touch" props={deck}>
        <FlashDeck {...deck} />
      </Island>
    </>
  )
}
