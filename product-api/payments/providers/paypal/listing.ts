import * as v from 'valibot'
import type { Till } from '../provider.ts'
import { inShort } from '../../wire.ts'
import { ask } from './api.ts'

const page = v.object({
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

export type Listed = {
  captureId: string
  /** What we called it, if it was we who asked for it. */
  ourId: string | null
  amount: string
}

const day = 86_400_000
/** PayPal lists no more than 31 days at once. */
const spanMs = 30 * day

/** Every payment that PayPal has taken for the account since then, ours or not, up to about three hours ago: so long it takes to list
 *  them. Answers a sentence where PayPal does not let us: the app needs the permission "Transaction Search". */
export async function paymentsListed(till: Till, since: Date): Promise<Listed[] | string> {
  const listed: Listed[] = []
  for (let fromMs = since.getTime(); fromMs < till.now().getTime(); fromMs += spanMs) {
    const untilMs = Math.min(fromMs + spanMs, till.now().getTime())
    for (let number = 1, pages = 1; number <= pages; number += 1) {
      const answer = await ask(till, { method: 'GET', path: pathOf(fromMs, untilMs, number) })
      const read =
        answer.kind === 'answer' && answer.status === 200 ? v.safeParse(page, answer.body) : null
      if (!read?.success) return `PayPal does not list payments (${inShort(answer)})`
      pages = read.output.total_pages
      listed.push(...receivedIn(read.output))
    }
  }
  return listed
}

const pathOf = (fromMs: number, untilMs: number, number: number) =>
  `/v1/reporting/transactions?${new URLSearchParams({
    start_date: new Date(fromMs).toISOString(),
    end_date: new Date(untilMs).toISOString(),
    fields: 'transaction_info',
    page_size: '500',
    page: String(number),
  }).toString()}`

/** Payments alone (T00..), that have come in: not fees, refunds and transfers to the bank. */
const receivedIn = ({ transaction_details }: v.InferOutput<typeof page>): Listed[] =>
  transaction_details
    .map(({ transaction_info: info }) => info)
    .filter(
      ({ transaction_event_code: code, transaction_status: status, transaction_amount: amount }) =>
        code.startsWith('T00') &&
        (status === 'S' || status === 'V') &&
        !amount?.value.startsWith('-'),
    )
    .map((info) => ({
      captureId: info.transaction_id,
      ourId: info.custom_field ?? info.invoice_id ?? null,
      amount: `${info.transaction_amount?.value ?? '?'} ${info.transaction_amount?.currency_code ?? ''}`,
    }))
