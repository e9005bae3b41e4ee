import { Maths } from '../../../client/islands/parts/maths.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { languageNames, locales, type Locale } from '../../../domain/locale.ts'
import { changeText } from '../../../domain/attempt/marks.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import {
  queryOf,
  wordingFor,
  type Explanation,
  type FrozenQuestion,
  type Solution,
  type SolutionsView,
} from '../../../domain/attempt/solutions.ts'
import {
  resultPathOf,
  type QuestionResult,
  type Ruling,
} from '../../../domain/attempt/attempt-result.ts'
import { durationText } from '../../ui/durations.ts'
import { OutcomeSign, outcomeText } from '../../ui/outcome-sign.tsx'
import { languagesText } from '../../ui/paper-list.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ReportForm, ReportLines } from '../../ui/question-reports.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** One question with what was chosen, what is right, and why. */
export function OneSolution({
  place,
  attemptId,
  solution,
  language,
  view,
  isReported,
  isRefused,
}: {
  place: PageContext
  attemptId: string
  solution: Solution
  language: Locale
  view: SolutionsView
  isReported: boolean
  isRefused: boolean
}) {
  const words = wordsIn(place.locale)
  const { result, question, explanation, reports } = solution
  const { number, ruling } = result
  const wording = wordingFor(question, language)
  if (!wording) return null
  const languages = locales.filter((locale) => question.texts[locale])
  const anchor = questionAnchor(number)
  const to = (locale: Locale) =>
    `${localizedPath(resultPathOf(attemptId), place.locale)}${queryOf({ ...view, in: locale })}#${anchor}`
  return (
    <li id={anchor} className="solution">
      <div className="head">
        <Head result={result} words={words} />
        {languages
          .filter((locale) => locale !== wording.locale)
          .map((locale) => (
            <a key={locale} href={to(locale)} lang={locale}>
              {languageNames[locale]}
            </a>
          ))}
      </div>
      {wording.locale !== language && (
        <p className="small">
          {words.result_only_in({ language: languagesText([wording.locale], words) })}
        </p>
      )}
      <Asked place={place} result={result} question={question} wording={wording} words={words} />
      {result.chosen !== null && result.chosen >= question.optionCount && (
        <p>{words.result_shaded_fifth()}</p>
      )}
      {ruling && <Ruled ruling={ruling} words={words} />}
      <Why place={place} explanation={explanation} words={words} />
      <ReportLines place={place} reports={reports} />
      {isReported && (
        <p className="note" role="status">
          {words.report_thanks({ number })}
        </p>
      )}
      {isRefused && (
        <p className="fault" role="alert">
          {words.report_failed()}
        </p>
      )}
      <ReportForm
        place={place}
        action={localizedPath(`/attempts/${attemptId}/report`, place.locale)}
        question={result.id}
        number={number}
        back={queryOf(view)}
        languages={languages}
        language={wording.locale}
      />
    </li>
  )
}

function Head({ result, words }: { result: QuestionResult; words: Words }) {
  const { number, outcome, marks, spentMs } = result
  return (
    <h3>
      <OutcomeSign outcome={outcome} />
      <span>
        <span className="unseen">{words.question()} </span>
        {number}
      </span>
      <small>
        {outcomeText(outcome, words)} · {changeText(marks)}
        {spentMs > 0 && ` · ${durationText(spentMs)}`}
      </small>
    </h3>
  )
}

export type Wording = NonNullable<ReturnType<typeof wordingFor>>

function Asked({
  place,
  result,
  question: { figure },
  wording: { locale, stem, options, alt },
  words,
}: {
  place: PageContext
  result: QuestionResult
  question: FrozenQuestion
  wording: Wording
  words: Words
}) {
  return (
    <div lang={locale === place.locale ? undefined : locale}>
      <p className="stem">
        <Maths text={stem} />
      </p>
      {figure && <Picture {...figure} alt={alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />}
      <ol className="answers">
        {options.map((option, index) => (
          <Option
            key={index}
            place={place}
            option={option}
            index={index}
            result={result}
            words={words}
          />
        ))}
      </ol>
    </div>
  )
}

function Option({
  place,
  option,
  index,
  result: { chosen, accepted, unsaved },
  words,
}: {
  place: PageContext
  option: string
  index: number
  result: QuestionResult
  words: Words
}) {
  const isKey = accepted.includes(index)
  const isChosen = chosen === index
  const isUnsaved = unsaved === index && !isChosen
  const said = [
    isKey && words.result_right_answer(),
    isChosen && words.result_your_answer(),
    isUnsaved && words.result_not_saved(),
  ].filter((word) => word !== false)
  return (
    <li className={isKey ? 'key' : isChosen ? 'missed' : undefined}>
      <span className="nth">({index + 1})</span>
      <span>
        <Maths text={option} />
      </span>
      {said.length > 0 && (
        <strong lang={place.locale}>
          {(isKey || isChosen) && <OutcomeSign outcome={isKey ? 'right' : 'wrong'} />}{' '}
          {said.join(' · ')}
        </strong>
      )}
    </li>
  )
}

function Ruled({ ruling: { kind, award, reason }, words }: { ruling: Ruling; words: Words }) {
  return (
    <p className="note">
      <span>
        <strong>
          {kind === 'accept' ? words.result_key_corrected() : awardText(award, words)}
        </strong>{' '}
        {reason}
      </span>
    </p>
  )
}

function awardText(award: Ruling['award'], words: Words): string {
  switch (award) {
    case 'all':
      return words.result_cancelled_all()
    case 'attempters':
      return words.result_cancelled_attempters()
    case 'nobody':
    case null:
      return words.result_cancelled_nobody()
  }
}

/** Why the right answer is right. */
export function Why({
  place,
  explanation,
  words,
}: {
  place: PageContext
  explanation: Explanation | null
  words: Words
}) {
  return (
    explanation && (
      <div className="why">
        <h4>{words.result_explanation()}</h4>
        <p lang={explanation.locale === place.locale ? undefined : explanation.locale}>
          <Maths text={explanation.text} />
        </p>
      </div>
    )
  )
}
