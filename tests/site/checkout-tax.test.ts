import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, origin, productApiAnswers, read, type Wire } from '../support/site.ts'
import { requestsTo, signIn, userRow } from '../support/reader.ts'
import { neutralRow, orderAddress, paidRow, paymentRow } from '../support/payments.ts'
import { refusal, shopWire, txId } from '../support/payments.ts'

// GST on the site: the payer's state on the checkout page, and the pages of invoices.

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const pack = '/en/village-administrative-officer-pack'
const checkoutPath = '/api/payment-transactions/phonepe/checkout'
const quotePath = '/api/payment-transactions/quote'

const quote = (tax: object | null) => () =>
  Response.json({
    data: {
      plan: { slug: 'village-administrative-officer-pack' },
      currency: 'INR',
      lines: [{ kind: 'price', amountMinor: 29_900 }],
      totalMinor: 29_900,
      endsAt: '2027-03-21T05:00:00.000Z',
      coupon: { code: 'SAVE10', ok: true },
      tax,
    },
  })

/** As the product API: without a state, the order is refused. */
const begin = async (request: Request) => {
  const { payerState } = await request.clone().json<{ payerState?: string }>()
  if (!payerState) return refusal(400, 'StateRequired')
  return Response.json(
    { data: paymentRow(), links: [{ rel: 'payer-action', href: orderAddress }] },
    { status: 201 },
  )
}

const member = (tax: object | null, wire: Wire = {}) =>
  signIn({
    wire: { [checkoutPath]: begin, ...shopWire({ [quotePath]: quote(tax) }), ...wire },
  })

const optionsOf = (html: string) =>
  [...html.matchAll(/<option value="(\d*)"( selected="")?>([^<]*)/g)].map(
    ([, code, selected, name]) => ({ code, name, isSelected: selected !== undefined }),
  )
const selectedIn = (html: string) => optionsOf(html).find(({ isSelected }) => isSelected)?.code

const hiddenFields = (html: string) =>
  Object.fromEntries(
    [
      ...(/<form class="pay".*?<\/form>/s.exec(html)?.[0] ?? '').matchAll(
        /<input type="hidden" name="(\w+)" value="([^"]*)"/g,
      ),
    ].map(([, name = '', value = '']) => [name, value]),
  )

describe('the payer’s state on the checkout page', () => {
  it('is asked of a member whose price includes GST, and none is assumed', async () => {
    const { browser } = await member({ percent: 18, payerState: null })
    const html = await browser.read(pack)
    expect(html).toContain('The price includes 18% GST.')
    expect(html).toMatch(/<select[^>]*name="state"[^>]*form="pay"[^>]*required/)
    expect(optionsOf(html)).toHaveLength(37)
    expect(selectedIn(html) ?? '').toBe('')
    expect(optionsOf(html).map(({ name }) => name)).toContain('Karnataka')
  })

  it('is not asked where the tax does not depend on it, nor of visitors', async () => {
    const { browser } = await member(null)
    for (const html of [
      await browser.read(pack),
      (productApiAnswers(shopWire({ [quotePath]: quote({ percent: 18, payerState: null }) })),
      (await read(pack)).html),
    ]) {
      expect(html).toContain('Pay ₹299')
      expect(html).not.toContain('name="state"')
    }
  })

  it.each([
    ['kn', '', 'ಕರ್ನಾಟಕ', 'ನಿಮ್ಮ ರಾಜ್ಯ'],
    ['te', '/te', 'కర్ణాటక', 'మీ రాష్ట్రం'],
  ])('has names in the reader’s language (%s)', async (_, prefix, name, label) => {
    const { browser } = await member({ percent: 18, payerState: '29' })
    const html = await browser.read(`${prefix}/village-administrative-officer-pack`)
    expect(optionsOf(html)).toContainEqual({ code: '29', name, isSelected: true })
    expect(html).toContain(label)
  })

  it('is prefilled with that of the last order, and sent with the order', async () => {
    const { browser, seen } = await member({ percent: 18, payerState: '37' })
    const html = await browser.read(pack)
    expect(selectedIn(html)).toBe('37')
    const response = await browser.post(pack, { ...hiddenFields(html), state: '29' })
    expect([response.status, response.headers.get('location')]).toEqual([303, orderAddress])
    expect(await requestsTo(seen, checkoutPath)[0]!.json()).toMatchObject({ payerState: '29' })
  })

  it.each([
    ['/en', 'Choose your state, then press “Pay” again. No money was taken.'],
    ['', 'ನಿಮ್ಮ ರಾಜ್ಯ ಆಯ್ಕೆ ಮಾಡಿ, ನಂತರ ಮತ್ತೆ “ಪಾವತಿಸಿ” ಒತ್ತಿ. ಹಣ ಕಡಿತವಾಗಿಲ್ಲ.'],
    ['/te', 'మీ రాష్ట్రాన్ని ఎంచుకుని, మళ్లీ “చెల్లించండి” నొక్కండి. డబ్బు తీసుకోలేదు.'],
  ])('is required, and the form at %s keeps all else', async (prefix, sentence) => {
    const { browser, seen } = await member({ percent: 18, payerState: null })
    const path = `${prefix}/village-administrative-officer-pack`
    const fields = hiddenFields(await browser.read(`${path}?coupon=SAVE10&credit=no&by=phonepe`))
    expect(fields).toMatchObject({ coupon: 'SAVE10', credit: 'no', by: 'phonepe' })
    const refused = await browser.post(path, { ...fields, state: '' })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(html).toContain(sentence)
    expect(html).toMatch(/<select[^>]*aria-invalid="true"/)
    expect(hiddenFields(html)).toEqual(fields)
    const again = await browser.post(path, { ...hiddenFields(html), state: '29' })
    expect(again.headers.get('location')).toBe(orderAddress)
    const orders = await Promise.all(
      requestsTo(seen, checkoutPath).map((one) => one.json<Record<string, unknown>>()),
    )
    expect(orders.map(({ payerState }) => payerState)).toEqual(['', '29'])
    expect(orders[0]).toEqual({ ...orders[1], payerState: '' })
  })

  it('is asked after a refusal also where the quote could not be loaded', async () => {
    const { browser } = await member(null, { [quotePath]: () => refusal(500, 'Error') })
    const fields = hiddenFields(await browser.read(pack))
    const refused = await browser.post(pack, fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('name="state"')
  })
})

const invoice = (more: Record<string, unknown> = {}) => ({
  kind: 'invoice',
  number: '26-27/000123',
  issuedOn: '2026-11-21',
  invoice: null,
  seller: {
    gstin: '29AAGCB7383J1Z4',
    name: 'Abhyasa Learning Private Limited',
    address: '1 MG Road, Bengaluru 560001',
    sac: '999293',
    lut: 'AD290326000123X',
  },
  plan: { slug: 'pack', days: 120, name: { en: 'VAO pack', kn: 'ವಿಎಒ ಪ್ಯಾಕ್' } },
  ...{ placeOfSupply: '29', supply: 'intra-state', percent: 18, currency: 'INR' },
  ...{ amountMinor: 29_900, taxableMinor: 25_339, cgstMinor: 2281, sgstMinor: 2280, igstMinor: 0 },
  ...more,
})
const note = {
  ...invoice({ kind: 'credit-note', number: 'CN26-27/000007', issuedOn: '2026-11-23' }),
  invoice: { number: '26-27/000123', issuedOn: '2026-11-21' },
}
const names = [invoice(), note].map(({ kind, number }) => ({ kind, number }))
const detailsPath = '/api/payment-transactions/transaction/details'
const documentsPath = `/api/payment-transactions/${txId}/tax-documents`
const account = { ...userRow(), email: 'ravi@example.in', phone: null }

const payer = (documents: object[] = [invoice(), note]) =>
  signIn({
    wire: {
      [documentsPath]: { data: documents },
      [detailsPath]: { data: paidRow({ isTaxed: true, taxDocuments: names }) },
      '/api/payment-transactions?': {
        data: [paidRow({ isTaxed: true, taxDocuments: names })],
        meta: {},
      },
      '/api/users/me': account,
    },
  })
const page = `/en/payment/${txId}`
const textOf = (html: string) =>
  html
    .replace(/<wbr\/>/g, '')
    .replace(/<style.*?<\/style>|<[^>]+>/gs, ' ')
    .replace(/\s+/g, ' ')

describe('the pages of invoices and credit notes', () => {
  it('are linked from the payment, its receipt and the account', async () => {
    const { browser } = await payer()
    for (const path of [page, `${page}/receipt`, '/en/account']) {
      const html = await browser.read(path)
      expect(html).toContain(`href="${page}/invoice/26-27-000123"`)
      expect(html).toContain('Tax invoice 26-27/000123')
      expect(html).toContain(`href="${page}/credit-note/CN26-27-000007"`)
      expect(html).not.toContain('not registered for GST')
    }
  })

  it('have what the rules want of an invoice, and are private', async () => {
    const { browser } = await payer()
    const response = await browser.go(`${page}/invoice/26-27-000123`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const html = await response.text()
    expect(html).toMatch(/@page\{size:A4/)
    for (const fact of [
      ...[
        'Description of the service VAO pack, 120 days',
        'Number 26-27/000123',
        'Date 21 November 2026',
      ],
      ...['Abhyasa Learning Private Limited, 1 MG Road, Bengaluru 560001', '29AAGCB7383J1Z4'],
      ...['SAC 999293', 'Place of supply Karnataka (29)', 'Taxable value ₹253.39'],
      ...['CGST 9% ₹22.81', 'SGST 9% ₹22.80', 'Total, tax included ₹299.00'],
      ...['Buyer ravi@example.in', 'Tax is not payable on reverse charge.'],
    ])
      expect(textOf(html)).toContain(fact)
  })

  it('of a credit note name its invoice', async () => {
    const { browser } = await payer()
    const text = textOf(await browser.read(`${page}/credit-note/CN26-27-000007`))
    expect(text).toContain('Description of the service VAO pack, 120 days')
    expect(text).toContain('For the invoice 26-27/000123, 21 November 2026')
  })

  it.each([
    ['inter-state', { placeOfSupply: '37', percent: 5 }, 'IGST 5% ₹45.61', ''],
    [
      'export',
      { placeOfSupply: '96', percent: 0, currency: 'USD' },
      'Place of supply Other Countries (96)',
      'under letter of undertaking AD290326000123X, without payment',
    ],
    [
      'taxed-export',
      { placeOfSupply: '96', currency: 'USD' },
      'IGST 18% US$45.61',
      'on payment of integrated tax',
    ],
    ['intra-state', { placeOfSupply: '04', percent: 5 }, 'UTGST 2.5%', ''],
  ])('of a supply that is %s show its tax', async (supply, more, fact, sentence) => {
    const { browser } = await payer([invoice({ supply, igstMinor: 4561, ...more })])
    const text = textOf(await browser.read(`${page}/invoice/26-27-000123`))
    expect(text).toContain(fact)
    expect(text).toContain(sentence)
  })

  it.each([
    ['', 'ತೆರಿಗೆ ಇನ್‌ವಾಯ್ಸ್', 'ಪೂರೈಕೆಯ ಸ್ಥಳ ಕರ್ನಾಟಕ (29)', 'ವಿಎಒ ಪ್ಯಾಕ್'],
    ['/te', 'పన్ను ఇన్‌వాయిస్', 'సరఫరా స్థలం కర్ణాటక (29)', 'VAO pack'],
  ])('are in the reader’s language (%s)', async (prefix, title, place, plan) => {
    const { browser } = await payer()
    const html = await browser.read(`${prefix}/payment/${txId}/invoice/26-27-000123`)
    for (const text of [title, place, plan]) expect(textOf(html)).toContain(text)
  })

  it.each([
    ['', 'ರಫ್ತಿಗಾಗಿ ಪೂರೈಕೆ'],
    ['/te', 'సమీకృత పన్ను'],
  ])(
    'have title, service, place and the export’s sentence in English too (%s)',
    async (prefix, own) => {
      const { browser } = await payer([
        invoice({ supply: 'export', placeOfSupply: '96', percent: 0, currency: 'USD' }),
      ])
      const html = await browser.read(`${prefix}/payment/${txId}/invoice/26-27-000123`)
      expect(textOf(html)).toContain(own)
      expect(html).toContain('<p lang="en">Tax invoice</p>')
      expect(html).toContain('<span lang="en">VAO pack, 120 days</span>')
      expect(html).toContain('<span lang="en">Other Countries</span>')
      expect(textOf(html)).toContain('under letter of undertaking AD290326000123X, without payment')
    },
  )

  it.each([
    ['', 'ಸೇವೆ ತಲುಪುವ ದೇಶ ಸಿಂಗಪುರ್ (SG) Singapore'],
    ['/en', 'Country of destination Singapore (SG)'],
    ['/te', 'సేవ అందే దేశం సింగపూర్ (SG) Singapore'],
  ])('of an export name its country, in English too (%s)', async (prefix, row) => {
    const abroad = { supply: 'export', placeOfSupply: '96', percent: 0, currency: 'USD' }
    const documents = [invoice({ ...abroad, country: 'SG' }), { ...note, ...abroad, country: 'SG' }]
    const { browser } = await payer(documents)
    for (const path of ['invoice/26-27-000123', 'credit-note/CN26-27-000007'])
      expect(textOf(await browser.read(`${prefix}/payment/${txId}/${path}`))).toContain(row)
  })

  it.each([
    ['unknown', { supply: 'export', placeOfSupply: '96', currency: 'USD', country: null }],
    ['not named by the product API', {}],
  ])('of a supply whose country is %s have no row for it', async (_what, more) => {
    const { browser } = await payer([invoice(more)])
    const text = textOf(await browser.read(`${page}/invoice/26-27-000123`))
    expect(text).not.toContain('Country of destination')
  })

  it('of an export without tax have no line of tax, and name the payer', async () => {
    const { browser } = await signIn({
      wire: {
        [documentsPath]: {
          data: [invoice({ supply: 'export', placeOfSupply: '96', percent: 0, currency: 'USD' })],
        },
        [detailsPath]: { data: paidRow({ isTaxed: true, taxDocuments: names }) },
        '/api/users/me': { ...account, name: 'ರವಿ Kumar' },
      },
    })
    const html = await browser.read(`${page}/invoice/26-27-000123`)
    expect(textOf(html)).toContain('Total; no tax is charged US$299.00')
    expect(textOf(html)).not.toMatch(/IGST|tax included/)
    expect(textOf(html)).toContain('Buyer ರವಿ Kumar, ravi@example.in')
    expect(html).toContain('ravi@<wbr/>example.<wbr/>in')
  })

  it.each([
    ['unknown number', `${page}/invoice/26-27-000124`],
    ['wrong kind', `${page}/credit-note/26-27-000123`],
  ])('answer 404 for an %s', async (_, path) => {
    const { browser } = await payer()
    expect((await browser.go(path)).status).toBe(404)
  })

  it('are not shown for the payment’s signed address, nor without signing in', async () => {
    const seen = productApiAnswers({
      [detailsPath]: { data: neutralRow({ status: 'paid', paidAt: '2026-11-21T05:05:00.000Z' }) },
      [documentsPath]: { data: [invoice()] },
    })
    const signed = await read(`${page}/invoice/26-27-000123?s=signature`)
    expect(signed.status).toBe(404)
    expect(signed.html).toContain('/en/login?callbackUrl=')
    expect(requestsTo(seen, documentsPath)).toEqual([])
    expect(origin()).toBeTruthy()
  })
})

it('a receipt says that the seller is not registered for GST, if there is no invoice', async () => {
  const { browser } = await signIn({
    wire: { [detailsPath]: { data: paidRow({ isTaxed: false, taxDocuments: [] }) } },
  })
  expect(await browser.read(`${page}/receipt`)).toContain(
    'The seller is not registered for GST; no tax was charged.',
  )
})
