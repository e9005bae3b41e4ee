import type { PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import type { Plan } from '../../../domain/plan.ts'
import { messagesFor } from '../../ui/messages.ts'

/** The plans of this address, as links to their bills. */
export function PlanChoice({
  page,
  plans,
  chosen,
  to,
}: {
  page: PageContext
  plans: readonly Plan[]
  chosen: Plan
  to: (change: Partial<CheckoutChoice>) => string
}) {
  const messages = messagesFor(page.locale)
  return (
    <nav className="options" aria-label={messages.plans()}>
      {plans.map((plan) => (
        <a
          key={plan.slug}
          href={to({ plan: plan.slug })}
          aria-current={plan === chosen ? 'true' : undefined}
        >
          <span lang={plan.locale === page.locale ? undefined : plan.locale}>{plan.name}</span>
          <small>
            {[plan.prices[0] && moneyText(plan.prices[0]), messages.plan_days({ count: plan.days })]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </a>
      ))}
    </nav>
  )
}
