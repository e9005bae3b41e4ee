import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { paymentPath, providerNames, type Provider } from '../../../domain/payment.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { refusalOfPayment } from '../../api-client/payments.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** A checkout that came to nothing, where the form is shown again with everything that was chosen. */
export type Again = { notice: string; status: 200 | 422 | 429 | 503 }

/** Why no payment was begun: an answer of its own, or what to say above the form. Nothing was taken in any of them. */
export function refused(
  c: Context<AppEnv>,
  error: ApiError,
  choice: CheckoutChoice,
  by: Provider,
): Response | Promise<Response> | Again {
  const words = messagesFor(c.var.page.locale)
  const notBegun: Again = { notice: words.pay_not_begun(), status: 503 }
  if (error.kind === 'signed-in-elsewhere') return toSignIn(c, choice)
  if (error.kind !== 'http-error') return notBegun
  const refusal = refusalOfPayment(error)
  if (error.status === 401 || (error.status === 403 && !c.var.reader.user))
    return toSignIn(c, choice)
  if (error.status === 429) return { notice: words.pay_not_begun(), status: 429 }
  switch (refusal?.name ?? '') {
    case 'UndecidedPayment':
      return !refusal?.payment
        ? { notice: words.pay_unfinished(), status: 422 }
        : toPayment(c, refusal.payment, 'unfinished')
    case 'JustPaid':
      return !refusal?.payment ? haveAlready(c) : toPayment(c, refusal.payment, 'just-paid')
    case 'NotInApp':
      return notInApp(c, 403)
    case 'PremiumAlready':
      return haveAlready(c)
    case 'ProviderUnavailable':
      return { notice: words.pay_provider_down({ provider: providerNames[by] }), status: 503 }
    case 'ValidationError':
      // The plan or coupon is no longer what it was; the page shows what is true now.
      return { notice: words.pay_not_begun(), status: 422 }
  }
  return notBegun
}

type Note = 'unfinished' | 'just-paid' | 'price'

/** To the payment's own page, which says everything and offers what is safe. `note`: why the payer came there. */
export const toPayment = (c: Context<AppEnv>, id: string, note: Note | null) =>
  c.redirect(
    `${c.var.page.origin}${localizedPath(paymentPath(id), c.var.page.locale)}${note === null ? '' : `?note=${note}`}`,
    303,
  )

/** Signs in and comes back to the same choice. */
export function toSignIn(c: Context<AppEnv>, choice: CheckoutChoice) {
  const { origin, locale, path } = c.var.page
  const callbackUrl = origin + localizedPath(path, locale) + choiceQuery(choice)
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl })
  return c.redirect(`${origin}${localizedPath('/login', locale)}?${query}`, 303)
}

export function notInApp(c: Context<AppEnv>, status: 200 | 403) {
  const { page } = c.var
  const words = messagesFor(page.locale)
  c.header('cache-control', 'no-store')
  c.status(status)
  return c.render(
    <MessagePage
      title={words.pay_not_in_app()}
      body={words.pay_not_in_app_body()}
      links={[
        { href: localizedPath('/', page.locale), label: words.back_to_home() },
        { href: localizedPath('/account', page.locale), label: words.my_account() },
      ]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}

function haveAlready(c: Context<AppEnv>) {
  const { page } = c.var
  const words = messagesFor(page.locale)
  c.status(409)
  return c.render(
    <MessagePage
      title={words.pay_have_already()}
      body={words.pay_have_already_body()}
      links={[
        { href: localizedPath('/account', page.locale), label: words.my_account() },
        { href: localizedPath('/', page.locale), label: words.back_to_home() },
      ]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}
