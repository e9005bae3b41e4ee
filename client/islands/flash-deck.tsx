import { useCallback, useState, type ComponentType, type SyntheticEvent } from 'react'
import { anchorAfterCard, type DeckCard, type DeckMessages } from '../../domain/study/flash-deck.ts'
import { Back, Front } from './deck/card-faces.tsx'
import type { DeckLog } from './deck/deck-log.ts'
import { intervalText } from './deck/interval-text.ts'
import type { ReviewSession } from './deck/review-session.tsx'

/** Further cards are folded, so that a long list does not bury the page's end. */
const cardsInSight = 20

type Props = {
  cards: readonly DeckCard[]
  /** For the form without script: the URL that records a review, and the path to return to. */
  action: string
  back: string
  pageLang: string
  messages: DeckMessages
}

type Session = {
  log: DeckLog
  Session: ComponentType<Parameters<typeof ReviewSession>[0]>
}

/** A deck of flash cards.
 *  Cost: about 2 KB in addition to React's shared chunk, fetched at the first tap; the schedule
 *  (7 KB) is fetched when a review begins.
 *  Without script: every card is a details element in a form, as the server renders it. */
export function FlashDeck({ cards, action, back, pageLang, messages }: Props) {
  const [session, setSession] = useState<Session | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const [comesAgain, setComesAgain] = useState<ReadonlyMap<string, string>>(new Map())

  async function openSession(): Promise<Session> {
    if (session) return session
    const [{ openDeckLog }, { ReviewSession }] = await Promise.all([
      import('./deck/deck-log.ts'),
      import('./deck/review-session.tsx'),
    ])
    const opened = { log: await openDeckLog(cards.map(({ id }) => id)), Session: ReviewSession }
    setSession(opened)
    return opened
  }

  const closeReview = useCallback(() => setReviewing(false), [])

  const start = () =>
    void openSession().then(
      () => setReviewing(true),
      // If the code cannot be fetched, the list keeps working, and the next tap retries.
      () => setReviewing(false),
    )

  function reportKnown(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
    const { submitter } = event.nativeEvent
    if (!(submitter instanceof HTMLButtonElement)) return
    const { name, value: id } = submitter
    const form = event.currentTarget
    event.preventDefault()
    event.stopPropagation()
    openSession().then(
      ({ log }) => {
        const ms = log.review(id, name === 'known' ? 3 : 1, 0)
        setComesAgain((before) => new Map([...before, [id, intervalText(ms, messages)]]))
      },
      // If the log cannot be opened, the form is submitted as without script.
      () => {
        form.appendChild(
          Object.assign(document.createElement('input'), { type: 'hidden', name, value: id }),
        )
        form.submit()
      },
    )
  }

  const cardOf = (card: DeckCard) => (
    <details key={card.id} className="card" lang={card.lang}>
      <summary>
        <Front card={card} />
      </summary>
      <Back card={card} explanation={messages.explanation} pageLang={pageLang} />
      <p className="turn" id={anchorAfterCard(card.id)} lang={pageLang}>
        {comesAgain.has(card.id) ? (
          <span role="status">
            {messages.comesAgain.replace('{when}', comesAgain.get(card.id) ?? '')}
          </span>
        ) : (
          <>
            <button className="btn quiet" name="again" value={card.id}>
              {messages.notKnew}
            </button>
            <button className="btn quiet" name="known" value={card.id}>
              {messages.knew}
            </button>
          </>
        )}
      </p>
    </details>
  )
  const list = (
    <form
      className={session ? 'deck reviewed' : 'deck'}
      method="post"
      action={action}
      onSubmit={reportKnown}
    >
      <input type="hidden" name="back" value={back} />
      <div className="start">
        <button type="button" className="btn wide" onClick={start}>
          {messages.start}
        </button>
        <p className="small">{messages.about}</p>
      </div>
      {cards.slice(0, cardsInSight).map(cardOf)}
      {cards.length > cardsInSight && (
        <details className="more-cards">
          <summary>
            {messages.all} ({cards.length})
          </summary>
          {cards.slice(cardsInSight).map(cardOf)}
        </details>
      )}
    </form>
  )
  return isReviewing && session ? (
    <>
      {list}
      <session.Session
        cards={cards}
        log={session.log}
        messages={messages}
        pageLang={pageLang}
        onClose={closeReview}
      />
    </>
  ) : (
    list
  )
}

export default FlashDeck
