import { FlashDeck } from '../../../client/islands/flash-deck.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { cardReviewPath, type DeckCard } from '../../../domain/study/flash-deck.ts'
import { Island } from '../../ui/island.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'
import { deckWordsIn } from './deck-words.ts'

/** Cards that open like lids; with script, a review of them. `back`: the page that they stand on, without its locale. */
export function Deck({
  place: { locale },
  cards,
  back,
}: {
  place: PageContext
  cards: readonly DeckCard[]
  back: string
}) {
  const deck = {
    cards,
    action: localizedPath(cardReviewPath, locale),
    back,
    pageLang: locale,
    words: deckWordsIn(wordsIn(locale)),
  }
  return (
    <>
      <Sheet of="flash-cards" />
      <Island name="flash-deck" when="touch" props={deck}>
        <FlashDeck {...deck} />
      </Island>
    </>
  )
}
