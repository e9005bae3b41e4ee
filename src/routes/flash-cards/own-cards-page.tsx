import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Tag } from '../../../domain/study/flash-card.ts'
import type { CardCounts, DeckCard, OwnCard } from '../../../domain/study/flash-deck.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
import { DeckWays } from './deck-ways.tsx'
import { Deck } from './deck.tsx'

/** One's own cards: what is due now, or what went wrong in tests. */
export function OwnCardsPage({
  place,
  of,
  tags,
  cards,
  counts,
  isMember,
}: {
  place: PageContext
  of: 'due' | 'wrong'
  tags: readonly Tag[]
  cards: readonly OwnCard[]
  counts: CardCounts
  isMember: boolean
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const back = `/flash-cards?of=${of}`
  const isEmpty = cards.length === 0
  const said =
    of === 'due'
      ? { name: words.cards_due(), lead: words.cards_due_lead(), empty: words.cards_due_empty() }
      : {
          name: words.cards_wrong(),
          lead: words.cards_wrong_lead(),
          empty: words.cards_wrong_empty(),
        }
  const login = `${localizedPath('/login', locale)}?${new URLSearchParams({ callbackUrl: `${localizedPath('/flash-cards', locale)}?of=${of}` })}`
  return (
    <>
      <UnlistedMeta title={words.page_title({ title: said.name })} description={said.lead} />
      <Breadcrumbs
        place={place}
        crumbs={[{ name: words.flash_cards(), path: '/flash-cards' }, { name: said.name }]}
      />
      <div className="hero">
        <h1>{said.name}</h1>
        <p>{isEmpty ? said.empty : said.lead}</p>
        {!isEmpty && <p className="small">{words.cards_counts(counts)}</p>}
      </div>
      {isEmpty && of === 'wrong' && (
        <p>
          <a className="btn" href={localizedPath('/', locale)}>
            {words.cards_find_test()}
          </a>
        </p>
      )}
      <DeckWays place={place} tags={tags} current={of} isOpen={isEmpty} />
      {!isEmpty && (
        <Deck place={place} cards={cards.map((card) => shown(card, locale, words))} back={back} />
      )}
      {!isMember && (
        <p className="note">
          <span>{words.cards_sign_in()}</span>
          <a href={login}>{words.login()}</a>
        </p>
      )}
    </>
  )
}

function shown(card: OwnCard, locale: PageContext['locale'], words: Words): DeckCard {
  const { id, front, back, options, explanation, figure, missed, isRightSince } = card
  const remark = [
    missed > 1 && words.cards_missed_times({ count: missed }),
    isRightSince && words.cards_right_since(),
  ]
    .filter((sentence) => sentence !== false)
    .join(' · ')
  const langOf = (other: PageContext['locale']) => (other === locale ? undefined : other)
  return {
    ...{ id, front, back },
    lang: langOf(card.locale),
    ...(options && { options }),
    why: explanation && { text: explanation.text, lang: langOf(explanation.locale) },
    figure: figure && { ...figure, alt: figure.alt ?? '' },
    remark: remark === '' ? undefined : remark,
  }
}
