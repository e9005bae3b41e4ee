import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, origin, productApiAnswers, type Wire } from '../support/site.ts'
import { newBrowser, signIn } from '../support/reader.ts'
import { neutralRow, paidRow, paymentRow, refusal, shopWire, txId } from '../support/payments.ts'

// What pages say about payments that were replaced, refunded in part, superseded or made for an
// erased account, about refused refund requests, and about plans that are not sold.

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const details = '/api/payment-transactions/transaction/details'
const refundCall = `/api/payment-transactions/${txId}/refund`
const page = `/en/payment/${txId}`
const textOf = (html: string) =>
  html
    .replace(/<!-- -->/g, '')
    .replace(/<style.*?<\/style>|<[^>]+>/gs, ' ')
    .replace(/\s+/g, ' ')

const owner = (row: object, wire: Wire = {}) =>
  signIn({ wire: { ...shopWire(), ...wire, [details]: { data: row } } })

const replacedBy = {
  plan: { slug: 'karnataka-all', name: { en: 'All Karnataka exams', te: 'కర్ణాటక పరీక్షలన్నీ' } },
  at: '2026-11-23T05:05:00.000Z',
}

describe('a payment whose plan was replaced', () => {
  const row = paidRow({ replacedBy, refundableUntil: null })

  it('names the other plan and the day, and offers no refund', async () => {
    const { browser } = await owner(row)
    const html = await browser.read(page)
    const text = textOf(html)
    expect(text).toContain('Replaced by another plan')
    expect(text).toContain('On 23 November 2026 the plan “All Karnataka exams” replaced this one.')
    expect(text).not.toMatch(/Your plan is active|full amount back|Payment received/)
    expect(html).not.toContain('/refund"')
    expect(textOf(await browser.read(`/te/payment/${txId}`))).toContain('“కర్ణాటక పరీక్షలన్నీ”')
  })

  it('is listed as replaced in the account', async () => {
    const { browser } = await signIn({
      wire: {
        '/api/user-subscriptions': { data: [], meta: {} },
        '/api/payment-transactions': { data: [row], meta: {} },
      },
    })
    expect(textOf(await browser.read('/en/account'))).toContain('Replaced by another plan')
  })

  it('answers a refund request with that, and with no other reason', async () => {
    const { browser } = await owner(row, {
      [refundCall]: () => refusal(400, 'NotRefundable', { because: 'replaced' }),
    })
    const { headers } = await browser.post(`${page}/refund`, {})
    const text = textOf(await browser.read(headers.get('location')!.replace(origin(), '')))
    expect(text).toContain('replaced this one')
    expect(text).not.toMatch(/days have passed|premium test was started/)
  })
})

describe('a payment that was refunded in part', () => {
  const row = paidRow({ refundedMinor: 10_000, refund: { status: 'done' } })

  it('shows how much of it was returned, and offers the request for the rest', async () => {
    const { browser } = await owner(row)
    const html = await browser.read(page)
    expect(textOf(html)).toContain('₹100 of the ₹299 paid was returned.')
    expect(textOf(html)).toContain('the rest, ₹199, is returned too')
    expect(textOf(html)).not.toMatch(/The refund is complete|full amount back/)
    expect(html).toContain(`action="${page}/refund"`)
    expect(textOf(await browser.read(`${page}/receipt`))).toContain('₹100 of the ₹299 paid')
  })

  it('shows the state of the request for the rest, and offers no second one', async () => {
    const { browser } = await owner({ ...row, refund: { status: 'requested' } })
    const html = await browser.read(page)
    expect(textOf(html)).toContain(
      '₹100 of the ₹299 paid was returned. You asked for a refund; we are looking at it.',
    )
    expect(html).not.toContain('/refund"')
  })

  it('is shown with the amount in the account', async () => {
    const { browser } = await signIn({
      wire: {
        '/api/user-subscriptions': { data: [], meta: {} },
        '/api/payment-transactions': { data: [row], meta: {} },
      },
    })
    expect(textOf(await browser.read('/en/account'))).toContain('₹100 of the ₹299 paid')
  })
})

describe('a refused refund request', () => {
  it.each([
    [
      'RefundTooLate',
      null,
      'Under the refund rule there is no refund for this payment: 7 days have passed.',
    ],
    ['NotRefundable', 'upgrade-open', 'deducted in a purchase that is not paid yet'],
    ['NotRefundable', 'unheard-of', 'Under the refund rule there is no refund for this payment.'],
  ])('%s %s is explained', async (name, because, sentence) => {
    const { browser } = await owner(paidRow(), {
      [refundCall]: () => refusal(400, name, because === null ? {} : { because }),
    })
    const { headers } = await browser.post(`${page}/refund`, {})
    const text = textOf(await browser.read(headers.get('location')!.replace(origin(), '')))
    expect(text).toContain(sentence)
    expect(text).not.toContain('premium test was started')
  })

  it('is explained for a payment that was not made', async () => {
    const { browser } = await owner(paymentRow(), {
      [refundCall]: () => refusal(400, 'NotRefundable', { because: 'not-paid' }),
    })
    const { headers } = await browser.post(`${page}/refund`, {})
    const text = textOf(await browser.read(headers.get('location')!.replace(origin(), '')))
    expect(text).toContain('there is nothing to return')
  })

  it('of somebody with the signed address only asks for the account that paid', async () => {
    const paid = neutralRow({ status: 'paid', redirectUrl: null, paidAt: '2026-11-21T05:05:00Z' })
    productApiAnswers({ [details]: { data: paid } })
    const browser = newBrowser()
    const { headers } = await browser.post(`${page}/refund?s=signature`, {})
    const location = headers.get('location')!.replace(origin(), '')
    expect(location).toContain('s=signature')
    const text = textOf(await browser.read(location))
    expect(text).toContain('Only the account that paid can ask for the refund.')
    expect(text).not.toContain('days have passed')
  })
})

describe('a payment for an account that was erased', () => {
  it.each([
    ['paid', 'The money arrived after the account was deleted. The full amount goes back'],
    ['refunded', 'so the full amount was returned the way you paid'],
    ['pending', 'If money was taken, the full amount goes back by itself'],
    ['cancelled', 'If money was taken, the full amount goes back by itself'],
  ])('says where its money is, and asks nobody to sign in (%s)', async (status, sentence) => {
    const paidAt = /paid|refunded/.test(status) ? '2026-11-21T05:05:00.000Z' : null
    const row = neutralRow({ status, paidAt, failure: 'erased', account: null, redirectUrl: null })
    productApiAnswers({ [details]: { data: row } })
    const text = textOf(await newBrowser().read(`${page}?s=signature`))
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/the plan is there|active in the account|You cancelled|Pay again/)
  })
})

it('a superseded order says that another was begun, and does not offer to pay again', async () => {
  const { browser } = await owner(
    paymentRow({ status: 'cancelled', failure: 'superseded', redirectUrl: null }),
  )
  const html = await browser.read(page)
  expect(textOf(html)).toContain('You began another payment for this plan after this one.')
  expect(textOf(html)).not.toMatch(/You left the payment|Pay again/)
  expect(html).toMatch(/<a class="btn wide" href="\/en\/account"/)
})

describe('a checkout address whose plan is not sold there', () => {
  const exam = '/en/karnataka/vao-paper-1/subscription/checkout'

  it.each([`${exam}?plan=gone`, '/en/subscription/checkout?plan=gone'])(
    'lists the plans on sale and says so (%s)',
    async (path) => {
      const { browser } = await signIn({ wire: shopWire() })
      const html = await browser.read(path)
      expect(textOf(html)).toContain('The plan that you chose is not sold here now.')
      expect(textOf(html)).toContain('VAO pack')
      expect(html).not.toContain('name="seen"')
    },
  )

  it('is told after pressing Pay too, and no other plan is filled in', async () => {
    const { browser } = await signIn({ wire: shopWire() })
    const form = { plan: 'gone', by: 'phonepe', key: crypto.randomUUID() }
    const { headers } = await browser.post(exam, form)
    const html = await browser.read(headers.get('location')!.replace(origin(), ''))
    expect(textOf(html)).toContain('The plan that you chose is not sold here now.')
    expect(html).not.toContain('name="seen"')
  })

  it('is not told where the plan is sold, nor where none is chosen', async () => {
    const { browser } = await signIn({ wire: shopWire() })
    for (const path of [exam, `${exam}?plan=karnataka-all`])
      expect(await browser.read(path)).not.toContain('not sold here')
  })
})

describe('the bill of a plan that replaces another', () => {
  const wire = (later: object | null, isDeducted: boolean, kind = 'upgrade'): Wire =>
    shopWire({
      '/api/payment-transactions/quote': {
        data: {
          ...{ plan: { slug: 'karnataka-all' }, currency: 'INR', coupon: null },
          lines: [
            { kind: 'price', amountMinor: 49_900 },
            ...(isDeducted ? [{ kind: 'upgrade', amountMinor: -29_000 }] : []),
          ],
          totalMinor: isDeducted ? 20_900 : 49_900,
          endsAt: '2027-05-21T05:00:00.000Z',
          owned: {
            kind,
            plan: { slug: 'vao', name: { en: 'VAO pack' } },
            endsAt: kind === 'covered' ? '2099-03-21T05:00:00.000Z' : '2027-03-21T05:00:00.000Z',
            later,
          },
        },
      },
    })
  const bill = '/en/karnataka/vao-paper-1/subscription/checkout?plan=karnataka-all'

  it('says when the renewal of the other one begins and ends', async () => {
    const later = { startsAt: '2027-05-21T05:00:00.000Z', endsAt: '2027-09-18T05:00:00.000Z' }
    const { browser } = await signIn({ wire: wire(later, true) })
    expect(textOf(await browser.read(bill))).toContain(
      'Your renewal of it is kept: it begins on 21 May 2027, when this plan ends, and runs until ' +
        '18 September 2027.',
    )
  })

  it('does not claim a deduction that the bill does not have', async () => {
    const { browser } = await signIn({ wire: wire(null, false) })
    const text = textOf(await browser.read(bill))
    expect(text).toContain('Nothing is deducted for it here, and it stays as it is.')
    expect(text).not.toContain('unused days are deducted')
  })

  it('is not shown where another plan of the member has all of it', async () => {
    const { browser } = await signIn({ wire: wire(null, false, 'covered') })
    const html = await browser.read(bill)
    expect(textOf(html)).toContain('Your plan “VAO pack” has all of this until 21 March 2099')
    expect(html).not.toMatch(/<form class="pay"|name="coupon"/)
    expect(textOf(html)).not.toContain('To pay')
  })
})

describe('a request for a refund that a cashier declined', () => {
  const declinedRow = (reason: string, note = '') =>
    paidRow({ refund: { status: 'declined', declined: { reason, note } } })

  it.each([
    ...[
      ['test', 'premium test of this plan was started', 'ಆರಂಭಿಸಿದ್ದೀರಿ', 'పరీక్ష ప్రారంభించారు'],
      ['disputed', 'you dispute this payment with PhonePe', 'PhonePe ಬಳಿ', 'PhonePe వద్ద'],
      ['returned', 'had been returned already', 'ಆಗಲೇ ಮರಳಿಸಲಾಗಿದೆ', 'ఇప్పటికే తిరిగి ఇచ్చాం'],
      ['fixed', 'has been put right', 'ತೊಂದರೆಯನ್ನು ಸರಿಪಡಿಸಿದ್ದೇವೆ', 'సమస్యను సరిచేశాం'],
      ['withdrawn', 'As you asked', 'ಕೋರಿಕೆಯನ್ನು ಕೈಬಿಟ್ಟಿದ್ದೇವೆ', 'అభ్యర్థనను రద్దు చేశాం'],
      ['other', 'The reason: ನೀವೇ ಹೇಳಿದಂತೆ', 'ಕಾರಣ: ನೀವೇ ಹೇಳಿದಂತೆ', 'కారణం: ನೀವೇ ಹೇಳಿದಂತೆ'],
    ],
  ])('for the reason "%s" says so in the reader’s language', async (reason, en, kn, te) => {
    const row = declinedRow(reason, reason === 'other' ? 'ನೀವೇ ಹೇಳಿದಂತೆ' : '')
    const { browser } = await owner(row, {
      '/api/payment-transactions?': { data: [row], meta: {} },
    })
    for (const [prefix, words] of [
      ['/en', en],
      ['', kn],
      ['/te', te],
    ] as const) {
      for (const path of [`/payment/${txId}`, '/account']) {
        const text = textOf(await browser.read(prefix + path))
        expect(text).toContain(words)
        expect(text).not.toContain('Under the refund rule there is no refund for this payment')
      }
    }
    const mayAskAgain = ['fixed', 'withdrawn'].includes(reason)
    expect((await browser.read(page)).includes(`action="${page}/refund"`)).toBe(mayAskAgain)
  })

  it('for a reason that the site does not know is declined by the rule', async () => {
    const { browser } = await owner(declinedRow('moon'))
    expect(textOf(await browser.read(page))).toContain('Under the refund rule there is no refund')
  })
})
