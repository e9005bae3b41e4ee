import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newBrowser, sessionCookie } from '../support/reader.ts'
import { captureLog, capturedLog, productApiAnswers, read } from '../support/site.ts'
import type { StrapiFaults } from '../support/stock-strapi/schema.ts'
import { password, stockStrapi } from '../support/stock-strapi/stock-strapi.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const versions = [5, 4] as const

/** Puts a Strapi behind the site. */
function behindSite(...given: Parameters<typeof stockStrapi>) {
  const strapi = stockStrapi(...given)
  const seen = productApiAnswers({ '/': strapi.answer })
  return { ...strapi, seen }
}

const pages: [path: string, shows: string][] = [
  ['/en', 'Abhyasa'],
  ['/en/vao-paper-1', 'Paper in Strapi'],
  ['/vao-paper-1/model-paper', 'ಸ್ಟ್ರಾಪಿ ಪತ್ರಿಕೆ'],
  ['/en/grand-tests', 'Grand test in Strapi'],
  ['/en/karnataka/vao-paper-1/strapi-paper', 'Which district is this?'],
  ['/karnataka/vao-paper-1/strapi-paper', 'ರಾಜಧಾನಿ?'],
  ['/en/karnataka/vao-paper-1/premium-paper', 'Premium paper in Strapi'],
  ['/en/privacy-policy', 'What we store.'],
  ['/en/current-affairs', 'A dam was opened'],
  ['/en/current-affairs/2026-11-20', 'In Raichur.'],
  ['/en/flash-cards', 'Kempe Gowda'],
  ['/en/flash-cards/history', 'Kempe Gowda'],
  ['/en/subscription/checkout', 'Plan in Strapi'],
  ['/en/subscription/checkout?plan=vao-plan', '₹499'],
  ['/en/search?q=Strapi', 'Paper in Strapi'],
]

describe.each(versions)('a Strapi %s with the schema of npm run strapi-schema', (version) => {
  it.each(pages)('%s shows what is stored there', async (path, text) => {
    behindSite(version)
    const { status, html } = await read(path)
    expect(status, capturedLog()).toBe(200)
    expect(html).toContain(text)
    // Its bill and payments are not a Strapi's own: the log says so.
    const log = capturedLog().replace(/.*transactions\/quote is answered with 405.*/, '')
    expect(log).not.toMatch(/misconfigured|failure|error/)
  })

  it('shows the figure, and each question in its language', async () => {
    behindSite(version)
    const { html } = await read('/en/karnataka/vao-paper-1/strapi-paper')
    expect(html).toContain('/image/640?url=%2Fuploads%2Fdistrict.png')
    expect(html).toContain('About maps')
    expect(html).toMatch(/lang="kn"><legend>ಸಮಾನಾರ್ಥಕ ಪದ/)
  })

  it('keeps the questions of a premium paper, and scripts in a text, from readers', async () => {
    behindSite(version)
    expect((await read('/en/karnataka/vao-paper-1/premium-paper')).html).not.toContain(
      'Secret stem',
    )
    expect((await read('/en/privacy-policy')).html).not.toContain('<script>x')
  })

  it('signs a member in, and tells the session what Strapi stores', async () => {
    behindSite(version)
    const browser = newBrowser()
    const fields = { email: 'ravi@example.in', password }
    const response = await browser.post('/en/login', fields)
    expect([response.status, browser.jar.has(sessionCookie)]).toEqual([303, true])
    const user = { username: 'ravi', isPremium: false, freeTestTaken: true, gender: 'others' }
    expect(await browser.session()).toMatchObject({ user, error: null })
    // Its role may not read content; the public role may.
    const page = await browser.go('/en/vao-paper-1')
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Paper in Strapi'),
    ])
  })

  it('names a wrong password as such', async () => {
    behindSite(version)
    const fields = { email: 'ravi@example.in', password: 'not the password' }
    const response = await newBrowser().post('/en/login', fields)
    expect(response.status).toBe(401)
  })

  it('reloads the member without the permission to read users', async () => {
    const { users } = behindSite(version)
    const browser = newBrowser()
    await browser.post('/en/login', { email: 'ravi@example.in', password })
    Object.assign(users[0]!, { isPremium: true })
    await browser.postJson('/api/auth/session', { csrfToken: await browser.csrfToken() })
    expect(await browser.session()).toMatchObject({ user: { isPremium: true }, error: null })
  })

  it('registers a member with a user name and what it stores', async () => {
    const { users } = behindSite(version, { allowedFields: ['ageBand'] })
    const browser = newBrowser()
    const account = { name: 'Latha', email: 'latha@example.in', password, ageBand: 'adult' }
    const response = await browser.post('/en/login/register', account)
    expect(response.status, await response.text()).toBe(303)
    expect(users[1]).toMatchObject({ email: 'latha@example.in', ageBand: 'adult', name: null })
    expect(await browser.session()).toMatchObject({
      user: { username: expect.stringMatching(/^member-[0-9a-f-]{13}$/) as string },
    })
  })

  it('says that an address is taken', async () => {
    behindSite(version)
    const account = { name: '', email: 'ravi@example.in', password, ageBand: 'adult' }
    const response = await newBrowser().post('/en/login/register', account)
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringMatching(/There is an account|already/),
    ])
  })

  it.each([
    '/en/karnataka/vao-paper-1/strapi-paper',
    '/en/karnataka/vao-paper-1/strapi-paper/instructions',
  ])('says of a test, which it cannot store, that the fault is the site’s (%s)', async (path) => {
    behindSite(version)
    const response = await newBrowser().post(path, { declared: 'yes' })
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('Something went wrong'),
    ])
  })

  it('stores feedback', async () => {
    const { stored } = behindSite(version)
    const fields = { message: 'A wrong key', name: 'Latha', contact: '' }
    const response = await newBrowser().post('/en/feedback', fields)
    expect(response.status).toBe(303)
    expect(stored).toMatchObject([{ message: 'A wrong key', name: 'Latha' }])
  })

  it('offers to pay although the list of providers is refused', async () => {
    const strapi = stockStrapi(version)
    const providers = '/api/payment-transactions/providers'
    const forbidden = { data: null, error: { status: 403, name: 'ForbiddenError', message: 'x' } }
    productApiAnswers({
      [providers]: () => Response.json(forbidden, { status: 403 }),
      '/': strapi.answer,
    })
    const { status, html } = await read('/en/subscription/checkout?plan=vao-plan')
    expect(status).toBe(200)
    expect(html).toContain('PhonePe')
  })
})

const schemaFaults: [what: string, faults: StrapiFaults, path: string, named: RegExp][] = [
  [
    'a type is missing',
    { lacks: ['practice-test'] },
    '/en/vao-paper-1',
    /practice-tests is answered with 404/,
  ],
  [
    'a type is not readable',
    { forbids: ['page'] },
    '/en/privacy-policy',
    /pages is answered with 403/,
  ],
  [
    'a related type is not readable',
    { forbids: ['category'] },
    '/en/vao-paper-1',
    /Invalid (key|parameter) category/,
  ],
  [
    'a field is missing',
    { lacksAttributes: ['practice-test.minutes'] },
    '/en/vao-paper-1',
    /Invalid (key|parameter) minutes/,
  ],
  [
    'a field of a component is missing',
    { lacksAttributes: ['paper.question.stem'] },
    '/en/karnataka/vao-paper-1/strapi-paper',
    /practice-tests: data\.0\.questions\.0\.stem is missing/,
  ],
]

describe.each(versions)('a Strapi %s with a fault of its schema', (version) => {
  it.each(schemaFaults)(
    '%s: a fault of the site, named in the log',
    async (_, faults, path, named) => {
      const { seen } = behindSite(version, faults)
      const { status, html, headers } = await read(path)
      expect([status, headers.get('cache-control')]).toEqual([500, 'no-store'])
      expect(html).toContain('Something went wrong')
      expect(html).not.toContain('Internet connection failure')
      expect(capturedLog()).toMatch(named)
      // Asking again would not help.
      expect(new Set(seen.map(({ url }) => url)).size).toBe(seen.length)
    },
  )

  it('keeps what was typed where feedback cannot be stored', async () => {
    behindSite(version, { forbids: ['feedback'] })
    const response = await newBrowser().post('/en/feedback', { message: 'Nine hundred words' })
    const html = await response.text()
    expect(response.status).toBe(500)
    expect(html).toContain('Nine hundred words</textarea>')
    expect(html).toContain('could not be stored')
  })

  it('says so where it has stored feedback without its text', async () => {
    const { stored } = behindSite(version, { lacksAttributes: ['feedback.message'] })
    const response = await newBrowser().post('/en/feedback', { message: 'Nine hundred words' })
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('Nine hundred words</textarea>')
    expect(stored).toHaveLength(version === 4 ? 1 : 0)
  })

  it('names a fault in the answer to a sign-in as one of the site', async () => {
    const { users } = behindSite(version)
    Object.assign(users[0]!, { isPremium: 'yes' })
    const fields = { email: 'ravi@example.in', password }
    const response = await newBrowser().post('/en/login', fields)
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('because of a fault on our site'),
    ])
    expect(capturedLog()).toMatch(/auth\/local: user\.isPremium is another text/)
    expect(capturedLog()).not.toContain('ravi@')
  })
})

it('serves pages from copies while a schema is faulty', async () => {
  behindSite(5)
  await read('/en/vao-paper-1')
  vi.restoreAllMocks()
  captureLog()
  behindSite(5, { forbids: ['practice-test'] })
  vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] })
  expect((await read('/en/vao-paper-1')).html).toContain('Paper in Strapi')
  vi.useRealTimers()
  expect(capturedLog()).toMatch(/practice-tests is answered with 403/)
})
