import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import type { SolvedQuestion } from '../../../domain/contracts/solved-sample.ts'
import type { Exam } from '../../../domain/exams.ts'
import { moneyText } from '../../../domain/money.ts'
import type { Plan } from '../../../domain/plan.ts'
import { questionParts } from '../../../domain/question-parts.ts'
import type { Subscription } from '../../../domain/subscription.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { dateText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { OptionBubble } from '../../ui/option-bubble.tsx'
import { AccessTag } from '../../ui/paper-list.tsx'
import { Blocks, FormsStyle } from '../../ui/question-forms.tsx'

/** What stands in place of the questions of a premium paper. */
export type Lock = {
  /** The plan with the fewest exams that opens it; null: none on sale, or not loaded. */
  plan: Plan | null
  sample: readonly SolvedQuestion[]
  /** The reader's subscription that opens it. */
  opened: Subscription | null
  /** Of the reader's account; false for visitors. */
  isFreeTestTaken: boolean
}

/** A premium paper before it is started: what opens it and at which price, or until when it is open
 *  to the reader; and two of its questions with their solutions. */
export function PremiumLock({ page, exam, lock }: { page: PageContext; exam: Exam; lock: Lock }) {
  const { plan, sample, opened, isFreeTestTaken } = lock
  const { locale } = page
  const messages = messagesFor(locale)
  const plans = localizedPath(`/${exam.state}/${exam.slug}/subscription/checkout`, locale)
  const langOf = (written: string | null) =>
    written === locale || written === null ? undefined : written
  return (
    <>
      <div className="note">
        <AccessTag access="premium" messages={messages} />
        {opened ? (
          <>
            <p>
              {messages.premium_yours()} <b lang={langOf(opened.plan.locale)}>{opened.plan.name}</b>
            </p>
            <p>{messages.plan_open_until({ date: dateText(opened.endsAt, locale) })}</p>
          </>
        ) : (
          <>
            <p>{messages.premium_explained()}</p>
            {plan && (
              <p>
                <span lang={langOf(plan.locale)}>{plan.name}</span>:{' '}
                <b>{plan.prices.map(moneyText).join(' · ')}</b> ·{' '}
                {messages.plan_days({ count: plan.days })}
              </p>
            )}
            <p>
              {isFreeTestTaken
                ? messages.start_entitlement_plan()
                : messages.start_entitlement_before()}
            </p>
            <a className="btn" href={plan ? `${plans}?plan=${plan.slug}` : plans}>
              {messages.see_plans()}
            </a>
          </>
        )}
      </div>
      {sample.length > 0 && !opened && <SolvedSample page={page} sample={sample} />}
    </>
  )
}

function SolvedSample({ page, sample }: { page: PageContext; sample: readonly SolvedQuestion[] }) {
  const messages = messagesFor(page.locale)
  return (
    <section>
      <InlineStyle name="result" />
      <FormsStyle questions={sample} />
      <h2>{messages.premium_sample()}</h2>
      {sample.map((question) => (
        <Solved key={question.id} page={page} question={question} />
      ))}
    </section>
  )
}

function Solved({
  page,
  question: { locale, stem, options, accepted, explanation },
}: {
  page: PageContext
  question: SolvedQuestion
}) {
  const messages = messagesFor(page.locale)
  const { passage, lead, blocks } = questionParts(stem)
  const langOf = (written: string) => (written === page.locale ? undefined : written)
  return (
    <article className="solution" lang={langOf(locale)}>
      <Blocks text={passage?.text ?? ''} />
      <p className="stem">
        <RichText text={lead} />
      </p>
      <Blocks text={blocks} />
      <ol className="answers">
        {options.map((option, index) => {
          const isKey = accepted.includes(index)
          return (
            <li key={index} className={isKey ? 'key' : undefined}>
              <OptionBubble index={index} outcome={isKey ? 'right' : null} page={page} />
              <span>
                <RichText text={option} />
              </span>
              {isKey && <strong lang={page.locale}>{messages.result_right_answer()}</strong>}
            </li>
          )
        })}
      </ol>
      <div className="why" lang={langOf(explanation.locale)}>
        <h3 lang={page.locale}>{messages.result_explanation()}</h3>
        <p>
          <RichText text={explanation.text} />
        </p>
      </div>
    </article>
  )
}
