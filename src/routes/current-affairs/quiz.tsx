import { Maths } from '../../../client/islands/parts/maths.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import {
  quizField,
  type MarkedQuizQuestion,
  type QuizAnswers,
  type QuizQuestion,
} from '../../../domain/study/flash-deck.ts'
import { OutcomeSign, outcomeText } from '../../ui/outcome-sign.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** A few questions about a day, as a form that any browser can send. `kept`: what was chosen when sending failed. */
export function Quiz({
  place,
  questions,
  kept,
}: {
  place: PageContext
  questions: readonly QuizQuestion[]
  kept: QuizAnswers | null
}) {
  const words = wordsIn(place.locale)
  return (
    <section id="quiz" className="quiz">
      <Sheet of="paper-form" />
      <Sheet of="quiz" />
      <h2>{words.quiz_title()}</h2>
      <p>{words.quiz_lead({ count: questions.length })}</p>
      {kept && (
        <p className="note" role="alert">
          {words.quiz_failed()}
        </p>
      )}
      <form method="post" action={`${localizedPath(place.path, place.locale)}#quiz`}>
        {questions.map(({ id, locale, stem, options }, number) => (
          <fieldset
            key={id}
            className="question"
            lang={locale === place.locale ? undefined : locale}
          >
            <legend>
              {number + 1}. <Maths text={stem} />
            </legend>
            {options.map((option, index) => (
              <label key={index}>
                <input
                  type="radio"
                  name={quizField(id)}
                  value={index}
                  defaultChecked={kept?.[id] === index}
                />
                <span>
                  <Maths text={option} />
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <button className="btn wide">{words.quiz_check()}</button>
        <WaitOverlay words={words} />
      </form>
    </section>
  )
}

/** The same questions with what was chosen, what is right, and why. */
export function MarkedQuiz({
  place,
  questions,
}: {
  place: PageContext
  questions: readonly MarkedQuizQuestion[]
}) {
  const words = wordsIn(place.locale)
  const right = questions.filter(({ outcome }) => outcome === 'right').length
  return (
    <section id="quiz" className="quiz">
      <Sheet of="chart" />
      <Sheet of="result" />
      <Sheet of="quiz" />
      <h2>{words.quiz_title()}</h2>
      <p className="verdict" role="status">
        {words.quiz_score({ right, count: questions.length })}
      </p>
      <ol>
        {questions.map((question, number) => (
          <Solution
            key={question.id}
            place={place}
            question={question}
            number={number + 1}
            words={words}
          />
        ))}
      </ol>
      {/* A link to where one already is would only scroll. */}
      <form action={`${localizedPath(place.path, place.locale)}#quiz`}>
        <button className="btn quiet">{words.quiz_again()}</button>
      </form>
    </section>
  )
}

function Solution({
  place,
  question: { stem, options, locale, outcome, chosen, right, explanation },
  number,
  words,
}: {
  place: PageContext
  question: MarkedQuizQuestion
  number: number
  words: Words
}) {
  return (
    <li className="solution">
      <h3>
        <OutcomeSign outcome={outcome} />
        <span>{number}</span>
        <small>{outcomeText(outcome, words)}</small>
      </h3>
      <div lang={locale === place.locale ? undefined : locale}>
        <p className="stem">
          <Maths text={stem} />
        </p>
        <ol className="answers">
          {options.map((option, index) => (
            <li
              key={index}
              className={index === right ? 'key' : index === chosen ? 'missed' : undefined}
            >
              <span className="nth">({index + 1})</span>
              <span>
                <Maths text={option} />
              </span>
              {(index === right || index === chosen) && (
                <strong lang={place.locale}>
                  <OutcomeSign outcome={index === right ? 'right' : 'wrong'} />{' '}
                  {[
                    index === right && words.result_right_answer(),
                    index === chosen && words.result_your_answer(),
                  ]
                    .filter((word) => word !== false)
                    .join(' · ')}
                </strong>
              )}
            </li>
          ))}
        </ol>
      </div>
      {explanation && (
        <div className="why">
          <h4>{words.result_explanation()}</h4>
          <p lang={explanation.locale === place.locale ? undefined : explanation.locale}>
            <Maths text={explanation.text} />
          </p>
        </div>
      )}
    </li>
  )
}
