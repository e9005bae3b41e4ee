import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import type { Drill } from '../../api-client/progress.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { questionAnchor } from '../../addresses/paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { questionParts } from '../../../domain/question-parts.ts'
import { Blocks, FormsStyle } from '../../ui/question-forms.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OptionBubble } from '../../ui/option-bubble.tsx'
import { OutcomeIcon } from '../../ui/outcome-icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'

type Question = Drill['questions'][number]

/** Ten questions that the reader missed: a form; once it is answered, the solutions. */
export function DrillPage({ page, drill }: { page: PageContext; drill: Drill }) {
  const messages = messagesFor(page.locale)
  const title = messages.progress_drill()
  const isAnswered = drill.submittedAt !== null
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title })}
        description={messages.progress_drill_lead()}
      />
      <InlineStyle name="paper-form" />
      <InlineStyle name="options" />
      <InlineStyle name="chart" />
      <InlineStyle name="result" />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: messages.progress(), path: '/progress' }, { name: title }]}
      />
      {isAnswered ? (
        <Answered page={page} drill={drill} messages={messages} />
      ) : (
        <>
          <div className="hero">
            <h1>{title}</h1>
            <p>{messages.progress_drill_lead()}</p>
          </div>
          <form
            className="paper"
            method="post"
            action={localizedPath(`/progress/drill/${drill.id}`, page.locale)}
          >
            {drill.questions.map((question, index) => (
              <QuestionField key={question.id} page={page} question={question} index={index} />
            ))}
            <button className="btn wide">{messages.result_check_all()}</button>
            <SubmissionOverlay messages={messages} />
          </form>
        </>
      )}
    </>
  )
}

function QuestionField({
  page,
  question,
  index,
}: {
  page: PageContext
  question: Question
  index: number
}) {
  const { id, locale, stem, options, figure } = question
  const { passage, lead, blocks } = questionParts(stem)
  return (
    <fieldset
      id={questionAnchor(index + 1)}
      className="question"
      lang={locale === page.locale ? undefined : locale}
    >
      <legend>
        <RichText text={lead} />
      </legend>
      <FormsStyle questions={[question]} />
      <Blocks text={(passage?.text ?? '') + blocks} />
      <Figure figure={figure} />
      {options.map((option, number) => (
        <label key={number}>
          <input type="radio" name={id} value={number} />
          <span>
            <RichText text={option} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const Figure = ({ figure }: Pick<Question, 'figure'>) =>
  figure && <Picture {...figure} alt={figure.alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />

function Answered({
  page,
  drill: { exam, questions },
  messages,
}: {
  page: PageContext
  drill: Drill
  messages: Messages
}) {
  const right = questions.filter(({ outcome }) => outcome === 'right').length
  const missed = questions.length - right
  const to = (path: string) => localizedPath(path, page.locale)
  return (
    <>
      <div className="hero">
        <h1>{messages.progress_drill_result({ count: questions.length, right })}</h1>
        {missed > 0 && <p>{messages.progress_drill_cards({ count: missed })}</p>}
      </div>
      <div className="actions">
        <form method="post" action={to('/progress/drill')}>
          <input type="hidden" name="exam" value={exam} />
          <button className="btn wide">{messages.progress_drill_again()}</button>
        </form>
        {missed > 0 && (
          <a className="btn quiet wide" href={`${to('/flash-cards')}?of=wrong`}>
            {messages.cards_wrong()}
          </a>
        )}
        <a className="btn quiet wide" href={to('/progress')}>
          {messages.progress_see()}
        </a>
      </div>
      <ol>
        {questions.map((question, index) => (
          <SolvedQuestion key={question.id} page={page} question={question} index={index} />
        ))}
      </ol>
    </>
  )
}

function SolvedQuestion({
  page,
  question,
  index,
}: {
  page: PageContext
  question: Question
  index: number
}) {
  const messages = messagesFor(page.locale)
  const { locale, stem, options, figure, chosen, accepted, outcome, explanation } = question
  const { passage, lead, blocks } = questionParts(stem)
  const lang = (other: typeof locale) => (other === page.locale ? undefined : other)
  return (
    <li id={questionAnchor(index + 1)} className="solution">
      <h2 className="verdict">
        <OutcomeIcon outcome={outcome ?? 'blank'} /> {index + 1}. {outcomeText(outcome, messages)}
      </h2>
      <div lang={lang(locale)}>
        <FormsStyle questions={[question]} />
        <Blocks text={passage?.text ?? ''} />
        <p className="stem">
          <RichText text={lead} />
        </p>
        <Blocks text={blocks} />
        <Figure figure={figure} />
        <ol className="answers">
          {options.map((option, number) => {
            const isKey = accepted.includes(number)
            const isMissed = chosen === number && !isKey
            return (
              <li key={number} className={isKey ? 'key' : isMissed ? 'missed' : undefined}>
                <OptionBubble
                  page={page}
                  index={number}
                  outcome={isKey ? 'right' : isMissed ? 'wrong' : null}
                />
                <span>
                  <RichText text={option} />
                </span>
              </li>
            )
          })}
        </ol>
      </div>
      {explanation && (
        <div className="why">
          <h3>{messages.result_explanation()}</h3>
          <p lang={lang(explanation.locale)}>
            <RichText text={explanation.text} />
          </p>
        </div>
      )}
      <p className="small" lang={lang(locale)}>
        {question.testTitle}
      </p>
    </li>
  )
}

function outcomeText(outcome: Question['outcome'], messages: Messages): string {
  if (outcome === 'right') return messages.result_right()
  return outcome === 'wrong' ? messages.result_wrong() : messages.result_blank()
}
