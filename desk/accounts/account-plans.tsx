import { exactDayText } from '../ui/dates.ts'
import type { DeskContext } from '../desk-env.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { GrantCard } from './grant-card.tsx'
import {
  maxGivenDays,
  type AccountSubscription,
  type GrantProposal,
  type plansToGive,
} from './grants.ts'

/** What was typed to give a plan, with what is wrong with it; and the given plan that is to end
 *  without a reason. */
export type PlansShown = {
  giving?: {
    typed: { plan: string; days: string; reason: string }
    problem: 'days' | 'reason' | 'open' | 'no-plan'
  }
  ending?: number
}

type PlansProps = {
  c: DeskContext
  id: number
  subscriptions: readonly AccountSubscription[]
  plans: Awaited<ReturnType<typeof plansToGive>>
  waiting: readonly GrantProposal[]
  shown: PlansShown
}

/** The plans of an account, bought and given; and the form that gives one. */
export function AccountPlans({ c, id, subscriptions, plans, waiting, shown }: PlansProps) {
  const text = c.get('text')
  return (
    <>
      <section>
        <h2>{text('account_plans')}</h2>
        {subscriptions.length === 0 && <p>{text('no_plans')}</p>}
        <ul className="rows">
          {subscriptions.map((one) => (
            <SubscriptionRow
              key={`${one.startsAt} ${one.planName} ${one.grantId ?? ''}`}
              c={c}
              subscription={one}
              isEnding={shown.ending !== undefined && shown.ending === one.grantId}
            />
          ))}
        </ul>
      </section>
      {waiting.map((proposal) => (
        <GrantCard key={proposal.id} c={c} proposal={proposal} />
      ))}
      <GiveForm {...{ c, id, plans }} giving={shown.giving} />
    </>
  )
}

function SubscriptionRow({
  c,
  subscription,
  isEnding,
}: {
  c: DeskContext
  subscription: AccountSubscription
  isEnding: boolean
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { planName, startsAt, endsAt, status, grantId, isPaid } = subscription
  const now = c.get('now').toISOString()
  const state =
    status === 'refunded'
      ? 'plan_refunded'
      : status === 'cancelled'
        ? 'plan_ended'
        : endsAt <= now
          ? 'plan_over'
          : startsAt > now
            ? 'plan_begins'
            : 'plan_runs'
  const isRunning = state === 'plan_runs' || state === 'plan_begins'
  return (
    <li>
      <span>
        <b>{planName}</b>
        <small>
          {exactDayText(startsAt, locale)} – {exactDayText(endsAt, locale)}
        </small>
      </span>
      <span className="chips">
        <span className="tag">{text(isPaid ? 'plan_bought' : 'plan_was_given')}</span>
        <span className="tag">{text(state)}</span>
      </span>
      {grantId !== null && isRunning && (
        <details className="steps-of" open={isEnding || undefined}>
          <summary>{text('end_given')}</summary>
          <form method="post" action={`/grants/${grantId}/end`}>
            <FormToken value={c.get('formToken')} />
            <Field
              id={`reason-${grantId}`}
              name="reason"
              label={text('reason')}
              hint={text('reason_hint')}
              value=""
              maxLength={300}
              error={isEnding ? text('reason_needed') : undefined}
            />
            <button className="btn stop">{text('end_given')}</button>
          </form>
        </details>
      )}
    </li>
  )
}

function GiveForm({
  c,
  id,
  plans,
  giving,
}: Pick<PlansProps, 'c' | 'id' | 'plans'> & { giving: PlansShown['giving'] }) {
  const text = c.get('text')
  const { typed, problem } = giving ?? {}
  const refusal = problem === 'open' ? 'grant_open' : problem === 'no-plan' ? 'grant_no_plan' : null
  return (
    <form method="post" action={`/accounts/${id}/plan`} className="card">
      <FormToken value={c.get('formToken')} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <h2>{text('give_plan')}</h2>
      <p className="small">{text('give_plan_hint')}</p>
      {refusal && (
        <p className="err" role="alert">
          {text(refusal)}
        </p>
      )}
      <label className="f">
        <span className="l">{text('plan')}</span>
        <select name="plan" defaultValue={typed?.plan ?? plans[0]?.slug}>
          {plans.map(({ slug, name, days }) => (
            <option key={slug} value={slug}>
              {name} · {text('days_count', { days })}
            </option>
          ))}
        </select>
      </label>
      <Field
        name="days"
        label={text('given_days')}
        hint={text('given_days_hint', { max: maxGivenDays })}
        value={typed?.days ?? '30'}
        inputMode="numeric"
        maxLength={3}
        error={problem === 'days' ? text('given_days_invalid', { max: maxGivenDays }) : undefined}
      />
      <Field
        id="give-reason"
        name="reason"
        label={text('reason')}
        hint={text('reason_hint')}
        value={typed?.reason ?? ''}
        maxLength={300}
        error={problem === 'reason' ? text('reason_needed') : undefined}
      />
      <button className="btn quiet">{text('give_plan')}</button>
    </form>
  )
}
