import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { asText, asWholeNumber, requestFields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { reportRows } from './report-rows.ts'
import { store, emulator } from './store.ts'
import { refusal } from './problems.ts'
import type { PayPalEnv } from './settings.ts'

const maxRangeMs = 31 * 86_400_000
const maxPageSize = 500

export const reportingRoutes = new Hono<PayPalEnv>()

/** Lists the account's movements of at most 31 days, page by page, oldest first. Times have whole
 *  seconds, and both ends of the range are included. */
reportingRoutes.get(
  '/v1/reporting/transactions',
  withLateAnswer(emulator, 'report'),
  withFaults(emulator, 'report'),
  (c) => {
    const [fromMs, untilMs] = [
      Date.parse(c.req.query('start_date') ?? ''),
      Date.parse(c.req.query('end_date') ?? ''),
    ]
    if (!(untilMs - fromMs <= maxRangeMs))
      return refusal(400, {
        issue: 'INVALID_DATE_RANGE',
        field: 'start_date,end_date',
        location: 'path',
      })
    const pageSize = asWholeNumber(c.req.query('page_size') ?? '100') || 0
    const page = asWholeNumber(c.req.query('page') ?? '1') || 0
    if (pageSize < 1 || pageSize > maxPageSize || page < 1)
      return refusal(400, {
        issue: 'INVALID_PARAMETER_VALUE',
        field: 'page_size',
        location: 'path',
      })
    const rows = reportRows().filter(({ transaction_initiation_date: date }) => {
      const atMs = Date.parse(date)
      return atMs >= fromMs && atMs <= untilMs
    })
    if (rows.length > store.maxReportRows) return tooLarge(rows.length)
    return c.json({
      transaction_details: rows
        .slice((page - 1) * pageSize, page * pageSize)
        .map((row) => ({ transaction_info: row })),
      account_number: 'EMULATEDSHOP1',
      start_date: new Date(fromMs).toISOString(),
      end_date: new Date(untilMs).toISOString(),
      last_refreshed_datetime: new Date(nowMs(emulator)).toISOString(),
      page,
      total_items: rows.length,
      total_pages: Math.max(1, Math.ceil(rows.length / pageSize)),
      links: [],
    })
  },
)

/** PayPal's error for a range with more than 10,000 movements. */
const tooLarge = (count: number) =>
  Response.json(
    {
      name: 'RESULTSET_TOO_LARGE',
      message:
        'Result set size is greater than the maximum limit. Change the filter criteria and try ' +
        'again.',
      debug_id: randomId(13, 'digits'),
      total_items: count,
      maximum_items: store.maxReportRows,
      links: [],
    },
    { status: 400 },
  )

/** A control route, which PayPal lacks: adds, changes or hides a row of the report by its
 *  transaction_id, `copies` rows with numbered ids, or lowers the number of rows above which a
 *  range is too large. */
reportingRoutes.post('/report-rows', async (c) => {
  const { row, hidden, maxRows, copies } = await requestFields(c)
  const fields = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}
  const id = asText(fields.transaction_id) ?? randomId(17, 'paypal')
  const count = asWholeNumber(copies)
  if (asWholeNumber(maxRows) !== undefined) store.maxReportRows = asWholeNumber(maxRows) ?? 0
  if (row !== undefined || hidden !== undefined)
    for (let index = 0; index < (count ?? 1); index += 1)
      changeRow(count === undefined ? id : `${id}${index}`, fields, hidden === true)
  return c.json({ id })
})

const changeRow = (id: string, fields: Record<string, unknown>, isHidden: boolean) =>
  store.reportChanges.set(id, {
    isHidden,
    fields: { ...store.reportChanges.get(id)?.fields, ...fields, transaction_id: id },
  })
