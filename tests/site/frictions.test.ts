import { beforeEach, describe, expect, it } from 'vitest'
import { freshTokens, newBrowser, redirectTarget, userRow } from '../support/reader.ts'
import { captureLog, list, origin, paperRow, productApiAnswers, read } from '../support/site.ts'
import { dateText } from '../../src/ui/dates.ts'

beforeEach(captureLog)

describe('the sign-in pages', () => {
  it.each([
    ['/login', '/account'],
    ['/en/login', '/en/account'],
    ['/te/login?islogin=true', '/te/account'],
    ['/te/login/register', '/te/account'],
  ])('of %s return to the account in the same language', async (path, account) => {
    productApiAnswers({})
    expect((await read(path)).html).toContain(`name="callbackUrl" value="${account}"`)
  })

  it.each(['/en/login', '/en/login/register', '/en/login/forgot-password'])(
    'name their address in each language: %s',
    async (path) => {
      productApiAnswers({})
      const { html } = await read(path)
      const bare = path.replace('/en', '')
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="https://[^"]+${path}"`))
      for (const [language, address] of [
        ['kn', bare],
        ['en', path],
        ['te', `/te${bare}`],
      ])
        expect(html).toMatch(
          new RegExp(`<link rel="alternate" hrefLang="${language}" href="https://[^"]+${address}"`),
        )
      expect(html).toContain('name="robots" content="noindex"')
    },
  )

  it('take the number without its country code from the phone’s own suggestions', async () => {
    productApiAnswers({})
    const [field = ''] = /<input[^>]*id="phone"[^>]*>/.exec((await read('/login')).html) ?? []
    expect(field).toMatch(/autoComplete="tel-national"/i)
    expect(field).toMatch(/inputMode="tel"/i)
  })

  it.each([
    ['Invalid code', 'The code is not right'],
    ['The code has expired', 'Ask for a new one'],
  ])('say at the field that the code was refused: %s', async (message, text) => {
    const refused = { data: null, error: { status: 400, name: 'ValidationError', message } }
    productApiAnswers({ '/api/': () => Response.json(refused, { status: 400 }) })
    const answer = await newBrowser().post('/en/login/code', { phone: '9876543210', otp: '123456' })
    const html = await answer.text()
    const error = /<strong id="otp-error"[^>]*>([^<]*)/.exec(html)?.[1]
    expect(error).toContain(text)
    expect(html).toMatch(/<input[^>]*id="otp"[^>]*aria-invalid="true"/)
  })
})

describe('the page that asks for the one-time code', () => {
  const sent = {
    '/api/auth/local/registerPhone': { resendAfterSeconds: 30, expiresInSeconds: 300 },
  }

  it('has an address of its own, which survives a reload and another language', async () => {
    productApiAnswers(sent)
    const browser = newBrowser()
    const form = { phone: '98450 12345', callbackUrl: '/te/account' }
    const answer = await browser.post('/te/login/phone', form)
    expect([answer.status, await redirectTarget(answer)]).toEqual([
      303,
      `${origin()}/te/login/code`,
    ])
    for (const path of ['/te/login/code', '/te/login/code', '/en/login/code']) {
      const html = await browser.read(path)
      expect(html).toMatch(/<input[^>]*name="otp"/)
      expect(html).toContain('name="phone" value="+919845012345"')
      expect(html).toContain('name="callbackUrl" value="/te/account"')
      expect(html).toMatch(/<resend-clock seconds="(30|29|28)"/)
      expect(html).toContain('href="/te/login/code"')
    }
    expect(browser.jar.get('__Host-code')).not.toContain('9845012345')
  })

  it('leads to the sign-in page where no code was asked for', async () => {
    productApiAnswers({})
    const answer = await newBrowser().go('/en/login/code')
    expect([answer.status, await redirectTarget(answer)]).toEqual([303, `${origin()}/en/login`])
  })

  it('is forgotten once the code has signed in', async () => {
    productApiAnswers(sent)
    const browser = newBrowser()
    await browser.post('/en/login/phone', { phone: '9845012345' })
    const signedIn = { ...freshTokens(), user: userRow() }
    productApiAnswers({ '/api/auth/local/verify': signedIn, '/api/': signedIn })
    const answer = await browser.post('/en/login/code', { phone: '9845012345', otp: '123456' })
    expect(answer.status).toBe(303)
    expect(browser.jar.has('__Host-code')).toBe(false)
  })

  it('offers the languages of the sign-in page after a form with an error', async () => {
    productApiAnswers({})
    const html = await (await newBrowser().post('/en/login/phone', { phone: '12' })).text()
    expect(html).toContain('hrefLang="te" href="https://')
    expect(html).toMatch(/<a href="\/te\/login" lang="te"/)
  })
})

describe('lists', () => {
  it('show an entry whose date is none as it is written', () => {
    expect(dateText('soon', 'en')).toBe('soon')
    expect(dateText('2026-13-45', 'kn')).toBe('2026-13-45')
    expect(dateText('2026-11-21', 'en')).toBe('21 November 2026')
  })

  it('open with one entry whose date is none', async () => {
    const row = (slug: string, date: string) => ({
      ...{ id: 1, documentId: slug, slug, locale: 'en', title: `T ${slug}`, description: 'D' },
      ...{ date, updatedAt: '2026-11-21T00:00:00.000Z' },
    })
    productApiAnswers({ '/api/pages': list(row('a', 'soon'), row('b', '2026-11-21')) })
    const { status, html } = await read('/en')
    expect(status).toBe(200)
    expect(html).toContain('T a')
    expect(html).toContain('21 November 2026')
  })

  it.each([
    ['/en/vao-paper-1', /They are our own questions, not the official papers/],
    ['/en/ap-tet-paper-1', /They are our own questions, not the official papers/],
    ['/ap-tet-paper-1', /మేము తయారుచేసిన ప్రశ్నలు/],
    ['/vao-paper-1', /ನಾವು ರಚಿಸಿದ ಪ್ರಶ್ನೆಗಳು/],
  ])(
    'of earlier years say under their heading whose questions they are: %s',
    async (path, note) => {
      const previous = { kind: 'previous-papers', year: 2023, slug: 'of-2023' }
      productApiAnswers({ '/': list(paperRow(previous)) })
      expect((await read(path)).html).toMatch(note)
    },
  )

  it('of years link to those that have papers', async () => {
    const previous = { kind: 'previous-papers', year: 2023, slug: 'of-2023' }
    productApiAnswers({ '/': list(paperRow(previous)) })
    const { html } = await read('/en/vao-paper-1')
    const years = html.match(/previous-papers_\d{4}"/g)
    expect(years).toEqual(['previous-papers_2023"'])
  })
})

describe('the feedback form', () => {
  it('asks for no e-mail keyboard where a phone number will do', async () => {
    productApiAnswers({})
    const { html } = await read('/en/feedback')
    expect(html).toMatch(/<input[^>]*id="contact"/)
    expect(/<input[^>]*id="contact"[^>]*>/.exec(html)?.[0]).not.toMatch(/inputMode="email"/i)
  })
})
