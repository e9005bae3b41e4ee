import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Tag } from '../../../domain/study/flash-card.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** Links to the decks: the reader's own first, then one for each topic. `current`: 'due', 'wrong',
 *  'mine', or a topic's slug. */
export function DeckLinks({
  page: { locale },
  tags,
  current,
  isOpen,
}: {
  page: PageContext
  tags: readonly Tag[]
  current: string | null
  isOpen: boolean
}) {
  const messages = messagesFor(locale)
  const all = localizedPath('/flash-cards', locale)
  const ownDecks = [
    { key: 'due', href: `${all}?of=due`, name: messages.cards_due() },
    { key: 'wrong', href: `${all}?of=wrong`, name: messages.cards_wrong() },
    { key: 'mine', href: `${all}/mine`, name: messages.cards_mine() },
    { key: 'bookmarks', href: localizedPath('/bookmarks', locale), name: messages.bookmarks() },
  ]
  const topics = tags.map(({ slug, name }) => ({
    key: slug,
    href: localizedPath(`/flash-cards/${slug}`, locale),
    name,
  }))
  return (
    <nav className="deck-ways" aria-label={messages.flash_cards()}>
      <InlineStyle name="papers" />
      <Pills links={ownDecks} current={current} />
      <details open={isOpen}>
        <summary>{messages.cards_topics()}</summary>
        <Pills links={topics} current={current} />
        <p className="small">
          <a href={localizedPath('/offline/cards', locale)}>{messages.offline_more()}</a>
        </p>
      </details>
    </nav>
  )
}

function Pills({
  links,
  current,
}: {
  links: readonly { key: string; href: string; name: string }[]
  current: string | null
}) {
  return (
    <ul className="years">
      {links.map(({ key, href, name }) => (
        <li key={key}>
          <a href={href} aria-current={key === current ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
