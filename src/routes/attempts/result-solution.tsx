import { attemptResultPath, questionAnchor } from '../../addresses/paths.ts'
import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { languageNames, locales, type Locale } from '../../../domain/locale.ts'
import { changeText } from '../../../domain/attempt/marks.ts'
import {
  solutionsQuery,
  questionTextFor,
  type Explanation,
  type PaperVersionQuestion,
  type Solution,
  type SolutionsView,
} from '../../../domain/attempt/solutions.ts'
import { questionParts } from '../../../domain/question-parts.ts'
import type { QuestionResult, Ruling } from '../../../domain/attempt/attempt-result.ts'
import { durationText } from '../../ui/durations.ts'
import { OptionBubble } from '../../ui/option-bubble.tsx'
import { OutcomeIcon, outcomeText } from '../../ui/outcome-icon.tsx'
import { languagesText } from '../../ui/paper-list.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Blocks, FormsStyle } from '../../ui/question-forms.tsx'
import { ReportForm, ReportLines } from '../../ui/question-reports.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** One question with the chosen option, the right one and the explanation. */
export function SolutionItem({
  page,
  attemptId,
  solution,
  language,
  view,
  isReportSent,
  isReportRejected,
  isBookmarked,
}: {
  page: PageContext
  attemptId: string
  solution: Solution
  language: Locale
  view: SolutionsView
  isReportSent: boolean
  isReportRejected: boolean
  /** Whether it was just put into the bookmarks. */
  isBookmarked: boolean
}) {
  const messages = messagesFor(page.locale)
  const { result, question, explanation, reports } = solution
  const { number, ruling } = result
  const wording = questionTextFor(question, language)
  if (!wording) return null
  const languages = locales.filter((locale) => question.texts[locale])
  const anchor = questionAnchor(number)
  const resultPath = localizedPath(attemptResultPath(attemptId), page.locale)
  const to = (locale: Locale) => `${resultPath}${solutionsQuery({ ...view, in: locale })}#${anchor}`
  return (
    <li id={anchor} className="solution">
      <div className="head">
        <SolutionHeading result={result} messages={messages} />
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
          {messages.result_only_in({ language: languagesText([wording.locale], messages) })}
        </p>
      )}
      <SolutionQuestion page={page} result={result} question={question} wording={wording} />
      {result.chosen !== null && result.chosen >= question.optionCount && (
        <p>{messages.result_shaded_fifth()}</p>
      )}
      {ruling && <RulingNote ruling={ruling} messages={messages} />}
      <ExplanationText page={page} explanation={explanation} />
      <ReportLines page={page} reports={reports} />
      {isReportSent && (
        <p className="note" role="status">
          {messages.report_thanks({ number })}
        </p>
      )}
      {isReportRejected && (
        <p className="error" role="alert">
          {messages.report_failed()}
        </p>
      )}
      {isBookmarked ? (
        <p className="note" role="status">
          <span>{messages.bookmarks_kept({ number })}</span>
          <a href={localizedPath('/bookmarks', page.locale)}>{messages.bookmarks()}</a>
        </p>
      ) : (
        <form method="post" action={localizedPath('/bookmarks', page.locale)}>
          <input type="hidden" name="attempt" value={attemptId} />
          <input type="hidden" name="question" value={result.id} />
          <input type="hidden" name="number" value={number} />
          <input type="hidden" name="back" value={solutionsQuery(view)} />
          <button className="btn quiet">
            {messages.bookmarks_keep()}
            <span className="unseen"> ({number})</span>
          </button>
        </form>
      )}
      <ReportForm
        page={page}
        action={localizedPath(`/attempts/${attemptId}/report`, page.locale)}
        question={result.id}
        number={number}
        back={solutionsQuery(view)}
        languages={languages}
        language={wording.locale}
      />
    </li>
  )
}

function SolutionHeading({ result, messages }: { result: QuestionResult; messages: Messages }) {
  const { number, outcome, marks, spentMs } = result
  return (
    <h3>
      <OutcomeIcon outcome={outcome} />
      <span>
        <span className="unseen">{messages.question()} </span>
        {number}
      </span>
      <small>
        {outcomeText(outcome, messages)} · {changeText(marks)}
        {spentMs > 0 && ` · ${durationText(spentMs)}`}
      </small>
    </h3>
  )
}

export type Wording = NonNullable<ReturnType<typeof questionTextFor>>

function SolutionQuestion({
  page,
  result,
  question: { figure },
  wording: { locale, stem, options, alt },
}: {
  page: PageContext
  result: QuestionResult
  question: PaperVersionQuestion
  wording: Wording
}) {
  const { passage, lead, blocks } = questionParts(stem)
  return (
    <div lang={locale === page.locale ? undefined : locale}>
      <FormsStyle questions={[{ stem, options }]} />
      <Blocks text={passage?.text ?? ''} />
      <p className="stem">
        <RichText text={lead} />
      </p>
      <Blocks text={blocks} />
      {figure && <Picture {...figure} alt={alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />}
      <ol className="answers">
        {options.map((option, index) => (
          <Option key={index} page={page} option={option} index={index} result={result} />
        ))}
      </ol>
    </div>
  )
}

function Option({
  page,
  option,
  index,
  result: { chosen, accepted, unsaved },
}: {
  page: PageContext
  option: string
  index: number
  result: QuestionResult
}) {
  const messages = messagesFor(page.locale)
  const isKey = accepted.includes(index)
  const isChosen = chosen === index
  const isUnsaved = unsaved === index && !isChosen
  const labels = [
    isKey && messages.result_right_answer(),
    isChosen && messages.result_your_answer(),
    isUnsaved && messages.result_not_saved(),
  ].filter((word) => word !== false)
  return (
    <li className={isKey ? 'key' : isChosen ? 'missed' : undefined}>
      <OptionBubble
        index={index}
        outcome={isKey ? 'right' : isChosen ? 'wrong' : null}
        page={page}
      />
      <span>
        <RichText text={option} />
      </span>
      {labels.length > 0 && (
        <strong lang={page.locale}>
          {(isKey || isChosen) && <OutcomeIcon outcome={isKey ? 'right' : 'wrong'} />}{' '}
          {labels.join(' · ')}
        </strong>
      )}
    </li>
  )
}

function RulingNote({
  ruling: { kind, award, reason },
  messages,
}: {
  ruling: Ruling
  messages: Messages
}) {
  return (
    <p className="note">
      <span>
        <strong>
          {kind === 'accept' ? messages.result_key_corrected() : awardText(award, messages)}
        </strong>{' '}
        {reason}
      </span>
    </p>
  )
}

/** Who gets the marks of a cancelled question. */
export function awardText(award: Ruling['award'], messages: Messages): string {
  switch (award) {
    case 'all':
      return messages.result_cancelled_all()
    case 'attempters':
      return messages.result_cancelled_attempters()
    case 'nobody':
    case null:
      return messages.result_cancelled_nobody()
  }
}

export function ExplanationText({
  page,
  explanation,
}: {
  page: PageContext
  explanation: Explanation | null
}) {
  const messages = messagesFor(page.locale)
  return (
    explanation && (
      <div className="why">
        <h4>{messages.result_explanation()}</h4>
        <p lang={explanation.locale === page.locale ? undefined : explanation.locale}>
          <RichText text={explanation.text} />
        </p>
      </div>
    )
  )
}
