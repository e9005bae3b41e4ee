import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import {
  quizFieldName,
  type MarkedQuizQuestion,
  type QuizAnswers,
  type QuizQuestion,
} from '../../../domain/study/flash-deck.ts'
import { OptionBubble } from '../../ui/option-bubble.tsx'
import { questionParts } from '../../../domain/question-parts.ts'
import { Blocks, FormsStyle } from '../../ui/question-forms.tsx'
import { OutcomeIcon, outcomeText } from '../../ui/outcome-icon.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The quiz of a day as a plain form. `answers`: what was chosen when the last submission failed;
 *  null on the first visit. */
export function QuizForm({
  page,
  questions,
  answers,
}: {
  page: PageContext
  questions: readonly QuizQuestion[]
  answers: QuizAnswers | null
}) {
  const messages = messagesFor(page.locale)
  return (
    <section id="quiz" className="quiz">
      <InlineStyle name="paper-form" />
      <InlineStyle name="options" />
      <InlineStyle name="quiz" />
      <FormsStyle questions={questions} />
      <h2>{messages.quiz_title()}</h2>
      <p>{messages.quiz_lead({ count: questions.length })}</p>
      {answers && (
        <p className="note" role="alert">
          {messages.quiz_failed()}
        </p>
      )}
      <form method="post" action={`${localizedPath(page.path, page.locale)}#quiz`}>
        {questions.map(({ id, locale, stem, options }, number) => (
          <fieldset
            key={id}
            className="question"
            lang={locale === page.locale ? undefined : locale}
          >
            <legend>
              {number + 1}. <RichText text={questionParts(stem).lead} />
            </legend>
            <Blocks text={questionParts(stem).blocks} />
            {options.map((option, index) => (
              <label key={index}>
                <input
                  type="radio"
                  name={quizFieldName(id)}
                  value={index}
                  defaultChecked={answers?.[id] === index}
                />
                <span>
                  <RichText text={option} />
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <button className="btn wide">{messages.quiz_check()}</button>
        <SubmissionOverlay messages={messages} />
      </form>
    </section>
  )
}

/** The marked quiz: for each question the chosen option, the right one and the explanation. */
export function QuizResult({
  page,
  questions,
}: {
  page: PageContext
  questions: readonly MarkedQuizQuestion[]
}) {
  const messages = messagesFor(page.locale)
  const right = questions.filter(({ outcome }) => outcome === 'right').length
  return (
    <section id="quiz" className="quiz">
      <InlineStyle name="chart" />
      <InlineStyle name="result" />
      <FormsStyle questions={questions} />
      <InlineStyle name="quiz" />
      <FormsStyle questions={questions} />
      <h2>{messages.quiz_title()}</h2>
      <p className="verdict" role="status">
        {messages.quiz_score({ right, count: questions.length })}
      </p>
      <ol>
        {questions.map((question, number) => (
          <QuizSolution key={question.id} page={page} question={question} number={number + 1} />
        ))}
      </ol>
      {/* A form instead of a link: a link to the page's own address with a fragment would only
         scroll. */}
      <form action={`${localizedPath(page.path, page.locale)}#quiz`}>
        <button className="btn quiet">{messages.quiz_again()}</button>
      </form>
    </section>
  )
}

function QuizSolution({
  page,
  question: { stem, options, locale, outcome, chosen, right, explanation },
  number,
}: {
  page: PageContext
  question: MarkedQuizQuestion
  number: number
}) {
  const messages = messagesFor(page.locale)
  return (
    <li className="solution">
      <h3>
        <OutcomeIcon outcome={outcome} />
        <span>{number}</span>
        <small>{outcomeText(outcome, messages)}</small>
      </h3>
      <div lang={locale === page.locale ? undefined : locale}>
        <p className="stem">
          <RichText text={questionParts(stem).lead} />
        </p>
        <Blocks text={questionParts(stem).blocks} />
        <ol className="answers">
          {options.map((option, index) => (
            <li
              key={index}
              className={index === right ? 'key' : index === chosen ? 'missed' : undefined}
            >
              <OptionBubble
                index={index}
                outcome={index === right ? 'right' : index === chosen ? 'wrong' : null}
                page={page}
              />
              <span>
                <RichText text={option} />
              </span>
              {(index === right || index === chosen) && (
                <strong lang={page.locale}>
                  <OutcomeIcon outcome={index === right ? 'right' : 'wrong'} />{' '}
                  {[
                    index === right && messages.result_right_answer(),
                    index === chosen && messages.result_your_answer(),
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
          <h4>{messages.result_explanation()}</h4>
          <p lang={explanation.locale === page.locale ? undefined : explanation.locale}>
            <RichText text={explanation.text} />
          </p>
        </div>
      )}
    </li>
  )
}
