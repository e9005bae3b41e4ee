import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Tag } from '../../../domain/study/flash-card.ts'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'

/** Which cards there are: one's own first, then by topic. `current`: 'due', 'wrong', or a topic's slug. */
export function DeckWays({
  place: { locale },
  tags,
  current,
  isOpen,
}: {
  place: PageContext
  tags: readonly Tag[]
  current: string | null
  isOpen: boolean
}) {
  const words = wordsIn(locale)
  const all = localizedPath('/flash-cards', locale)
  const own = [
    { key: 'due', href: `${all}?of=due`, name: words.cards_due() },
    { key: 'wrong', href: `${all}?of=wrong`, name: words.cards_wrong() },
  ]
  const topics = tags.map(({ slug, name }) => ({
    key: slug,
    href: localizedPath(`/flash-cards/${slug}`, locale),
    name,
  }))
  return (
    <nav className="deck-ways" aria-label={words.flash_cards()}>
      <Sheet of="papers" />
      <Pills ways={own} current={current} />
      <details open={isOpen}>
        <summary>{words.cards_topics()}</summary>
        <Pills ways={topics} current={current} />
      </details>
    </nav>
  )
}

function Pills({
  ways,
  current,
}: {
  ways: readonly { key: string; href: string; name: string }[]
  current: string | null
}) {
  return (
    <ul className="years">
      {ways.map(({ key, href, name }) => (
        <li key={key}>
          <a href={href} aria-current={key === current ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
