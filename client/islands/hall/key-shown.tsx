import type { Revealed } from '../../device/server-answer.ts'
import { Maths } from '../parts/maths.tsx'
import type { HallWords } from './sentences.ts'
import { fill } from './words.ts'

/** Practice: what is right, and why, right below the question. */
export function KeyShown({
  revealed: { accepted, explanation, outcome },
  words,
}: {
  revealed: Revealed
  words: HallWords
}) {
  return (
    <section className="key" role="status">
      <p>
        {(outcome === 'right' || outcome === 'wrong') && (
          <b className={outcome}>{words[outcome]}. </b>
        )}
        {fill(words.rightOption, { option: accepted.map((index) => index + 1).join(', ') })}
      </p>
      {explanation && (
        <p lang={explanation.locale}>
          <Maths text={explanation.text} />
        </p>
      )}
    </section>
  )
}
