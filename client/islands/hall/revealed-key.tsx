import type { Revealed } from '../../device/journal/attempt-requests.ts'
import { RichText } from '../parts/rich-text.tsx'
import type { PracticeTexts } from './hall-view.ts'
import { KeepQuestion } from './keep-question.tsx'
import type { HallMessages } from './message-keys.ts'

/** Practice: the right option and why, below the question, and a button that keeps the question.
 *  Fetched in practice only. */
export function RevealedKey({
  revealed: { question, accepted, explanation, outcome },
  messages,
}: {
  revealed: Revealed
  messages: HallMessages
}) {
  const option = accepted.map((index) => index + 1).join(', ')
  const texts = practiceTexts()
  return (
    <>
      <section className="key" role="status">
        <p>
          {(outcome === 'right' || outcome === 'wrong') && (
            <b className={outcome}>{messages[outcome]}. </b>
          )}
          {option === '' ? texts?.cancelled : messages.rightOption.replace('{option}', option)}
        </p>
        {explanation && (
          <p lang={explanation.locale}>
            <RichText text={explanation.text} />
          </p>
        )}
      </section>
      {texts && <KeepQuestion key={question} question={question} texts={texts} />}
    </>
  )
}

/** null: a copy of the page from before this script. */
function practiceTexts(): PracticeTexts | null {
  const { practice } = document.querySelector<HTMLFormElement>('form.hall')?.dataset ?? {}
  return practice === undefined ? null : (JSON.parse(practice) as PracticeTexts)
}
