import { Maths } from '../../../client/islands/parts/maths.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import {
  isRight,
  wordingFor,
  type AnotherTry,
  type Solution,
} from '../../../domain/attempt/solutions.ts'
import { resultPathOf, type AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OutcomeSign } from '../../ui/outcome-sign.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { Picture } from '../../ui/picture.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
import { Why } from './result-solution.tsx'

/** What went wrong or was left, once more, as practice: a key is shown for what was checked and for nothing else. */
export function AgainPage({
  place,
  attempt,
  solutions,
  tried,
}: {
  place: PageContext
  attempt: AttemptSummary
  solutions: readonly Solution[]
  tried: AnotherTry
}) {
  const words = wordsIn(place.locale)
  const title = words.result_again_title({
    title: bestOf(attempt.title, place.locale)?.text ?? attempt.test,
  })
  const back = localizedPath(resultPathOf(attempt.id), place.locale)
  const checked = solutions.filter(({ result }) => tried.checked.has(result.id))
  const right = checked.filter(({ result }) => isRight(result, tried.chosen.get(result.id)))
  return (
    <>
      <UnlistedMeta title={words.page_title({ title })} description={words.result_again_lead()} />
      <Sheet of="paper-form" />
      <Sheet of="chart" />
      <Sheet of="result" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{solutions.length > 0 ? words.result_again_lead() : words.result_nothing_again()}</p>
        <a href={back}>{words.result_back()}</a>
      </div>
      {solutions.length > 0 && (
        <form
          className="paper"
          method="post"
          action={localizedPath(`/attempts/${attempt.id}/again`, place.locale)}
        >
          {checked.length > 0 && (
            <p className="note" role="status">
              {words.result_so_far({ right: right.length, count: checked.length })}
            </p>
          )}
          <input type="hidden" name="checked" value={[...tried.checked].join(' ')} />
          {solutions.map((solution) => (
            <Tried
              key={solution.result.id}
              place={place}
              solution={solution}
              chosen={tried.chosen.get(solution.result.id)}
              isChecked={tried.checked.has(solution.result.id)}
              wasAsked={tried.asked === solution.result.id}
              words={words}
            />
          ))}
          <button className="btn wide" name="check" value="all">
            {words.result_check_all()}
          </button>
        </form>
      )}
    </>
  )
}

function Tried({
  place,
  solution: { result, question, explanation },
  chosen,
  isChecked,
  wasAsked,
  words,
}: {
  place: PageContext
  solution: Solution
  chosen: number | undefined
  isChecked: boolean
  wasAsked: boolean
  words: Words
}) {
  const wording = wordingFor(question, place.locale)
  if (!wording) return null
  const { locale, stem, options, alt } = wording
  const anchor = questionAnchor(result.number)
  return (
    <fieldset
      id={anchor}
      className="question"
      lang={locale === place.locale ? undefined : locale}
      aria-describedby={isChecked ? `${anchor}-verdict` : undefined}
    >
      <legend>
        <span className="unseen">{words.question()} </span>
        {result.number}. <Maths text={stem} />
      </legend>
      {question.figure && (
        <Picture {...question.figure} alt={alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />
      )}
      {options.map((option, index) => (
        <label key={index} className={markOf(index, isChecked, result.accepted, chosen)}>
          <input
            type="radio"
            name={result.id}
            value={index}
            defaultChecked={chosen === index}
            disabled={isChecked && chosen !== index}
          />
          <span>
            <Maths text={option} />
          </span>
        </label>
      ))}
      <div lang={place.locale}>
        {isChecked ? (
          <>
            <Verdict anchor={anchor} solution={{ result, chosen }} words={words} />
            <Why place={place} explanation={explanation} words={words} />
          </>
        ) : (
          <p className="check">
            <button className="btn quiet" name="check" value={result.id} formAction={`#${anchor}`}>
              {words.result_check_one()}
              <span className="unseen"> ({result.number})</span>
            </button>
            {wasAsked && (
              <strong role="status" className="fault">
                {words.result_choose_first()}
              </strong>
            )}
          </p>
        )}
      </div>
    </fieldset>
  )
}

function markOf(
  index: number,
  isChecked: boolean,
  accepted: readonly number[],
  chosen: number | undefined,
): string | undefined {
  if (!isChecked) return undefined
  if (accepted.includes(index)) return 'key'
  return index === chosen ? 'missed' : undefined
}

/** Said in words, with the number of the right option. */
function Verdict({
  anchor,
  solution: { result, chosen },
  words,
}: {
  anchor: string
  solution: { result: Solution['result']; chosen: number | undefined }
  words: Words
}) {
  const right = isRight(result, chosen)
  const keys = result.accepted.map((index) => `(${index + 1})`).join(', ')
  return (
    <p id={`${anchor}-verdict`} className="verdict">
      <OutcomeSign outcome={right ? 'right' : 'wrong'} />{' '}
      {right
        ? words.result_right()
        : `${words.result_wrong()} · ${words.result_right_answer()}: ${keys}`}
    </p>
  )
}
