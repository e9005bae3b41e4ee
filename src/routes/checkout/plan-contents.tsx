import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { findExam, type ExamSlug } from '../../../domain/exams.ts'
import type { Plan } from '../../../domain/plan.ts'
import { testPath } from '../../../domain/paper.ts'
import { examNames } from '../../ui/exam-names.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'

type Counts = ReadonlyMap<ExamSlug, number> | null

/** The exams of a plan with how many premium tests each has, and what else it opens. */
export function PlanContents({
  place,
  plan,
  premiumTests,
}: {
  place: PageContext
  plan: Plan
  premiumTests: Counts
}) {
  const words = messagesFor(place.locale)
  return (
    <section>
      <h2>{words.plan_in_it()}</h2>
      <ul className="in-it">
        {plan.exams.map((slug) => (
          <li key={slug}>
            <a href={localizedPath(`/${slug}`, place.locale)}>{examNames[slug].name(words)}</a>
            {premiumTests && <small>{countText(premiumTests.get(slug) ?? 0, words)}</small>}
          </li>
        ))}
        {plan.tests.map(({ slug, title, exam }) => (
          <li key={slug}>
            <TestLink place={place} slug={slug} title={title} exam={exam} />
          </li>
        ))}
      </ul>
      {plan.tags.length > 0 && <p>{words.plan_topics({ names: plan.tags.join(', ') })}</p>}
      <p className="small">{words.plan_new_tests()}</p>
    </section>
  )
}

function TestLink({
  place,
  slug,
  title,
  exam,
}: {
  place: PageContext
  slug: string
  title: string
  exam: string | null
}) {
  const known = findExam(exam ?? '')
  if (!known) return title
  return <a href={localizedPath(testPath(known.state, known.slug, slug), place.locale)}>{title}</a>
}

const countText = (count: number, words: Messages) =>
  count === 0 ? words.plan_free_now() : testsText(count, words)

const testsText = (count: number, words: Messages) =>
  count === 1 ? words.plan_premium_test() : words.plan_premium_tests({ count })

/** '7 exams · 4 premium tests': a plan in a line. */
export function contentsText(plan: Plan, premiumTests: Counts, words: Messages): string {
  const tests = premiumTests && premiumCount(plan, premiumTests)
  return [
    plan.exams.length > 0 && words.plan_exams({ count: plan.exams.length }),
    tests !== null && countText(tests, words),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether everything that a plan for whole exams covers can be had without it at present. */
export const hasNothingPremium = (plan: Plan, premiumTests: Counts) =>
  premiumTests !== null && plan.tags.length === 0 && premiumCount(plan, premiumTests) === 0

const premiumCount = (plan: Plan, counts: NonNullable<Counts>) =>
  plan.exams.reduce((sum, slug) => sum + (counts.get(slug) ?? 0), plan.tests.length)
