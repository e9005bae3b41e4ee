import { attemptResultPath, questionAnchor } from '../../addresses/paths.ts'
import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import {
  isRight,
  questionTextFor,
  type Retry,
  type Solution,
} from '../../../domain/attempt/solutions.ts'
import type { AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import { questionParts } from '../../../domain/question-parts.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OutcomeIcon } from '../../ui/outcome-icon.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Blocks, FormsStyle } from '../../ui/question-forms.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { ExplanationText } from './result-solution.tsx'

/** Wrong and unanswered questions once more, as practice. The key of a question is shown only after
 *  the reader has checked it. */
export function RetryPage({
  page,
  attempt,
  solutions,
  retry,
}: {
  page: PageContext
  attempt: AttemptSummary
  solutions: readonly Solution[]
  retry: Retry
}) {
  const messages = messagesFor(page.locale)
  const title = messages.result_again_title({
    title: bestTextOf(attempt.title, page.locale)?.text ?? attempt.test,
  })
  const back = localizedPath(attemptResultPath(attempt.id), page.locale)
  const checked = solutions.filter(({ result }) => retry.checked.has(result.id))
  const right = checked.filter(({ result }) => isRight(result, retry.chosen.get(result.id)))
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title })}
        description={messages.result_again_lead()}
      />
      <InlineStyle name="paper-form" />
      <InlineStyle name="options" />
      <InlineStyle name="chart" />
      <InlineStyle name="result" />
      <FormsStyle questions={solutions.flatMap(({ question }) => Object.values(question.texts))} />
      <div className="hero">
        <h1>{title}</h1>
        <p>
          {solutions.length > 0 ? messages.result_again_lead() : messages.result_nothing_again()}
        </p>
        <a href={back}>{messages.result_back()}</a>
      </div>
      {solutions.length > 0 && (
        <form
          className="paper"
          method="post"
          action={localizedPath(`/attempts/${attempt.id}/again`, page.locale)}
        >
          {checked.length > 0 && (
            <p className="note" role="status">
              {messages.result_so_far({ right: right.length, count: checked.length })}
            </p>
          )}
          <input type="hidden" name="checked" value={[...retry.checked].join(' ')} />
          {solutions.map((solution) => (
            <RetryQuestion
              key={solution.result.id}
              page={page}
              solution={solution}
              chosen={retry.chosen.get(solution.result.id)}
              isChecked={retry.checked.has(solution.result.id)}
              isOptionMissing={retry.asked === solution.result.id}
            />
          ))}
          <button className="btn wide" name="check" value="all">
            {messages.result_check_all()}
          </button>
        </form>
      )}
    </>
  )
}

function RetryQuestion({
  page,
  solution: { result, question, explanation },
  chosen,
  isChecked,
  isOptionMissing,
}: {
  page: PageContext
  solution: Solution
  chosen: number | undefined
  isChecked: boolean
  isOptionMissing: boolean
}) {
  const messages = messagesFor(page.locale)
  const wording = questionTextFor(question, page.locale)
  if (!wording) return null
  const { locale, stem, options, alt } = wording
  const { passage, lead, blocks } = questionParts(stem)
  const anchor = questionAnchor(result.number)
  return (
    <fieldset
      id={anchor}
      className="question"
      lang={locale === page.locale ? undefined : locale}
      aria-describedby={isChecked ? `${anchor}-verdict` : undefined}
    >
      <legend>
        <span className="unseen">{messages.question()} </span>
        {result.number}. <RichText text={lead} />
      </legend>
      <Blocks text={(passage?.text ?? '') + blocks} />
      {question.figure && (
        <Picture {...question.figure} alt={alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />
      )}
      {options.map((option, index) => (
        <label key={index} className={optionClass(index, isChecked, result.accepted, chosen)}>
          <input
            type="radio"
            name={result.id}
            value={index}
            defaultChecked={chosen === index}
            disabled={isChecked && chosen !== index}
          />
          <span>
            <RichText text={option} />
          </span>
        </label>
      ))}
      <div lang={page.locale}>
        {isChecked ? (
          <>
            <Verdict anchor={anchor} solution={{ result, chosen }} messages={messages} />
            <ExplanationText page={page} explanation={explanation} />
          </>
        ) : (
          <p className="check">
            <button className="btn quiet" name="check" value={result.id} formAction={`#${anchor}`}>
              {messages.result_check_one()}
              <span className="unseen"> ({result.number})</span>
            </button>
            {isOptionMissing && (
              <strong role="status" className="error">
                {messages.result_choose_first()}
              </strong>
            )}
          </p>
        )}
      </div>
    </fieldset>
  )
}

function optionClass(
  index: number,
  isChecked: boolean,
  accepted: readonly number[],
  chosen: number | undefined,
): string | undefined {
  if (!isChecked) return undefined
  if (accepted.includes(index)) return 'key'
  return index === chosen ? 'missed' : undefined
}

/** The outcome as text, with the number of the right option. */
function Verdict({
  anchor,
  solution: { result, chosen },
  messages,
}: {
  anchor: string
  solution: { result: Solution['result']; chosen: number | undefined }
  messages: Messages
}) {
  const right = isRight(result, chosen)
  const keys = result.accepted.map((index) => `(${index + 1})`).join(', ')
  return (
    <p id={`${anchor}-verdict`} className="verdict">
      <OutcomeIcon outcome={right ? 'right' : 'wrong'} />{' '}
      {right
        ? messages.result_right()
        : `${messages.result_wrong()} · ${messages.result_right_answer()}: ${keys}`}
    </p>
  )
}
