import type { Revealed } from '../../device/server-answer.ts'
import { Maths } from '../parts/maths.tsx'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** Practice: what is right, and why, right below the question. */
export function KeyShown({
  revealed: { accepted, explanation, outcome },
  words,
}: {
  revealed: Revealed
  words: HallMessages
}) {
  return (
    <section className="key" role="status">
      <p>
        {(outcome === 'right' || outcome === 'wrong') && (
          <b className={outcome}>{words[outcome]}. </b>
        )}
        {fillMessage(words.rightOption, { option: accepted.map((index) => index + 1).join(', ') })}
      </p>
      {explanation && (
        <p lang={explanation.locale}>
          <Maths text={explanation.text} />
        </p>
      )}
    </section>
  )
}
