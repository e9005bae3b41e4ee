import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bankTransferFacts } from '../support/bank-transfer-provider/facts.ts'
import { paymentRow, planRow, shopWire, txId } from '../support/payments.ts'
import { requestsTo, signIn } from '../support/reader.ts'
import { captureLog, read } from '../support/site.ts'

// For the site, a third provider is one line in domain/payment-providers.ts.
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

  it('starts the payment by its own endpoint and redirects to its own host', async () => {
    const { browser, seen } = await signIn({ wire })
    const html = await browser.read(`${pack}?by=bank-transfer`)
    const key = /name="key" value="([^"]*)"/.exec(html)?.[1] ?? ''
    const form = { plan: planRow().slug, by: 'bank-transfer', key }
    const response = await browser.post(pack, form)
    expect([response.status, response.headers.get('location')]).toEqual([303, bankAddress])
    expect(requestsTo(seen, '/api/payment-transactions/bank-transfer/checkout')).toHaveLength(1)
  })

  it('is allowed as a target of the forms on a checkout page', async () => {
    const { browser } = await signIn({ wire })
    const policy = (await browser.go(pack)).headers.get('content-security-policy')
    expect(policy).toMatch(/form-action 'self'[^;]* https:\/\/bank\.test/)
  })

  it('has a return path, which redirects to the status page', async () => {
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

  it('has an endpoint that clients of the site may call', async () => {
    const { browser } = await signIn({ wire })
    const response = await browser.post('/api/payment-transactions/bank-transfer/checkout', {})
    expect(response.status).not.toBe(404)
    expect((await read('/api/payment-transactions/cheque/checkout')).status).toBe(404)
  })
})
