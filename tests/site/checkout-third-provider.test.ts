import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bankTransferFacts } from '../support/bank-transfer-provider/facts.ts'
import { paymentRow, planRow, shopWire, txId } from '../support/payments.ts'
import { requestsTo, signIn } from '../support/reader.ts'
import { captureLog, read } from '../support/site.ts'

// The site's part of a third provider is one line of its table of providers.
vi.mock(import('../../domain/payment-providers.ts'), async (original) => {
  const table = await original()
  return { ...table, paymentProviders: [...table.paymentProviders, bankTransferFacts] }
})

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const pack = '/en/village-administrative-officer-pack'
const bankAddress = 'https://bank.test/transfer?purpose=1'
const row = () => paymentRow({ provider: 'bank-transfer', redirectUrl: bankAddress })

const wire = {
  ...shopWire(),
  '/api/payment-transactions/providers': {
    data: [
      { provider: 'phonepe', currency: 'INR', available: true, missing: [] },
      { provider: 'bank-transfer', currency: 'INR', available: true, missing: [] },
    ],
    meta: { refundDays: 7 },
  },
  '/api/payment-transactions/bank-transfer/checkout': () =>
    Response.json({ data: row(), links: [] }, { status: 201 }),
  '/api/payment-transactions/bank-transfer/return': { data: { ...row(), statusSig: 'x.y' } },
  '/api/payment-transactions/transaction/details': { data: row() },
}

describe('a provider that is added to the table', () => {
  it('is offered on the checkout page with its price', async () => {
    const { browser } = await signIn({ wire })
    const html = await browser.read(pack)
    expect(html).toContain('by=bank-transfer')
    expect(html).toMatch(/Bank transfer \(NEFT\)<small>In India · ₹299<\/small>/)
  })

  it('begins the payment by its own call and redirects to its own host', async () => {
    const { browser, seen } = await signIn({ wire })
    const html = await browser.read(`${pack}?by=bank-transfer`)
    const key = /name="key" value="([^"]*)"/.exec(html)?.[1] ?? ''
    const form = { plan: planRow().slug, by: 'bank-transfer', key }
    const response = await browser.post(pack, form)
    expect([response.status, response.headers.get('location')]).toEqual([303, bankAddress])
    expect(requestsTo(seen, '/api/payment-transactions/bank-transfer/checkout')).toHaveLength(1)
  })

  it('may be the target of the forms of a checkout page', async () => {
    const { browser } = await signIn({ wire })
    const policy = (await browser.go(pack)).headers.get('content-security-policy')
    expect(policy).toMatch(/form-action 'self'[^;]* https:\/\/bank\.test/)
  })

  it('sends payers back to its own return path, which redirects to the status page', async () => {
    const { browser, seen } = await signIn({ wire })
    const response = await browser.go(`/bank-transfer/return?tx=${txId}&s=sig&token=not-its-own`)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain(`/payment/${txId}?s=x.y`)
    const [request] = requestsTo(seen, '/api/payment-transactions/bank-transfer/return')
    expect(new URL(request?.url ?? '').search).toBe(`?tx=${txId}&s=sig`)
  })

  it('is named on the payment’s own page', async () => {
    const { browser } = await signIn({ wire })
    const html = await browser.read(`/en/payment/${txId}`)
    expect(html).toContain('Bank transfer (NEFT)')
    expect(html).toContain('Reference of Bank transfer')
  })

  it('may be called by clients of the site like the other providers', async () => {
    const { browser } = await signIn({ wire })
    const response = await browser.post('/api/payment-transactions/bank-transfer/checkout', {})
    expect(response.status).not.toBe(404)
    expect((await read('/api/payment-transactions/cheque/checkout')).status).toBe(404)
  })
})
