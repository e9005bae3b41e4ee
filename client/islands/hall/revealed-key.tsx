import type { Revealed } from '../../device/journal/attempt-requests.ts'
import { RichText } from '../parts/rich-text.tsx'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** Practice: the right option and why, below the question. Fetched in practice only. */
export function RevealedKey({
  revealed: { accepted, explanation, outcome },
  messages,
}: {
  revealed: Revealed
  messages: HallMessages
}) {
  const option = accepted.map((index) => index + 1).join(', ')
  return (
    <section className="key" role="status">
      <p>
        {(outcome === 'right' || outcome === 'wrong') && (
          <b className={outcome}>{messages[outcome]}. </b>
        )}
        {fillMessage(messages.rightOption, { option })}
      </p>
      {explanation && (
        <p lang={explanation.locale}>
          <RichText text={explanation.text} />
        </p>
      )}
    </section>
  )
}
