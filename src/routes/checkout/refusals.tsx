import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { paymentPath, providerName, type ProviderId } from '../../../domain/payment.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { paymentRefusal } from '../../api-client/payments.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** A payment could not begin: the form is shown again, with a notice above it and the same choice.
 *  */
export type CheckoutRejection = {
  notice: string
  status: 200 | 422 | 429 | 503
  /** Whether the payer has to choose a state. */
  isStateMissing?: boolean
}

/** Responds to an error of `beginPayment` or `createHandoff`: with a redirect or page, or with the
 *  form again. No money was taken in any of these cases. */
export function respondToRefusal(
  c: Context<AppEnv>,
  error: ApiError,
  choice: CheckoutChoice,
  provider: ProviderId,
): Response | Promise<Response> | CheckoutRejection {
  const messages = messagesFor(c.var.page.locale)
  const notBegun: CheckoutRejection = { notice: messages.pay_not_begun(), status: 503 }
  if (error.kind === 'signed-in-elsewhere') return redirectToSignIn(c, choice)
  if (error.kind !== 'http-error') return notBegun
  const refusal = paymentRefusal(error)
  if (error.status === 401 || (error.status === 403 && !c.var.reader.user))
    return redirectToSignIn(c, choice)
  if (error.status === 429) return { notice: messages.pay_not_begun(), status: 429 }
  switch (refusal?.name ?? '') {
    case 'UndecidedPayment':
      return !refusal?.payment
        ? { notice: messages.pay_unfinished(), status: 422 }
        : redirectToPayment(c, refusal.payment, 'unfinished')
    case 'JustPaid':
      return !refusal?.payment
        ? alreadyOwnedPage(c)
        : redirectToPayment(c, refusal.payment, 'just-paid')
    case 'StateRequired':
      return { notice: messages.pay_state_required(), status: 422, isStateMissing: true }
    case 'NotInApp':
      return notInAppPage(c, 403)
    case 'PremiumAlready':
      return alreadyOwnedPage(c)
    case 'ProviderUnavailable':
      return {
        notice: messages.pay_provider_down({ provider: providerName(provider) }),
        status: 503,
      }
    case 'ValidationError':
      // The plan or the coupon has changed; the form then shows the current bill.
      return { notice: messages.pay_not_begun(), status: 422 }
  }
  return notBegun
}

/** Why a payer is redirected to the page of a payment; it shows a message. */
type PaymentNote = 'unfinished' | 'just-paid' | 'price'

/** Redirects to the page of a payment, which offers only actions that are safe in its status. */
export const redirectToPayment = (c: Context<AppEnv>, id: string, note: PaymentNote | null) =>
  c.redirect(
    c.var.page.origin +
      localizedPath(paymentPath(id), c.var.page.locale) +
      (note === null ? '' : `?note=${note}`),
    303,
  )

/** Redirects to the sign-in page, which returns to the checkout with the same choice. */
export function redirectToSignIn(c: Context<AppEnv>, choice: CheckoutChoice) {
  const { origin, locale, path } = c.var.page
  const callbackUrl = origin + localizedPath(path, locale) + choiceQuery(choice)
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl })
  return c.redirect(`${origin}${localizedPath('/login', locale)}?${query}`, 303)
}

/** The page that says that nothing is sold inside the app. */
export function notInAppPage(c: Context<AppEnv>, status: 200 | 403) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  c.status(status)
  return c.render(
    <MessagePage
      title={messages.pay_not_in_app()}
      body={messages.pay_not_in_app_body()}
      links={[
        { href: localizedPath('/', page.locale), label: messages.back_to_home() },
        { href: localizedPath('/account', page.locale), label: messages.my_account() },
      ]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}

/** The page that says that the member has this plan already. */
function alreadyOwnedPage(c: Context<AppEnv>) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  c.status(409)
  return c.render(
    <MessagePage
      title={messages.pay_owned_already()}
      body={messages.pay_owned_already_body()}
      links={[
        { href: localizedPath('/account', page.locale), label: messages.my_account() },
        { href: localizedPath('/', page.locale), label: messages.back_to_home() },
      ]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}
