import { cardReviewPath } from '../../addresses/paths.ts'
import { FlashDeck } from '../../../client/islands/flash-deck.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { DeckCard } from '../../../domain/study/flash-deck.ts'
import { Island } from '../../ui/island.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { deckMessages } from './deck-messages.ts'

/** Flash cards as details elements; with script, a review of them (island flash-deck). `back`: path
 *  of the page that contains the deck, without its locale. */
export function Deck({
  page: { locale },
  cards,
  back,
}: {
  page: PageContext
  cards: readonly DeckCard[]
  back: string
}) {
  const deck = {
    cards,
    action: localizedPath(cardReviewPath, locale),
    back,
    pageLang: locale,
    messages: deckMessages(messagesFor(locale)),
  }
  return (
    <>
      <InlineStyle name="flash-cards" />
      <Island name="flash-deck" when="touch" props={deck}>
        <FlashDeck {...deck} />
      </Island>
    </>
  )
}
