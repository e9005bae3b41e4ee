import { imageAddress } from '../../../domain/image-sizes.ts'
import type { DeckCard } from '../../../domain/study/flash-deck.ts'
import { RichText } from '../parts/rich-text.tsx'

/** The front of a card, with the options if it is a question. */
export function Front({ card: { front, options, figure } }: { card: DeckCard }) {
  return (
    <>
      <span className="asked">
        <RichText text={front} />
      </span>
      {figure && (
        <img
          src={imageAddress(figure.url, 640)}
          alt={figure.alt}
          width={figure.width}
          height={figure.height}
          loading="lazy"
        />
      )}
      {options?.map((option, index) => (
        <span key={index} className="option">
          ({index + 1}) <RichText text={option} />
        </span>
      ))}
    </>
  )
}

/** The back of a card, with the explanation. */
export function Back({
  card: { back, why, remark },
  explanation,
  pageLang,
}: {
  card: DeckCard
  explanation: string
  pageLang: string
}) {
  return (
    <>
      <p className="answer">
        <RichText text={back} />
      </p>
      {why && (
        <p lang={why.lang} className="because">
          <b lang={pageLang}>{explanation}:</b> <RichText text={why.text} />
        </p>
      )}
      {remark !== undefined && (
        <p lang={pageLang} className="small">
          {remark}
        </p>
      )}
    </>
  )
}
