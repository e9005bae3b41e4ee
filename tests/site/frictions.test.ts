import { beforeEach, describe, expect, it } from 'vitest'
import { newBrowser } from '../support/reader.ts'
import { captureLog, list, paperRow, productApiAnswers, read } from '../support/site.ts'
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

  it.each([
    ['Invalid code', 'The code is not right'],
    ['The code has expired', 'Send a new one'],
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
