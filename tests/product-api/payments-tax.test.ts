import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { createReport } from '../../product-api/payments/operator/report.ts'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { settle } from '../../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import { eraseUser } from '../../product-api/identity/personal-data.ts'
import { personalData } from '../../product-api/personal-data.ts'
import { databaseOfReader } from '../../product-api/reader.ts'
import { sweepExpiredRows } from '../../product-api/retention.ts'
import { findUser } from '../../product-api/identity/users.ts'
import { completePayment, beginPayment, ownerView } from '../emulators/payment-flows.ts'
import { settings } from '../emulators/identity.ts'
import {
  advanceTime,
  call,
  checkout,
  finishBackgroundWork,
  chooseAtProvider,
  freshJwt,
  interceptProviderCalls,
  newMember,
  paymentsPath,
  returnToSite,
  rows,
  runCron,
  setUpPayments,
  transactionDetails,
  vaoPack,
} from '../emulators/payments.ts'
import { database } from '../support/product-api.ts'
import { bindings } from '../support/readers.ts'

// GST: who is asked for a state, what invoices and credit notes say, how they are numbered.

const seller = {
  SELLER_GSTIN: '29AAGCB7383J1Z4',
  SELLER_LEGAL_NAME: 'Abhyasa Learning Private Limited',
  SELLER_ADDRESS: '1 MG Road, Bengaluru 560001',
  SELLER_LUT: 'AD290326000123X',
}
/** Tests share a database, so each has a series of its own, by its own financial year. */
let year = 2040
const startAt = (time: string) => vi.setSystemTime(new Date(time))

type Document = Record<string, string | number | object | null> & {
  kind: string
  number: string
  issuedOn: string
  amountMinor: number
}

const documentsOf = async (tx: string, user: number): Promise<Document[]> => {
  const answer = await call('GET', paymentsPath(`/${tx}/tax-documents`), {
    jwt: await freshJwt(user),
  })
  expect(answer.status).toBe(200)
  return answer.body.data as unknown as Document[]
}

const context = (): PaymentContext => ({
  ...configurePayments(settings),
  db: database(),
  now: () => new Date(),
})

const refund = async (tx: string, amountMinor: number | null) => {
  expect(await refundPayment(context(), tx, { amountMinor, isAnother: true })).toMatchObject({
    ok: true,
  })
  await finishBackgroundWork()
  advanceTime(180)
  await runCron()
  expect(await rows('SELECT status FROM refund_requests WHERE transaction_id = ?', tx)).toEqual(
    expect.not.arrayContaining([{ status: 'sent' }]),
  )
}

/** A checkout in rupees by a new member. */
async function tryCheckout(more: object) {
  const { id, jwt } = await newMember()
  return { user: id, answer: await checkout(jwt, 'phonepe', more) }
}

const quoteTax = async (currency: string, jwt?: string) => {
  const body = { plan: vaoPack, currency }
  const answer = await call('POST', paymentsPath('/quote'), { body, ...(jwt && { jwt }) })
  return answer.body.data.tax
}

beforeEach(async () => {
  await setUpPayments({ ...seller })
  startAt(`${(year += 2)}-11-20T06:00:00.000Z`)
})

describe('a seller without a GSTIN', () => {
  beforeEach(() => void (settings.SELLER_GSTIN = ''))

  it('asks for no state and issues no invoice', async () => {
    expect(await quoteTax('INR')).toBeNull()
    const payment = await completePayment('phonepe')
    const view = await ownerView(payment)
    expect(view).toMatchObject({ status: 'paid', isTaxed: false, taxDocuments: [] })
    expect(view.receiptNumber).toMatch(/^AB-/)
    await refund(payment.tx, null)
    expect(await documentsOf(payment.tx, payment.user)).toEqual([])
    expect(await rows('SELECT * FROM payer_states WHERE user_id = ?', payment.user)).toEqual([])
  })
})

describe('the payer’s state', () => {
  it('is asked for rupees only', async () => {
    expect(await quoteTax('INR')).toEqual({ percent: 18, payerState: null })
    expect(await quoteTax('USD')).toBeNull()
    const { status } = (await beginPayment('paypal')).answer
    expect(status).toBe(201)
  })

  it.each([{}, { payerState: '' }])(
    'is required: a checkout with %j stores nothing',
    async (more) => {
      const { user, answer } = await tryCheckout(more)
      expect([answer.status, answer.body.error.name]).toEqual([400, 'StateRequired'])
      expect(await rows('SELECT id FROM payment_transactions WHERE user_id = ?', user)).toEqual([])
    },
  )

  it.each(['28', '96', '97', 'KA'])('is refused if it is %s', async (state) => {
    const { answer } = await tryCheckout({ payerState: state })
    expect([answer.status, answer.body.error.name]).toEqual([400, 'ValidationError'])
  })

  it('is kept for the next order, which may name another one', async () => {
    const { id, jwt } = await newMember()
    expect(await quoteTax('INR', jwt)).toEqual({ percent: 18, payerState: null })
    expect((await checkout(jwt, 'phonepe', { payerState: '37' })).status).toBe(201)
    expect(await quoteTax('INR', jwt)).toEqual({ percent: 18, payerState: '37' })
    const again = await checkout(jwt, 'phonepe')
    expect(again.status).toBe(200)
    const other = { plan: 'karnataka-all', payerState: '29' }
    expect((await checkout(jwt, 'phonepe', other)).status).toBe(201)
    expect(await quoteTax('INR', jwt)).toEqual({ percent: 18, payerState: '29' })
    expect(
      await rows(
        'SELECT payer_state FROM payment_transactions WHERE user_id = ? ORDER BY created_at, id',
        id,
      ),
    ).toEqual(expect.arrayContaining([{ payer_state: '37' }, { payer_state: '29' }]))
    const asked = await checkout(jwt, 'phonepe', { ...other, payerState: '' })
    expect(asked.body.error.name).toBe('StateRequired')
  })

  it('of an open order is not changed unseen: the payer sees the open order first', async () => {
    const { jwt } = await newMember()
    const first = await checkout(jwt, 'phonepe', { payerState: '37' })
    const second = await checkout(jwt, 'phonepe', { payerState: '29' })
    expect([second.status, second.body.error.name]).toEqual([409, 'UndecidedPayment'])
    const { id } = first.body.data
    expect((await call('POST', paymentsPath(`/${id}/cancel`), { jwt })).status).toBe(200)
    expect((await checkout(jwt, 'phonepe', { payerState: '29' })).status).toBe(201)
  })
})

describe('an invoice', () => {
  it('has CGST and SGST for a payer of the seller’s state', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    const years = `${String(year).slice(-2)}-${String(year + 1).slice(-2)}`
    expect(await documentsOf(payment.tx, payment.user)).toEqual([
      {
        kind: 'invoice',
        number: `${years}/000001`,
        issuedOn: `${year}-11-20`,
        invoice: null,
        seller: {
          gstin: seller.SELLER_GSTIN,
          name: seller.SELLER_LEGAL_NAME,
          address: seller.SELLER_ADDRESS,
          sac: '999293',
          lut: seller.SELLER_LUT,
        },
        plan: expect.objectContaining({ slug: vaoPack }) as object,
        ...{ placeOfSupply: '29', country: null, supply: 'intra-state', percent: 18 },
        currency: 'INR',
        ...{ amountMinor: 29_900, taxableMinor: 25_339, cgstMinor: 2281, sgstMinor: 2280 },
        igstMinor: 0,
      },
    ])
    expect(await ownerView(payment)).toMatchObject({
      isTaxed: true,
      taxDocuments: [{ kind: 'invoice', number: `${years}/000001` }],
    })
  })

  it('has IGST for a payer of another state', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '37' })
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([
      {
        ...{ placeOfSupply: '37', supply: 'inter-state', amountMinor: 29_900 },
        ...{ taxableMinor: 25_339, cgstMinor: 0, sgstMinor: 0, igstMinor: 4561 },
      },
    ])
  })

  it.each([
    ['under the LUT without tax', seller.SELLER_LUT, 'export', 0, 499, 0],
    ['with IGST if there is no LUT', '', 'taxed-export', 18, 423, 76],
  ])('of dollars is an export %s', async (_, lut, supply, percent, taxableMinor, igstMinor) => {
    settings.SELLER_LUT = lut
    const payment = await completePayment('paypal')
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([
      {
        ...{ placeOfSupply: '96', supply, percent, currency: 'USD', amountMinor: 499 },
        ...{ taxableMinor, cgstMinor: 0, sgstMinor: 0, igstMinor },
      },
    ])
  })

  /** A payment from an account of this country, by PayPal's order. */
  async function paidFrom(country: string) {
    const payment = await beginPayment('paypal')
    const address = await chooseAtProvider('paypal', payment.link, 'approve', { country })
    await returnToSite(address!, { jwt: payment.jwt })
    await finishBackgroundWork()
    return payment
  }

  it.each([
    ['US', 'US'],
    ['GB', 'GB'],
    // PayPal's code of China.
    ['C2', 'CN'],
    ['', null],
  ])('of an export from an account of "%s" names the country %s', async (told, country) => {
    const payment = await paidFrom(told)
    await refund(payment.tx, null)
    const abroad = { placeOfSupply: '96', supply: 'export', percent: 0, country }
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([
      { kind: 'invoice', ...abroad },
      { kind: 'credit-note', ...abroad },
    ])
    expect(
      await rows('SELECT payer_country FROM payment_transactions WHERE id = ?', payment.tx),
    ).toEqual([{ payer_country: country }])
    const user = (await findUser(database(), 'id', payment.user))!
    const own = databaseOfReader(bindings.READERS, { kind: 'member', id: user.id })
    const held = await Promise.all(
      personalData.map(({ collect }) => collect(database(), user, own, null)),
    )
    expect(JSON.stringify(held)).toContain(`"payer_country":${JSON.stringify(country)}`)
  })

  it('of dollars from an account of India is no export, and is taxed', async () => {
    const payment = await paidFrom('IN')
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([
      {
        ...{ placeOfSupply: '29', supply: 'intra-state', percent: 18, country: null },
        ...{ currency: 'USD', amountMinor: 499, taxableMinor: 423, cgstMinor: 38, sgstMinor: 38 },
      },
    ])
  })

  it.each([
    ['only in the older member', { payment_source: { card: {} } }, 'US'],
    ['only in the newer member', { payer: { payer_id: 'X' } }, 'US'],
    ['in neither, whatever their shape', { payer: 'X', payment_source: null }, null],
  ])('names the country that PayPal tells %s', async (_where, changed, country) => {
    interceptProviderCalls(async (request, pass) => {
      const answer = await pass()
      if (!new URL(request.url).pathname.startsWith('/v2/checkout/orders')) return answer
      const body = await answer.json<object>()
      return Response.json({ ...body, ...changed }, { status: answer.status })
    })
    const payment = await completePayment('paypal')
    expect(await ownerView(payment)).toMatchObject({ status: 'paid' })
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([{ country }])
  })

  it('is visible to its payer only', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    const stranger = await newMember()
    const path = paymentsPath(`/${payment.tx}/tax-documents`)
    expect((await call('GET', path, { jwt: stranger.jwt })).status).toBe(404)
    const { statusSig } = payment.back.body.data
    expect((await call('GET', `${path}?s=${statusSig}`)).status).toBe(403)
    const neutral = await transactionDetails(payment.tx, { s: statusSig })
    expect(neutral.body.data).toMatchObject({ isTaxed: true })
    expect(JSON.stringify(neutral.body)).not.toContain('taxDocuments')
  })

  it('is never changed or deleted', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    for (const sql of [
      'UPDATE tax_documents SET taxable_minor = taxable_minor WHERE transaction_id = ?',
      'DELETE FROM tax_documents WHERE transaction_id = ?',
    ])
      await expect(rows(sql, payment.tx)).rejects.toThrow('only added to')
  })

  it('stays after its payer has deleted the account, and names nobody', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    const user = await findUser(database(), 'id', payment.user)
    expect(await rows('SELECT state FROM payer_states WHERE user_id = ?', payment.user)).toEqual([
      { state: '29' },
    ])
    await eraseUser(database(), personalData, user!, () => Promise.resolve())
    const [row] = await rows('SELECT * FROM tax_documents WHERE transaction_id = ?', payment.tx)
    expect(row).toMatchObject({ kind: 'invoice', amount_minor: 29_900 })
    expect(JSON.stringify(row)).not.toContain(user!.email)
    expect(await rows('SELECT * FROM payer_states WHERE user_id = ?', payment.user)).toEqual([])
  })
})

describe('credit notes', () => {
  it('of partial refunds add up to the invoice, with numbers of their own', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    for (const amountMinor of [10_001, 701, null]) {
      advanceTime(60)
      await refund(payment.tx, amountMinor)
    }
    const [invoice, ...notes] = await documentsOf(payment.tx, payment.user)
    const years = `${String(year).slice(-2)}-${String(year + 1).slice(-2)}`
    expect(notes.map(({ number, amountMinor }) => [number, amountMinor])).toEqual([
      [`CN${years}/000001`, 10_001],
      [`CN${years}/000002`, 701],
      [`CN${years}/000003`, 19_198],
    ])
    for (const part of ['amountMinor', 'taxableMinor', 'cgstMinor', 'sgstMinor', 'igstMinor'])
      expect(notes.reduce((sum, note) => sum + Number(note[part]), 0)).toBe(invoice![part])
    expect(notes[0]).toMatchObject({
      invoice: { number: invoice!.number, issuedOn: invoice!.issuedOn },
    })
  })

  it('have the terms of the invoice, whatever the settings are by then', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '37' })
    Object.assign(settings, { TAX_PERCENT: '5', SELLER_GSTIN: '' })
    await refund(payment.tx, null)
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([
      { kind: 'invoice', percent: 18, igstMinor: 4561 },
      { kind: 'credit-note', percent: 18, igstMinor: 4561 },
    ])
  })

  it('are issued for a reversal too', async () => {
    const payment = await completePayment('paypal')
    const reversal = {
      kind: 'refunded',
      captureId: '',
      refundedMinor: 499,
      by: 'reversal',
    } as const
    for (let times = 0; times < 2; times += 1)
      await settle(context(), payment.tx, 'webhook', reversal)
    expect(await ownerView(payment)).toMatchObject({ state: 'reversed' })
    expect(await documentsOf(payment.tx, payment.user)).toMatchObject([
      { kind: 'invoice', amountMinor: 499 },
      { kind: 'credit-note', amountMinor: 499 },
    ])
  })

  it('are not issued for a payment without an invoice', async () => {
    settings.SELLER_GSTIN = ''
    const payment = await completePayment('phonepe')
    settings.SELLER_GSTIN = seller.SELLER_GSTIN
    await refund(payment.tx, null)
    expect(await documentsOf(payment.tx, payment.user)).toEqual([])
  })
})

describe('numbers', () => {
  it('begin again on 1 April in India', async () => {
    const numbers: string[] = []
    for (const time of [
      `${year + 1}-03-31T18:29:00.000Z`,
      `${year + 1}-03-31T18:30:00.000Z`,
      `${year + 1}-04-01T18:30:00.000Z`,
    ]) {
      startAt(time)
      const payment = await completePayment('phonepe', undefined, { payerState: '29' })
      const [invoice] = await documentsOf(payment.tx, payment.user)
      numbers.push(`${invoice!.number} ${invoice!.issuedOn}`)
    }
    const short = (offset: number) => String(year + offset).slice(-2)
    expect(numbers).toEqual([
      `${short(0)}-${short(1)}/000001 ${year + 1}-03-31`,
      `${short(1)}-${short(2)}/000001 ${year + 1}-04-01`,
      `${short(1)}-${short(2)}/000002 ${year + 1}-04-02`,
    ])
  })

  it('have no gaps when payments are settled at the same time', async () => {
    const payments = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        completePayment(index % 2 === 0 ? 'phonepe' : 'paypal', undefined, { payerState: '29' }),
      ),
    )
    const numbers = await Promise.all(
      payments.map(async ({ tx, user }) => (await documentsOf(tx, user))[0]?.number.slice(-6)),
    )
    expect(numbers.sort()).toEqual(payments.map((_, index) => `00000${index + 1}`))
  })
})

it('the report finds missing numbers, and credit notes that differ from refunds', async () => {
  const payment = await completePayment('phonepe', undefined, { payerState: '29' })
  const found = async () =>
    (await createReport(context(), new Date(Date.now() + 1000))).items.filter(
      ({ kind, detail, transaction }) =>
        transaction === payment.tx ||
        (kind === 'tax document number missing' && detail.includes(` ${year}: `)),
    )
  expect(await found()).toEqual([])
  await rows('UPDATE payment_transactions SET refunded_minor = 5 WHERE id = ?', payment.tx)
  await rows(
    `INSERT INTO tax_documents (kind, gstin, fiscal_year, n, transaction_id, issued_at, issued_on,
       seller, plan, place_of_supply, supply, percent, currency, amount_minor, taxable_minor,
       cgst_minor, sgst_minor, igst_minor)
     SELECT 'credit-note', gstin, fiscal_year, 2, transaction_id, issued_at, issued_on, seller,
       plan, place_of_supply, supply, percent, currency, 4, 3, 1, 0, 0
     FROM tax_documents WHERE transaction_id = ?`,
    payment.tx,
  )
  expect((await found()).filter(({ kind }) => !kind.startsWith('ledger'))).toEqual([
    {
      kind: 'tax document number missing',
      transaction: null,
      subject: `${seller.SELLER_GSTIN} credit-note ${year}`,
      detail: `${seller.SELLER_GSTIN} credit-note ${year}: 1 of 2`,
    },
    {
      kind: 'credit notes differ from refunds',
      transaction: payment.tx,
      detail: 'credit notes 4, refunded 5',
    },
  ])
})

describe('the mail with a document', () => {
  type Mail = { to: string; subject: string; text: string; key: string | null }
  let mails: Mail[] = []
  let refusals = 0

  beforeEach(() => {
    Object.assign(settings, {
      MAIL_GATEWAY_URL: 'https://mail.test/mail',
      MAIL_GATEWAY_TOKEN: 'token',
      SITE_ORIGINS: 'https://abhyasa.test',
    })
    ;[mails, refusals] = [[], 0]
    interceptProviderCalls(async (request, pass) => {
      if (new URL(request.url).hostname !== 'mail.test') return pass()
      if (refusals > 0) {
        refusals -= 1
        return new Response(null, { status: 500 })
      }
      const mail = await request.clone().json<Omit<Mail, 'key'>>()
      mails.push({ ...mail, key: request.headers.get('idempotency-key') })
      return Response.json({}, { status: 202 })
    })
  })
  afterEach(() => {
    for (const name of ['MAIL_GATEWAY_URL', 'MAIL_GATEWAY_TOKEN']) settings[name] = ''
  })

  const mailsTo = ({ user }: { user: number }) =>
    rows<{ email: string }>('SELECT email FROM users WHERE id = ?', user).then(([row]) =>
      mails.filter(({ to }) => to === row?.email),
    )

  it('is sent once, also by overlapping runs, and has all that the document has', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '37', locale: 'en' })
    await Promise.all([runCron(), runCron()])
    for (let run = 0; run < 3; run += 1) {
      advanceTime(3600)
      await runCron()
    }
    const [mail, ...others] = await mailsTo(payment)
    expect(others).toEqual([])
    const [invoice] = await documentsOf(payment.tx, payment.user)
    const number = invoice!.number
    expect(mail!.subject).toBe(`Abhyasa: Tax invoice ${number}`)
    for (const text of [
      ...[number, `20-11-${year}`, seller.SELLER_LEGAL_NAME, seller.SELLER_ADDRESS],
      ...[seller.SELLER_GSTIN, 'SAC: 999293', 'Andhra Pradesh (37)', 'Taxable value: ₹253.39'],
      ...['IGST: ₹45.61', 'Total, tax included: ₹299.00'],
      `https://abhyasa.test/en/payment/${payment.tx}/invoice/${number.replace('/', '-')}`,
    ])
      expect(mail!.text).toContain(text)
  })

  it.each([
    ['kn', 'ಅಭ್ಯಾಸ: ತೆರಿಗೆ ಇನ್‌ವಾಯ್ಸ್', 'ಕರ್ನಾಟಕ (29)', 'https://abhyasa.test/payment/'],
    ['te', 'అభ్యాస: పన్ను ఇన్‌వాయిస్', 'కర్ణాటక (29)', 'https://abhyasa.test/te/payment/'],
  ])('is in the language of the payment (%s)', async (locale, subject, place, link) => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29', locale })
    await runCron()
    const [mail] = await mailsTo(payment)
    expect(mail!.subject).toContain(subject)
    for (const text of [place, link, 'CGST: ₹22.81', 'SGST: ₹22.80'])
      expect(mail!.text).toContain(text)
  })

  it.each([
    ['kn', ['ಸೇವೆ ತಲುಪುವ ದೇಶ: ಸಿಂಗಪುರ್ (SG)', 'ಮುಚ್ಚಳಿಕೆ ಪತ್ರ AD290326000123X', 'ಖರೀದಿದಾರರು: ']],
    ['te', ['సేవ అందే దేశం: సింగపూర్ (SG)', 'హామీ పత్రం AD290326000123X కింద', 'కొనుగోలుదారు: ']],
    ['en', []],
  ])('of an export has its country and endorsement, in English too (%s)', async (locale, own) => {
    const payment = await beginPayment('paypal', { locale })
    const chosen = chooseAtProvider('paypal', payment.link, 'approve', { country: 'SG' })
    await returnToSite((await chosen)!, { jwt: payment.jwt })
    await finishBackgroundWork()
    await refund(payment.tx, null)
    await runCron()
    const sent = await mailsTo(payment)
    expect(sent).toHaveLength(2)
    for (const { text } of sent) {
      for (const words of [
        ...own,
        'Place of supply: Other Countries (96)',
        'Country of destination: Singapore (SG)',
        'Supply meant for export under letter of undertaking AD290326000123X, without payment of',
      ])
        expect(text).toContain(words)
      expect(text.split('Place of supply').length).toBe(2)
    }
    expect(sent[1]!.subject + sent[1]!.text).toContain('Credit note CN')
  })

  it('is sent for a credit note too, which names its invoice', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29', locale: 'en' })
    await refund(payment.tx, null)
    await runCron()
    const [invoice, note] = await documentsOf(payment.tx, payment.user)
    const sent = await mailsTo(payment)
    expect(sent.map(({ subject }) => subject)).toEqual([
      `Abhyasa: Tax invoice ${invoice!.number}`,
      `Abhyasa: Credit note ${note!.number}`,
    ])
    expect(sent[1]!.text).toContain(`For the invoice: ${invoice!.number}`)
  })

  it('is sent later if the gateway refuses it, under the same idempotency key', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    refusals = 2
    await runCron()
    await runCron()
    expect(await mailsTo(payment)).toEqual([])
    for (const seconds of [301, 1201, 3600]) {
      advanceTime(seconds)
      await runCron()
    }
    const [mail, ...others] = await mailsTo(payment)
    expect(others).toEqual([])
    expect(mail!.key).toMatch(/^tax-document-\d+$/)
  })

  it('is not sent to an address that is not confirmed, nor after the account is gone', async () => {
    const { id: user, jwt } = await newMember()
    const { email } = (await findUser(database(), 'id', user))!
    await rows('UPDATE users SET confirmed = 0 WHERE id = ?', user)
    const { body } = await checkout(jwt, 'phonepe', { payerState: '29' })
    const { redirectUrl, id: tx } = body.data
    await returnToSite((await chooseAtProvider('phonepe', redirectUrl!, 'succeed'))!, { jwt })
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    const erased = (await findUser(database(), 'id', payment.user))!
    await eraseUser(database(), personalData, erased, () => Promise.resolve())
    await runCron()
    expect(await documentsOf(tx, user)).toHaveLength(1)
    expect(mails.filter(({ to }) => to === email || to === erased.email)).toEqual([])
  })

  it('is forgotten after 30 days, the document is not', async () => {
    const payment = await completePayment('phonepe', undefined, { payerState: '29' })
    const queued = () =>
      rows(
        `SELECT 1 FROM tax_document_mails m JOIN tax_documents d ON d.id = m.document_id
         WHERE d.transaction_id = ?`,
        payment.tx,
      )
    expect(await queued()).toHaveLength(1)
    await sweepExpiredRows(database(), new Date(Date.now() + 29 * 86_400_000))
    expect(await queued()).toHaveLength(1)
    await sweepExpiredRows(database(), new Date(Date.now() + 31 * 86_400_000))
    expect(await queued()).toEqual([])
    const documents = 'SELECT id FROM tax_documents WHERE transaction_id = ?'
    expect(await rows(documents, payment.tx)).toHaveLength(1)
  })
})
