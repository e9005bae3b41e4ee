import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Privacy } from '../../domain/contracts/privacy.ts'
import { formatConsent, parseConsent } from '../../domain/privacy.ts'
import { retentionPeriods } from '../../domain/retention.ts'
import { shopWire } from '../support/payments.ts'
import {
  cookiesOf,
  freshTokens,
  memberWire,
  newBrowser,
  password,
  requestsTo,
  signIn,
  userRow,
} from '../support/reader.ts'
import { captureLog, list, origin, productApiAnswers, read, type Wire } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const consentCookie = '__Host-consent'
const choices = (row: Partial<Privacy> = {}): { data: Privacy; meta: object } => ({
  data: {
    ...{ ageBand: 'adult', parent: null, nominee: null },
    reminders: { isAllowed: true, isGiven: false, givenAt: null, withdrawnAt: null },
    ...row,
  },
  meta: {},
})
const notAllowed = { isAllowed: false, isGiven: false, givenAt: null, withdrawnAt: null }
const settings = { ANALYTICS_ID: 'G-1', ADVERTISING_ID: 'ca-pub-3' }

async function member(row: Partial<Privacy> = {}, wire: Wire = {}) {
  const { browser } = await signIn()
  const seen = productApiAnswers({ ...wire, '/api/privacy': choices(row), ...memberWire() })
  return { browser, seen }
}
const sentChanges = (seen: Request[]) =>
  Promise.all(
    requestsTo(seen, '/api/privacy')
      .filter(({ method }) => method === 'PUT')
      .map((request) => request.json()),
  )

describe('where personal data is collected', () => {
  it.each([
    ['/en/login', ['Mobile number: to send the code', 'Age, once', 'Network address']],
    ['/en/login/register', ['E-mail address and password: to recognise you', 'Name, if you']],
    ['/en/feedback', [`Deleted after ${retentionPeriods.feedback.days} days`]],
    ['/en/karnataka/vao-paper-1/subscription/checkout', ['Kept for 8 years']],
    ['/login', ['ಮೊಬೈಲ್ ಸಂಖ್ಯೆ: ಕೋಡ್ ಕಳುಹಿಸಲು']],
    ['/te/login/register', ['పాస్‌వర్డ్ ఎవరూ చదవలేని']],
  ])(
    '%s says what is taken and what for, how to act on it and to whom to write',
    async (path, texts) => {
      productApiAnswers(shopWire())
      const { html } = await read(path, { settings: { GRIEVANCE_EMAIL: 'dpo@abhyasa.test' } })
      const [notice = ''] = /<section class="collection[^]*?<\/section>/.exec(html) ?? []
      for (const text of texts) expect(notice).toContain(text)
      expect(notice).toContain('mailto:dpo@abhyasa.test')
      expect(notice).toMatch(/href="(\/en|\/te)?\/privacy-policy"/)
    },
  )
})

describe('the privacy policy', () => {
  it('has the period of every kind of data, by which it is deleted', async () => {
    const body = '<p>{support_email} {grievance_contact}</p>'
    const page = {
      ...{ id: 1, documentId: 'p', slug: 'privacy-policy', locale: 'en', title: 'Privacy' },
      ...{ description: '', body, date: null, source: '', checkedOn: '2026-11-21' },
      updatedAt: '2026-11-21T00:00:00.000Z',
    }
    productApiAnswers({ '/api/pages': list(page), '/': list() })
    const grievance = { GRIEVANCE_OFFICER: 'Asha <Rao>', GRIEVANCE_EMAIL: 'dpo@abhyasa.test' }
    const { html } = await read('/en/privacy-policy', { settings: grievance })
    const rows = [...html.matchAll(/data-kind="(\w+)">.*?<td>(.*?)<\/td>/g)]
    const shown = Object.fromEntries(rows.map(([, kind, text]) => [kind, text]))
    const text = (period: object) =>
      Object.entries(period)
        .map(([unit, value]) =>
          unit === 'until'
            ? 'until you delete the account'
            : `${value} ${value === 1 ? unit.replace(/s$/, '') : unit}`,
        )
        .join()
    expect(shown).toEqual(
      Object.fromEntries(Object.entries(retentionPeriods).map(([kind, one]) => [kind, text(one)])),
    )
    expect(html).toContain('Asha &lt;Rao&gt;, <a data-copyable href="mailto:dpo@abhyasa.test">')
  })
})

describe('the question about age', () => {
  const verified = (row: object) => ({ ...freshTokens(), user: userRow(row as never) })
  const code = { phone: '9845012345', otp: '123456', callbackUrl: '/en/vao' }

  it('follows the first sign-in, and leads on to where the reader wanted to go', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers({
      '/api/auth/local/verifyOtp': verified({ ageBand: null }),
      '/api/privacy': choices(),
    })
    const signedIn = await browser.post('/en/login/code', code)
    const question = `${origin()}/en/account/age?callbackUrl=%2Fen%2Fvao`
    expect(signedIn.headers.get('location')).toBe(question)
    const html = await browser.read(question.slice(origin().length))
    expect(html).toMatch(/type="radio"[^>]*value="adult"/)
    const answered = await browser.post('/en/account/age', {
      ageBand: 'adult',
      callbackUrl: '/en/vao',
    })
    expect(answered.headers.get('location')).toBe(`${origin()}/en/vao`)
    expect(await sentChanges(seen)).toEqual([{ ageBand: 'adult' }])
  })

  it.each([{ ageBand: 'adult' }, {}])('is not asked again where the answer is %j', async (row) => {
    const browser = newBrowser()
    productApiAnswers({ '/api/auth/local/verifyOtp': verified(row) })
    const signedIn = await browser.post('/en/login/code', code)
    expect(signedIn.headers.get('location')).toBe(`${origin()}/en/vao`)
  })

  it('is part of the registration, which keeps what was typed when it is missing', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers({ '/api/auth/local/register': verified({ ageBand: 'adult' }) })
    const fields = { email: 'ravi@example.in', password, name: 'ರವಿ' }
    const missing = await browser.post('/en/login/register', fields)
    expect([missing.status, await missing.text()]).toEqual([
      ...[422, expect.stringMatching(/value="ರವಿ"[^]*id="ageBand-error"/)],
    ])
    expect(seen).toEqual([])
    await browser.post('/en/login/register', { ...fields, ageBand: 'adult' })
    expect(await seen[0]!.json()).toMatchObject({ ageBand: 'adult' })
  })

  it('leads who is under 18 to a parent’s consent, and the browser loads nothing', async () => {
    const { browser } = await member({ ageBand: 'minor', reminders: notAllowed })
    browser.jar.set(consentCookie, 'analytics.advertising')
    const answered = await browser.post('/te/account/age', { ageBand: 'minor' })
    expect(answered.headers.get('location')).toBe(`${origin()}/te/account/parent`)
    expect(browser.jar.get(consentCookie)).toBe('minor')
  })

  it('decides anew in a browser where an adult signs in after a minor', async () => {
    const browser = newBrowser()
    browser.jar.set(consentCookie, 'minor')
    productApiAnswers({ '/api/auth/local/verifyOtp': verified({ ageBand: 'adult' }) })
    await browser.post('/en/login/code', code)
    expect(browser.jar.has(consentCookie)).toBe(false)
    const other = newBrowser()
    other.jar.set(consentCookie, 'analytics')
    productApiAnswers({ '/api/auth/local/verifyOtp': verified({ ageBand: 'minor' }) })
    const signedIn = await other.post('/en/login/code', code)
    expect(other.jar.get(consentCookie)).toBe('minor')
    expect(cookiesOf(signedIn)[consentCookie]?.attributes).toEqual(
      expect.arrayContaining(['Path=/', 'Secure', 'SameSite=Lax']),
    )
  })
})

describe('consent on the account page', () => {
  it('is given and withdrawn for each purpose by the same form', async () => {
    const { browser, seen } = await member()
    const html = await (await browser.go('/en/account', { settings })).text()
    for (const name of ['reminders', 'analytics', 'advertising'])
      expect(html).toMatch(new RegExp(`<input type="checkbox" name="${name}" value="yes"/>`))
    await browser.post('/en/account/privacy', { analytics: 'yes', reminders: 'yes' })
    expect(browser.jar.get(consentCookie)).toBe('analytics')
    const after = await (await browser.go('/en/account', { settings })).text()
    expect(after).toMatch(/name="analytics" checked=""|checked="" name="analytics"/)
    await browser.post('/en/account/privacy', {})
    expect(browser.jar.get(consentCookie)).toBe('none')
    expect(await sentChanges(seen)).toEqual([{ reminders: true }, { reminders: false }])
  })

  it('offers members under 18 neither analytics nor advertising', async () => {
    const { browser } = await member({ ageBand: 'minor', reminders: notAllowed })
    const html = await (await browser.go('/en/account', { settings })).text()
    expect(html).toContain('You are under 18')
    expect(html).not.toMatch(/name="(analytics|advertising|reminders)"/)
    await browser.post('/en/account/privacy', { analytics: 'yes', advertising: 'yes' })
    expect(browser.jar.get(consentCookie)).toBe('minor')
  })

  it('is left out where the product API keeps none', async () => {
    const { browser } = await signIn()
    productApiAnswers({
      '/api/privacy': () => new Response('{}', { status: 404 }),
      ...memberWire(),
    })
    expect(await browser.read('/en/account')).toContain('What you agreed to')
  })
})

describe('a parent’s consent', () => {
  it('is asked for by phone or e-mail and recorded with the code', async () => {
    const { browser, seen } = await member(
      { ageBand: 'minor', reminders: notAllowed },
      {
        '/api/privacy/parent/confirm': choices({ ageBand: 'minor' }),
        '/api/privacy/parent': { ok: true },
      },
    )
    const asked = await browser.post('/en/account/parent', { phone: '98450 12345' })
    expect(await asked.text()).toContain('We sent a code of 6 digits to +919845012345')
    expect(await requestsTo(seen, '/api/privacy/parent')[0]!.json()).toEqual({
      phone: '+919845012345',
    })
    const done = await browser.post('/en/account/parent/code', { contact: 'x', otp: '123 456' })
    expect(done.status).toBe(303)
  })

  it('explains one’s own contact, an invalid one and a wrong code', async () => {
    const refused = () => Response.json({ error: { status: 400, message: 'x' } }, { status: 400 })
    const { browser } = await member(
      { ageBand: 'minor', reminders: notAllowed },
      { '/api/privacy/parent': refused },
    )
    const own = await browser.post('/en/account/parent', { email: 'own@example.in' })
    expect([own.status, await own.text()]).toEqual([
      ...[422, expect.stringContaining('This is your own address or number')],
    ])
    const invalid = await browser.post('/en/account/parent', { phone: '12' })
    expect([invalid.status, await invalid.text()]).toEqual([
      ...[422, expect.stringContaining('id="phone-error"')],
    ])
    const wrong = await browser.post('/en/account/parent/code', { contact: 'x', otp: '123456' })
    expect([wrong.status, await wrong.text()]).toEqual([
      ...[422, expect.stringContaining('id="otp-error"')],
    ])
  })
})

it('the nominee is changed on the page about age and nominee', async () => {
  const { browser, seen } = await member({ nominee: 'ಅಮ್ಮ' })
  const html = await browser.read('/en/account/privacy')
  expect(html).toContain('value="ಅಮ್ಮ"')
  expect(html).toContain('Data Protection Board of India')
  const saved = await browser.post('/en/account/privacy/nominee', { nominee: ' Father ' })
  expect(saved.status).toBe(303)
  expect(await sentChanges(seen)).toEqual([{ nominee: 'Father' }])
})

describe('the consent cookie', () => {
  it.each(['minor', 'none', 'analytics', 'advertising', 'analytics.advertising'])(
    'keeps %s',
    (value) => expect(formatConsent(parseConsent(value)!)).toBe(value),
  )
  it.each([undefined, '', 'yes', 'no', 'analytics.x', 'all'])('means nothing as %j', (value) =>
    expect(parseConsent(value)).toBeNull(),
  )
})
