import { beforeEach, describe, expect, it } from 'vitest'
import { localizedPath, splitLocale } from '../../src/addresses/address.ts'
import { pageQuery, pathInLocale } from '../../src/addresses/language-switch.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { newBrowser, signIn } from '../support/reader.ts'
import { paidRow, shopWire, txId } from '../support/payments.ts'
import { captureLog, list, origin, productApiAnswers, type Wire } from '../support/site.ts'

beforeEach(captureLog)

/** Where the language switch of a page leads, by language. */
function languageLinksOf(html: string): Record<string, string> {
  const [switched = ''] = /<nav class="lang"[^]*?<\/nav>/.exec(html) ?? []
  const links = switched.matchAll(/<a href="([^"]*)" lang="(\w+)"/g)
  return Object.fromEntries(
    [...links].map(([, href = '', lang = '']) => [lang, href.replaceAll('&amp;', '&')]),
  )
}

const wire = (more: Wire = {}): Wire => ({
  ...shopWire(),
  '/api/payment-transactions/transaction/details': {
    data: paidRow({ returnTo: '/en/vao-paper-1' }),
  },
  '/api/tags': list({ id: 1, documentId: 't1', slug: 'polity', locale: 'en', name: 'Polity' }),
  '/api/user-cards': { data: [], meta: { counts: { due: 0, fresh: 0, learned: 0 } } },
  '/api/user-own-cards': { data: [], meta: { left: 2000 } },
  ...more,
})

/** The same page with the same parameters in every language. */
const inEveryLanguage = (path: string, query: (locale: Locale) => string) =>
  Object.fromEntries(locales.map((locale) => [locale, localizedPath(path, locale) + query(locale)]))

describe('the language switch', () => {
  it.each([
    ['/search', 'q=panchayat+raj'],
    ['/flash-cards', 'of=due'],
    ['/karnataka/vao-paper-1/subscription/checkout', 'plan=karnataka-all&coupon=NEW10&credit=no'],
    [`/payment/${txId}`, 's=signature&note=just-paid'],
    [`/payment/${txId}/receipt`, 's=signature'],
    ['/vao-paper-1', 'q=2025'],
    ['/feedback', 'sent='],
    ['/progress', 'exam=sda-fda'],
    ['/reminders', 'on=cards'],
    ['/attempts', 'page=2'],
  ])('of %s keeps ?%s', async (path, query) => {
    const { browser } = await signIn({ wire: wire() })
    const html = await (await browser.go(`/en${path}?${query}`)).text()
    expect(languageLinksOf(html)).toEqual(inEveryLanguage(path, () => `?${query}`))
  })

  it.each(['', 'islogin=true&'])(
    'of a page to sign in on (?%s) leads back to the same order, in the other language',
    async (kind) => {
      productApiAnswers(wire())
      const order = '/subscription/checkout?plan=karnataka-all&coupon=NEW10'
      const callback = (locale: Locale) =>
        `?${kind}${new URLSearchParams({ callbackUrl: localizedPath(order, locale) })}`
      const html = await (await newBrowser().go(`/en/login${callback('en')}`)).text()
      expect(languageLinksOf(html)).toEqual(inEveryLanguage('/login', callback))
      const register = await newBrowser().go(`/en/login/register${callback('en')}`)
      expect(languageLinksOf(await register.text()).te).toBe(`/te/login/register${callback('te')}`)
    },
  )

  it('of the form that was not accepted keeps where it leads', async () => {
    productApiAnswers(wire())
    const fields = { email: 'x', password: '', callbackUrl: '/en/subscription/checkout?plan=p' }
    const html = await (await newBrowser().post('/en/login', fields)).text()
    const query = new URLSearchParams({
      ...{ islogin: 'true', callbackUrl: '/te/subscription/checkout?plan=p' },
    })
    expect(languageLinksOf(html).te).toBe(`/te/login?${query}`)
  })

  it('of the answer to a form leads to the page that the form stood on', async () => {
    const { browser } = await signIn({ wire: wire() })
    const answer = await browser.post(
      '/en/flash-cards/mine/import',
      { pasted: '' },
      { headers: { referer: `${origin()}/en/flash-cards/mine?x=1` } },
    )
    expect(answer.status).toBe(422)
    expect(languageLinksOf(await answer.text())).toEqual(
      inEveryLanguage('/flash-cards/mine', () => '?x=1'),
    )
  })

  it('of a page that is stored for everybody has nothing of one reader’s address', async () => {
    productApiAnswers(wire())
    const html = await (await newBrowser().go('/en/exams?secret=1')).text()
    expect(languageLinksOf(html)).toEqual(inEveryLanguage('/exams', () => ''))
  })

  it('drops the access to an attempt and campaigns', () => {
    expect(pageQuery('?access=sealed&page=2&utm_source=x&user_source=y&fbclid=z')).toBe('?page=2')
    expect(pageQuery('?utm_medium=x')).toBe('')
  })

  it.each([
    ['/en/vao?q=1#top', 'kn', '/vao?q=1#top'],
    ['/ap-pet', 'en', '/en/ap-pet'],
    ['/', 'te', '/te'],
  ] as const)('leads from %s to %s: %s', (path, locale, expected) => {
    expect(pathInLocale(path, locale)).toBe(expected)
    expect(splitLocale(expected.replace(/[?#].*/, '')).locale).toBe(locale)
  })
})

describe('the page of a payment', () => {
  it('leads to the tests in its own language, whatever the order was begun in', async () => {
    const { browser } = await signIn({ wire: wire() })
    const html = await browser.read(`/te/payment/${txId}?s=signature`)
    expect(html).toMatch(/class="btn wide" href="\/te\/vao-paper-1"/)
  })
})
