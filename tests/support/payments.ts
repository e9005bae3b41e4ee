import type { Wire } from './site.ts'

/** A plan as the product API lists it. */
export const planRow = (row: Record<string, unknown> = {}) => ({
  id: 1,
  documentId: 'plan-1',
  slug: 'village-administrative-officer-pack',
  locale: 'en',
  name: 'VAO pack',
  description: 'Every premium test for VAO.',
  days: 120,
  state: null,
  categories: [{ slug: 'vao-paper-1' }, { slug: 'vao-paper-2' }],
  practiceTests: [],
  tags: [],
  prices: [
    { currency: 'INR', amountMinor: 29900 },
    { currency: 'USD', amountMinor: 499 },
  ],
  ...row,
})

export const karnatakaRow = () =>
  planRow({
    documentId: 'plan-2',
    slug: 'karnataka-all',
    name: 'All Karnataka exams',
    days: 180,
    state: { slug: 'karnataka' },
    categories: [],
    prices: [
      { currency: 'INR', amountMinor: 12345650 },
      { currency: 'USD', amountMinor: 699 },
    ],
  })

export const txId = '01JABCDEFGHJKMNPQRSTVWXYZ0'
export const orderAddress = 'https://mercury.phonepe.com/transact/v2?token=abc'

/** A payment transaction as the product API returns it to its owner. */
export const paymentRow = (row: Record<string, unknown> = {}) => ({
  ...neutralRow(),
  state: 'redirected',
  lines: [{ kind: 'price', amountMinor: 29900 }],
  subscription: null,
  refund: null,
  refundableUntil: null,
  receiptNumber: null,
  ...row,
})

/** A payment transaction as it is returned for its signed URL, without a session. */
export const neutralRow = (row: Record<string, unknown> = {}) => ({
  id: txId,
  documentId: txId,
  status: 'waiting',
  provider: 'phonepe',
  plan: {
    slug: 'village-administrative-officer-pack',
    name: { en: 'VAO pack', kn: 'ವಿಎಒ ಪ್ಯಾಕ್' },
  },
  currency: 'INR',
  amountMinor: 29900,
  reference: 'OMO123',
  failure: null,
  locale: 'en',
  createdAt: '2026-11-21T05:00:00.000Z',
  updatedAt: '2026-11-21T05:00:00.000Z',
  paidAt: null,
  expiresAt: '2026-11-21T05:20:00.000Z',
  nextCheckMs: 3000,
  redirectUrl: orderAddress,
  account: 'r•••@…',
  refundDays: 7,
  ...row,
})

export const paidRow = (row: Record<string, unknown> = {}) =>
  paymentRow({
    status: 'paid',
    state: 'paid',
    paidAt: '2026-11-21T05:05:00.000Z',
    redirectUrl: null,
    nextCheckMs: null,
    receiptNumber: 'AB-2026-000001',
    refundableUntil: '2100-01-01T00:00:00.000Z',
    subscription: { startsAt: '2026-11-21T05:05:00.000Z', endsAt: '2027-03-21T05:05:00.000Z' },
    ...row,
  })

/** The responses of a product API with two plans and both providers. */
export const shopWire = (wire: Wire = {}): Wire => ({
  ...wire,
  '/api/subscription-plans': { data: [karnatakaRow(), planRow()], meta: {} },
  '/api/practice-tests': {
    data: [
      { slug: 'vao-premium-1', category: { slug: 'vao-paper-1' } },
      { slug: 'vao-premium-2', category: { slug: 'vao-paper-1' } },
    ],
    meta: {},
  },
  '/api/payment-transactions/providers': {
    data: [
      { provider: 'paypal', currency: 'USD', available: true, missing: [] },
      { provider: 'phonepe', currency: 'INR', available: true, missing: [] },
    ],
    meta: { refundDays: 7 },
  },
  '/api/payment-transactions/quote': wire['/api/payment-transactions/quote'] ?? answerQuote,
})

/** A quote with the plan's price, and 10 % less for the coupon SAVE10. */
async function answerQuote(request: Request) {
  const { plan, currency, coupon } = await request.clone().json<Record<string, string>>()
  const prices = plan === 'karnataka-all' ? karnatakaRow().prices : planRow().prices
  const price = prices.find((one) => one.currency === currency)!.amountMinor
  const isAccepted = coupon === 'SAVE10'
  return Response.json({
    data: {
      plan: { slug: plan },
      currency,
      lines: [
        { kind: 'price', amountMinor: price },
        ...(isAccepted ? [{ kind: 'coupon', label: 'SAVE10', amountMinor: -2990 }] : []),
      ],
      totalMinor: isAccepted ? price - 2990 : price,
      endsAt: '2027-03-21T05:00:00.000Z',
      owned: null,
      coupon: coupon === undefined ? null : { code: coupon, ok: isAccepted },
    },
  })
}

/** An error response in Strapi's format. */
export const refusal = (status: number, name: string, details: object = {}) =>
  Response.json({ data: null, error: { status, name, message: name, details } }, { status })
