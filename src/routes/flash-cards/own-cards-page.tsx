import { DueCalendar } from '../../../client/islands/deck/due-calendar.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import type { Tag } from '../../../domain/study/flash-card.ts'
import type { CardCounts, DeckCard, OwnCard } from '../../../domain/study/flash-deck.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { RemindMe } from '../../ui/remind-me.tsx'
import { DeckLinks } from './deck-links.tsx'
import { deckMessages } from './deck-messages.ts'
import { Deck } from './deck.tsx'

/** The reader's own cards: due now, or made from questions answered wrong in tests. */
export function OwnCardsPage({
  page,
  kind,
  tags,
  cards,
  counts,
  calendar = [],
  isMember,
  vapidKey,
}: {
  page: PageContext
  kind: 'due' | 'wrong'
  tags: readonly Tag[]
  cards: readonly OwnCard[]
  counts: CardCounts
  /** How many cards are due on the coming days. */
  calendar?: readonly { on: string; cards: number }[] | undefined
  isMember: boolean
  vapidKey: string
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const back = `/flash-cards?of=${kind}`
  const isEmpty = cards.length === 0
  const hasCards =
    counts.due + counts.fresh + counts.learned > 0 || calendar.some(({ cards }) => cards > 0)
  const reminder = kind === 'due' && hasCards && (
    <RemindMe page={page} kind="cards" from={back} vapidKey={vapidKey} />
  )
  const texts =
    kind === 'due'
      ? {
          name: messages.cards_due(),
          lead: messages.cards_due_lead(),
          empty: messages.cards_due_empty(),
        }
      : {
          name: messages.cards_wrong(),
          lead: messages.cards_wrong_lead(),
          empty: messages.cards_wrong_empty(),
        }
  const login = loginPath(`${localizedPath('/flash-cards', locale)}?of=${kind}`, locale)
  return (
    <>
      <UnlistedMeta title={messages.page_title({ title: texts.name })} description={texts.lead} />
      <InlineStyle name="forms" />
      <InlineStyle name="passages" />
      <InlineStyle name="figures" />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: messages.flash_cards(), path: '/flash-cards' }, { name: texts.name }]}
      />
      <div className="hero">
        <h1>{texts.name}</h1>
        <p>{isEmpty ? texts.empty : texts.lead}</p>
        {!isEmpty && <p className="small own-counts">{messages.cards_counts(counts)}</p>}
      </div>
      {isEmpty && kind === 'wrong' && (
        <p>
          <a className="btn" href={localizedPath('/', locale)}>
            {messages.cards_find_test()}
          </a>
        </p>
      )}
      {isEmpty && reminder}
      <DeckLinks page={page} tags={tags} current={kind} isOpen={isEmpty} />
      {!isEmpty && (
        <Deck
          page={page}
          cards={cards.map((card) => deckCard(card, locale, messages))}
          back={back}
        />
      )}
      {calendar.some(({ cards }) => cards > 0) && (
        <>
          <InlineStyle name="flash-cards" />
          <DueCalendar days={calendar} messages={deckMessages(messages)} pageLang={locale} />
        </>
      )}
      {!isEmpty && reminder}
      {!isMember && (
        <p className="note">
          <span>{messages.cards_sign_in()}</span>
          <a href={login}>{messages.login()}</a>
        </p>
      )}
    </>
  )
}

function deckCard(card: OwnCard, locale: PageContext['locale'], messages: Messages): DeckCard {
  const { id, front, back, options, explanation, figure, missed, isRightSince } = card
  const remark = [
    missed > 1 && messages.cards_missed_times({ count: missed }),
    isRightSince && messages.cards_right_since(),
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
