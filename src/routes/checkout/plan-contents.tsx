import { testPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { findExam } from '../../exams.ts'
import type { Plan, PremiumTest, PremiumTestsByExam } from '../../../domain/plan.ts'
import { examName } from '../../ui/exam-names.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** null: not loaded. */
type PremiumTests = PremiumTestsByExam | null

/** What a plan opens: its exams with their premium papers, and the single tests that it
 *  includes. */
export function PlanContents({
  page,
  plan,
  premiumTests,
}: {
  page: PageContext
  plan: Plan
  premiumTests: PremiumTests
}) {
  const messages = messagesFor(page.locale)
  return (
    <section>
      <h2>{messages.plan_contents()}</h2>
      <ul className="plan-contents">
        {plan.exams.map((slug) => (
          <li key={slug}>
            <ExamLink page={page} slug={slug} />
            {premiumTests && (
              <small>{countText(premiumTests.get(slug)?.length ?? 0, messages)}</small>
            )}
            <PlanPapers page={page} exam={slug} tests={premiumTests?.get(slug) ?? []} />
          </li>
        ))}
        {plan.tests.map(({ slug, title, exam }) => (
          <li key={slug}>
            <TestLink page={page} slug={slug} title={title} exam={exam} />
          </li>
        ))}
      </ul>
      {plan.tags.length > 0 && (
        <p>{messages.plan_topics({ names: plan.tags.map(({ name }) => name).join(', ') })}</p>
      )}
      <p className="small">{messages.plan_new_tests()}</p>
    </section>
  )
}

/** The premium papers of an exam, each with its own page, which shows two solved questions. */
function PlanPapers({
  page,
  exam,
  tests,
}: {
  page: PageContext
  exam: string
  tests: readonly PremiumTest[]
}) {
  if (tests.length === 0) return null
  return (
    <ul className="plan-papers">
      {tests.map(({ slug, title, locale }) => (
        <li key={slug} lang={locale === page.locale ? undefined : (locale ?? undefined)}>
          <TestLink page={page} slug={slug} title={title || slug} exam={exam} />
        </li>
      ))}
    </ul>
  )
}

function ExamLink({ page: { locale }, slug }: { page: PageContext; slug: string }) {
  const exam = findExam(slug)
  return <a href={localizedPath(`/${slug}`, locale)}>{exam ? examName(exam, locale) : slug}</a>
}

function TestLink({
  page,
  slug,
  title,
  exam,
}: {
  page: PageContext
  slug: string
  title: string
  exam: string | null
}) {
  const known = findExam(exam ?? '')
  if (!known) return title
  return <a href={localizedPath(testPath(known.state, known.slug, slug), page.locale)}>{title}</a>
}

const countText = (count: number, messages: Messages) =>
  count === 0 ? messages.plan_free_now() : messages.plan_premium_tests({ count })

/** The contents of a plan in one line: '7 exams · 4 premium tests'. */
export function contentsText(plan: Plan, premiumTests: PremiumTests, messages: Messages): string {
  const tests = premiumTests && premiumCount(plan, premiumTests)
  return [
    plan.exams.length > 0 && messages.plan_exams({ count: plan.exams.length }),
    tests !== null && countText(tests, messages),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether no test that a plan covers is premium at present, so that nothing would be bought. */
export const hasNothingPremium = (plan: Plan, premiumTests: PremiumTests) =>
  premiumTests !== null && plan.tags.length === 0 && premiumCount(plan, premiumTests) === 0

const premiumCount = (plan: Plan, tests: PremiumTestsByExam) =>
  plan.exams.reduce((sum, slug) => sum + (tests.get(slug)?.length ?? 0), plan.tests.length)
