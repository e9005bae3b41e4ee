import { readText } from '../../../../http/request-body.ts'
import { failed, ok, type Result } from '../../../../domain/result.ts'
import { parseCsv } from '../../csv.ts'
import { signedMinorOf } from '../../money.ts'
import type {
  SettlementEntry,
  SettlementKind,
  SettlementPage,
  SettlementReport,
} from '../settlement-report.ts'
import type { PhonePeSettings } from './settings.ts'

// PhonePe's settlement report is a CSV file for each day on which money was transferred to the
// bank: PhonePe, "Settlement report format". PhonePe documents no API for it and sends it by mail,
// SFTP or its dashboard, so PHONEPE_SETTLEMENT_URL says from where it is fetched.

const pageSize = 500
const maxBytes = 8_000_000

/** PhonePe's days are Indian ones; a payment is settled a working day later. */
export const settlementOfPhonePe = (settings: PhonePeSettings): SettlementReport => ({
  utcOffsetMinutes: 330,
  readyAfterMinutes: 360,
  lagDays: 1,
  missingAfterDays: 5,
  canFetch: settings.PHONEPE_SETTLEMENT_URL !== '',
  parseFile: settlementPageIn,
  async fetchPage(_context, day, cursor) {
    const text = await fetchReport(settings, day)
    return text.ok ? settlementPageIn(text.value, Number(cursor ?? 0)) : text
  },
})

/** The report of a day; '' on a day without one. */
async function fetchReport(
  {
    PHONEPE_SETTLEMENT_URL: url,
    PHONEPE_SETTLEMENT_TOKEN: token,
    PROVIDER_DEADLINE_MS,
  }: PhonePeSettings,
  day: string,
): Promise<Result<string, string>> {
  let because: string
  try {
    const answer = await fetch(url.replaceAll('{day}', day), {
      headers: { accept: 'text/csv', ...(token !== '' && { authorization: `Bearer ${token}` }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(PROVIDER_DEADLINE_MS),
    })
    if (answer.status === 404) return ok('')
    because = `status ${answer.status}`
    if (answer.status === 200) {
      const body = new Request('http://report.invalid', { method: 'POST', body: answer.body })
      const text = await readText(body, { maxBytes })
      if (text.ok) return text
      because = text.error.kind
    }
  } catch (error) {
    because =
      error instanceof Error && /Timeout|Abort/.test(error.name) ? 'too slow' : 'no connection'
  }
  return failed(`PhonePe's settlement report cannot be fetched (${because})`)
}

/** A page of a report's lines, `offset` lines from its beginning. Errors: a sentence that names the
 *  line. */
export function settlementPageIn(text: string, offset: number): Result<SettlementPage, string> {
  let rows: string[][]
  try {
    rows = parseCsv(text)
  } catch (error) {
    if (error instanceof SyntaxError) return failed(`The settlement report: ${error.message}`)
    throw error
  }
  const [header, ...lines] = rows
  if (!header) return ok({ entries: [], nextCursor: null })
  const names = header.map((name) => name.replace(/[^A-Za-z]/g, '').toLowerCase())
  const missing = requiredColumns.filter((name) => !names.includes(name))
  if (missing.length > 0)
    return failed(`The settlement report lacks the columns ${missing.join(', ')}`)
  const entries: SettlementEntry[] = []
  for (const [index, cells] of lines.slice(offset, offset + pageSize).entries()) {
    const entry = entryOf((name) => cells[names.indexOf(name)]?.trim() ?? '')
    if (!entry) return failed(`Line ${offset + index + 2} of the settlement report is unreadable`)
    entries.push(entry)
  }
  const next = offset + pageSize
  return ok({ entries, nextCursor: next < lines.length ? String(next) : null })
}

const requiredColumns = [
  ...['paymenttype', 'merchantreferenceid', 'phonepereferenceid', 'transactiondate'],
  ...['settlementdate', 'bankreferenceno', 'amount', 'fee', 'igst', 'cgst', 'sgst'],
]

function entryOf(cell: (name: string) => string): SettlementEntry | null {
  const kind = kindOf(cell('paymenttype'))
  const amount = rupees(cell('amount'))
  const charge = (name: string) => rupees(cell(name) || '0')
  const [fee, igst, cgst, sgst] = [charge('fee'), charge('igst'), charge('cgst'), charge('sgst')]
  const [occurredOn, settledOn] = [dayOf(cell('transactiondate')), dayOf(cell('settlementdate'))]
  const providerId = cell('phonepereferenceid')
  const bankReference = cell('bankreferenceno') || null
  if (amount === null || fee === null || igst === null || cgst === null || sgst === null)
    return null
  if (occurredOn === null || providerId === '') return null
  const [reference, order] = [cell('merchantreferenceid') || null, cell('merchantorderid') || null]
  return {
    // A payment that is settled twice has two lines.
    id: `${providerId}/${bankReference ?? ''}`,
    providerId,
    kind,
    ourId: kind === 'payment' ? (order ?? reference) : order,
    paymentId: kind === 'payment' ? providerId : null,
    refundKey: kind === 'refund' ? reference : null,
    status: 'done',
    currency: 'INR',
    // A refund is what leaves, whether the report has it with a sign or not.
    amountMinor: kind === 'refund' || kind === 'reversal' ? -Math.abs(amount) : amount,
    feeMinor: fee,
    feeTaxMinor: igst + cgst + sgst,
    bankReference,
    occurredAt: new Date(Date.parse(`${occurredOn}T00:00:00Z`) - 330 * 60_000).toISOString(),
    occurredOn,
    settledOn,
  }
}

function kindOf(type: string): SettlementKind {
  switch (type.toUpperCase()) {
    case 'PAYMENT':
      return 'payment'
    case 'REFUND':
      return 'refund'
    case 'CHARGEBACK':
    case 'REVERSAL':
      return 'reversal'
  }
  return 'other'
}

const rupees = (value: string) => signedMinorOf({ currency_code: 'INR', value })

/** '22-11-2026', '22/11/2026' or '2026-11-22', with or without a time, as '2026-11-22'. */
function dayOf(text: string): string | null {
  const day = text.replace(/^(\d{2})[-/](\d{2})[-/](\d{4})/, '$3-$2-$1').slice(0, 10)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null
}
