import * as v from 'valibot'
import { failed, ok, type Result } from '../../../../domain/result.ts'
import { summaryOf } from '../provider-request.ts'
import type { ListedPayment } from '../provider.ts'
import { requestPayPal } from './api.ts'
import type { PayPalContext } from './settings.ts'

const listing = v.object({
  transaction_details: v.optional(
    v.array(
      v.object({
        transaction_info: v.object({
          transaction_id: v.string(),
          transaction_event_code: v.optional(v.string(), ''),
          transaction_status: v.optional(v.string(), ''),
          transaction_amount: v.optional(
            v.object({ currency_code: v.string(), value: v.string() }),
          ),
          custom_field: v.optional(v.string()),
          invoice_id: v.optional(v.string()),
        }),
      }),
    ),
    [],
  ),
  total_pages: v.optional(v.number(), 1),
})

const dayMs = 86_400_000
/** PayPal lists at most 31 days at once. */
const spanMs = 30 * dayMs

/** Every payment that the PayPal account has received since then. PayPal lists a payment about
 *  three hours after it. Errors: a sentence if PayPal refuses; the app needs the permission
 *  "Transaction Search". */
export async function listPayPalPayments(
  context: PayPalContext,
  since: Date,
): Promise<Result<ListedPayment[], string>> {
  const listed: ListedPayment[] = []
  const nowMs = context.now().getTime()
  for (let fromMs = since.getTime(); fromMs < nowMs; fromMs += spanMs) {
    const untilMs = Math.min(fromMs + spanMs, nowMs)
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const path = pathOf(fromMs, untilMs, page)
      const answer = await requestPayPal(context, { method: 'GET', path })
      const parsed =
        answer.kind === 'answer' && answer.status === 200 ? v.safeParse(listing, answer.body) : null
      if (!parsed?.success) return failed(`PayPal does not list payments (${summaryOf(answer)})`)
      pages = parsed.output.total_pages
      listed.push(...receivedPayments(parsed.output))
    }
  }
  return ok(listed)
}

const pathOf = (fromMs: number, untilMs: number, page: number) =>
  `/v1/reporting/transactions?${new URLSearchParams({
    start_date: new Date(fromMs).toISOString(),
    end_date: new Date(untilMs).toISOString(),
    fields: 'transaction_info',
    page_size: '500',
    page: String(page),
  }).toString()}`

/** Received payments (T00..), without fees, refunds and transfers to the bank. */
const receivedPayments = ({
  transaction_details,
}: v.InferOutput<typeof listing>): ListedPayment[] =>
  transaction_details
    .map(({ transaction_info: info }) => info)
    .filter(
      ({ transaction_event_code: code, transaction_status: status, transaction_amount: amount }) =>
        code.startsWith('T00') &&
        (status === 'S' || status === 'V') &&
        !amount?.value.startsWith('-'),
    )
    .map(({ transaction_id, custom_field, invoice_id, transaction_amount: amount }) => ({
      captureId: transaction_id,
      ourId: custom_field ?? invoice_id ?? null,
      amount: `${amount?.value ?? '?'} ${amount?.currency_code ?? ''}`,
    }))
