import { useState } from 'react'
import { Maths } from './parts/maths.tsx'

/** A deck of flash cards.
 *  Cost: about 1 KB beside React's shared chunk, fetched at the first touch.
 *  Without script: every card is a lid that opens (details), which is also what the server renders. */
export function FlashDeck({
  cards,
  words,
}: {
  cards: readonly { id: string; front: string; back: string; lang?: string }[]
  words: Record<'next' | 'previous' | 'allAtOnce' | 'oneByOne' | 'position', string>
}) {
  const [at, setAt] = useState<number | null>(null)
  const shown = at === null ? cards : cards.slice(at, at + 1)
  const go = (step: number) => setAt(((at ?? 0) + step + cards.length) % cards.length)
  return (
    <div className="deck">
      <p className="turn">
        <button type="button" className="btn quiet" onClick={() => setAt(at === null ? 0 : null)}>
          {at === null ? words.oneByOne : words.allAtOnce}
        </button>
      </p>
      {shown.map(({ id, front, back, lang }) => (
        <details key={id} className="card" lang={lang}>
          <summary>
            <Maths text={front} />
          </summary>
          <p>
            <Maths text={back} />
          </p>
        </details>
      ))}
      {at !== null && (
        <p className="turn">
          <button type="button" className="btn quiet" onClick={() => go(-1)}>
            {words.previous}
          </button>
          <span role="status">{words.position.replace('{position}', String(at + 1))}</span>
          <button type="button" className="btn" onClick={() => go(1)}>
            {words.next}
          </button>
        </p>
      )}
    </div>
  )
}

export default FlashDeck
