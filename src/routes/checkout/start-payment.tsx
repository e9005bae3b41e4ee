import type { Context } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { redirectToProvider } from '../../respond/redirect-to-provider.tsx'
import { localizedPath } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { FormInput } from '../../../domain/forms.ts'
import { paymentPath, type Payment, type ProviderId } from '../../../domain/payment.ts'
import type { Plan } from '../../../domain/plan.ts'
import { beginPayment, createHandoff, type Order } from '../../api-client/payments.ts'
import { paymentTerms, plansOnSale } from '../../api-client/plans.ts'
import { sourceField } from '../../session/traffic-source.ts'
import { HandoffPage } from '../../ui/handoff-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import {
  respondToRefusal,
  redirectToPayment,
  redirectToSignIn,
  type CheckoutRejection,
} from './refusals.tsx'
import { planSelectionAt } from './plan-selection.ts'

const uuid = v.pipe(v.string(), v.uuid())

/** Begins a payment, or returns why the form is shown again. The idempotency key in the form makes
 *  a double click, a reload and the Back button the same order. A form without a key (rendered
 *  before signing in) is answered with a redirect to the form with a key. */
export async function startPayment(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
  form: FormInput,
): Promise<Response | (CheckoutRejection & { checkoutKey: string | null })> {
  if (!c.var.reader.user) return redirectToSignIn(c, choice)
  const key = v.safeParse(uuid, form.key)
  const chosen = await findChosenPlan(c, choice)
  if (chosen instanceof Response) return chosen
  if (!key.success || !chosen) return redirectToForm(c, choice)
  const order = {
    ...orderFor(c, choice, chosen, key.output),
    ...(form.state !== undefined && { payerState: choice.state }),
  }
  const outcome =
    c.var.page.isAppAgent && c.var.config.IN_APP_CHECKOUT === 'handoff'
      ? await handOffPayment(c, order, choice, chosen.provider)
      : await beginAtProvider(c, order, choice, chosen.provider, form.seen)
  return outcome instanceof Response ? outcome : { ...outcome, checkoutKey: key.output }
}

type ChosenPlan = { plan: Plan; provider: ProviderId; returnTo: string }

/** The chosen plan and provider, or null if one of them is no longer offered. */
async function findChosenPlan(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
): Promise<ChosenPlan | Response | null> {
  const { api, page } = c.var
  const [plans, terms] = await Promise.all([plansOnSale(api, page.locale), paymentTerms(api)])
  if (!plans.ok) return c.var.fail(plans.error)
  if (!terms.ok) return c.var.fail(terms.error)
  const plan = plans.value.find(({ slug }) => slug === choice.plan)
  const method = terms.value.methods.find(({ provider }) => provider === choice.provider)
  if (!plan || !method) return null
  return {
    plan,
    provider: method.provider,
    returnTo: returnPathFor(c, plan, planSelectionAt(page, plans.value).returnTo),
  }
}

/** The path to return to after paying: that of the plan selection; from the list of all plans, the
 *  page of the plan's first exam. */
function returnPathFor(c: Context<AppEnv>, plan: Plan, fromSelection: string): string {
  const { locale } = c.var.page
  const [exam] = plan.exams
  return fromSelection === localizedPath('/', locale) && exam
    ? localizedPath(`/${exam}`, locale)
    : fromSelection
}

const orderFor = (
  c: Context<AppEnv>,
  { coupon, useCredit }: CheckoutChoice,
  { plan, returnTo }: ChosenPlan,
  checkoutKey: string,
): Order => ({
  plan: plan.slug,
  checkoutKey,
  ...(coupon !== '' && { coupon }),
  useCredit,
  locale: c.var.page.locale,
  inApp: c.var.page.isAppAgent,
  returnTo,
  ...sourceField(c.var.reader),
})

async function beginAtProvider(
  c: Context<AppEnv>,
  order: Order,
  choice: CheckoutChoice,
  provider: ProviderId,
  seenAmount: string | undefined,
): Promise<Response | CheckoutRejection> {
  const begun = await beginPayment(c.var.reader.api, provider, order)
  if (!begun.ok) return respondToRefusal(c, begun.error, choice, provider)
  const { payment, providerUrl } = begun.value
  if (payment && isOtherAmount(payment, seenAmount))
    return redirectToPayment(c, payment.id, 'price')
  if (providerUrl !== null)
    return redirectToProvider(
      c,
      provider,
      providerUrl,
      payment && { id: payment.id, signature: null },
    )
  return payment ? redirectToPayment(c, payment.id, null) : { notice: notBegun(c), status: 503 }
}

/** Whether the price has changed since the form was shown. The payer then has to see it first. */
const isOtherAmount = (payment: Payment, seenAmount: string | undefined) =>
  seenAmount !== undefined &&
  seenAmount !== `${payment.amount.currency} ${payment.amount.amountMinor}`

const notBegun = (c: Context<AppEnv>) => messagesFor(c.var.page.locale).pay_not_begun()

/** Inside the app: shows a link that opens the same order in the phone's browser. */
async function handOffPayment(
  c: Context<AppEnv>,
  order: Order,
  choice: CheckoutChoice,
  provider: ProviderId,
): Promise<Response | CheckoutRejection> {
  const { page, reader } = c.var
  const handoff = await createHandoff(reader.api, { ...order, provider })
  if (!handoff.ok) return respondToRefusal(c, handoff.error, choice, provider)
  const { token, id } = handoff.value
  const messages = messagesFor(page.locale)
  return c.render(
    <HandoffPage
      page={page}
      address={page.origin + localizedPath(`/payment/handoff/${token}`, page.locale)}
      checkLink={{
        href: localizedPath(id === null ? '/account' : paymentPath(id), page.locale),
        label: messages.pay_see(),
      }}
    />,
    { layout: 'header' },
  )
}

const redirectToForm = (c: Context<AppEnv>, choice: CheckoutChoice) =>
  c.redirect(
    c.var.page.origin + localizedPath(c.var.page.path, c.var.page.locale) + choiceQuery(choice),
    303,
  )
