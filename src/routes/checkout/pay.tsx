import type { Context } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { toProvider } from '../../respond/redirect-to-provider.tsx'
import { localizedPath } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { FormInput } from '../../../domain/forms.ts'
import { paymentPath, type Provider } from '../../../domain/payment.ts'
import type { Plan } from '../../../domain/plan.ts'
import { beginPayment, handOff, type Checkout, type Order } from '../../api-client/payments.ts'
import { plansOnSale, waysToPay } from '../../api-client/plans.ts'
import { HandoffPage } from '../../ui/handoff-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { refused, toPayment, toSignIn, type Again } from './refusals.tsx'
import { shelfAt } from './shelf.ts'

const uuid = v.pipe(v.string(), v.uuid())

/** Begins a payment, or shows the form again. The key that the form carries makes a double click, a reload and the Back
 *  button the same order; a form without one (read before signing in) leads to one that has it. */
export async function pay(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
  form: FormInput,
): Promise<Response | (Again & { checkoutKey: string | null })> {
  if (!c.var.reader.user) return toSignIn(c, choice)
  const key = v.safeParse(uuid, form.key)
  const chosen = await chosenFrom(c, choice)
  if (chosen instanceof Response) return chosen
  if (!key.success || !chosen) return backToForm(c, choice)
  const order = orderOf(c, choice, chosen, key.output)
  const went =
    c.var.page.inApp && c.var.config.IN_APP_CHECKOUT === 'handoff'
      ? await handedOff(c, order, choice, chosen.by)
      : await begun(c, order, choice, chosen.by, form.seen)
  return went instanceof Response ? went : { ...went, checkoutKey: key.output }
}

type Chosen = { plan: Plan; by: Provider; returnTo: string }

/** The plan and the way of the choice, if they are still on offer. */
async function chosenFrom(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
): Promise<Chosen | Response | null> {
  const { api, page } = c.var
  const [plans, ways] = await Promise.all([plansOnSale(api, page.locale), waysToPay(api)])
  if (!plans.ok) return c.var.fail(plans.error)
  if (!ways.ok) return c.var.fail(ways.error)
  const plan = plans.value.find(({ slug }) => slug === choice.plan)
  const way = ways.value.find(({ provider }) => provider === choice.by)
  if (!plan || !way) return null
  return {
    plan,
    by: way.provider,
    returnTo: whereTo(c, plan, shelfAt(page, plans.value).returnTo),
  }
}

/** After paying: what was wanted; from the page of all plans, the first exam of the one that was bought. */
function whereTo(c: Context<AppEnv>, plan: Plan, fromShelf: string): string {
  const { locale } = c.var.page
  const [exam] = plan.exams
  return fromShelf === localizedPath('/', locale) && exam
    ? localizedPath(`/${exam}`, locale)
    : fromShelf
}

const orderOf = (
  c: Context<AppEnv>,
  { coupon, credit }: CheckoutChoice,
  { plan, returnTo }: Chosen,
  checkoutKey: string,
): Order => ({
  plan: plan.slug,
  checkoutKey,
  ...(coupon !== '' && { coupon }),
  useCredit: credit,
  locale: c.var.page.locale,
  inApp: c.var.page.inApp,
  returnTo,
})

async function begun(
  c: Context<AppEnv>,
  order: Order,
  choice: CheckoutChoice,
  by: Provider,
  seen: string | undefined,
): Promise<Response | Again> {
  const answer = await beginPayment(c.var.reader.api, by, order)
  if (!answer.ok) return refused(c, answer.error, choice, by)
  const { payment, providerUrl } = answer.value
  if (payment && isAnotherSum(payment, seen)) return toPayment(c, payment.id, 'price')
  if (providerUrl !== null) return toProvider(c, by, providerUrl)
  return payment ? toPayment(c, payment.id, null) : { notice: notBegun(c), status: 503 }
}

/** The price may have changed between seeing and paying; then the payer sees the new one before going on. */
const isAnotherSum = (payment: NonNullable<Checkout['payment']>, seen: string | undefined) =>
  seen !== undefined && seen !== `${payment.amount.currency} ${payment.amount.amountMinor}`

const notBegun = (c: Context<AppEnv>) => messagesFor(c.var.page.locale).pay_not_begun()

/** Inside the app: a link that opens the same order in the phone's browser. */
async function handedOff(
  c: Context<AppEnv>,
  order: Order,
  choice: CheckoutChoice,
  provider: Provider,
): Promise<Response | Again> {
  const { page, reader } = c.var
  const handed = await handOff(reader.api, { ...order, provider })
  if (!handed.ok) return refused(c, handed.error, choice, provider)
  const { token, id } = handed.value
  c.header('cache-control', 'no-store')
  const words = messagesFor(page.locale)
  return c.render(
    <HandoffPage
      page={page}
      address={page.origin + localizedPath(`/payment/handoff/${token}`, page.locale)}
      checkLink={{
        href: localizedPath(id === null ? '/account' : paymentPath(id), page.locale),
        label: words.pay_see(),
      }}
    />,
    { layout: 'header' },
  )
}

const backToForm = (c: Context<AppEnv>, choice: CheckoutChoice) =>
  c.redirect(
    c.var.page.origin + localizedPath(c.var.page.path, c.var.page.locale) + choiceQuery(choice),
    303,
  )
