import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paidRow, shopWire, txId } from '../support/payments.ts'
import { requestsTo, signIn } from '../support/reader.ts'
import { captureLog, productApiAnswers, read, type Wire } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const pack = '/en/village-administrative-officer-pack'
const status = `/en/payment/${txId}`
const providers = '/api/payment-transactions/providers'
const details = '/api/payment-transactions/transaction/details'

/** A product API with the given REFUND_DAYS; null: one that does not state them. */
const wireWith = (refundDays: number | null): Wire => {
  const wire = shopWire()
  const list = wire[providers] as { data: object[] }
  return { ...wire, [providers]: { data: list.data, meta: { refundDays } } }
}

describe('the refund period on pages', () => {
  it.each([7, 14])('is the %d days of the product API on checkout pages', async (days) => {
    productApiAnswers(wireWith(days))
    for (const path of [pack, '/en/subscription/checkout'])
      expect((await read(path)).html).toContain(`Within ${days} days of payment`)
  })

  it('is left out if the product API does not state it', async () => {
    productApiAnswers(wireWith(null))
    const { html } = await read(pack)
    expect(html).toContain('₹299')
    expect(html).not.toMatch(/Within \d+ days of payment/)
  })

  it.each([7, 14])('is the %d days of the payment on its page', async (refundDays) => {
    const { browser } = await signIn({ wire: { [details]: { data: paidRow({ refundDays }) } } })
    expect(await browser.read(status)).toContain(`Within ${refundDays} days of payment`)
  })

  it('is part of the explanation of a declined refund, if it is known', async () => {
    const declined = (refundDays: number | null) =>
      signIn({
        wire: { [details]: { data: paidRow({ refundDays, refund: { status: 'declined' } }) } },
      })
    const { browser, seen } = await declined(14)
    expect(await browser.read(status)).toContain('no refund for this payment: 14 days have passed')
    expect(requestsTo(seen, details)).not.toEqual([])
    const other = await declined(null)
    expect(await other.browser.read(status)).toContain('no refund for this payment. If the fault')
  })
})
