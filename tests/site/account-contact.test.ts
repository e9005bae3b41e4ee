import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memberWire, newBrowser, requestsTo, signIn, userRow } from '../support/reader.ts'
import { captureLog, productApiAnswers, type Wire } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const askPath = '/api/contact-change'
const confirmPath = `${askPath}/confirm`
const refusal = (message: string) => () =>
  Response.json({ data: null, error: { status: 400, message } }, { status: 400 })

async function member(wire: Wire = {}, row: Record<string, unknown> = {}) {
  const { browser } = await signIn({ row })
  const seen = productApiAnswers({
    [confirmPath]: { ...userRow({ ...row, username: 'ಹೊಸ-ಹೆಸರು' }) },
    [askPath]: { ok: true, expiresInSeconds: 600 },
    ...memberWire(row),
    ...wire,
  })
  return { browser, seen }
}

describe('changing the e-mail address or the phone', () => {
  it.each([
    [{ email: 'New@Example.in' }, { email: 'new@example.in' }],
    [{ phone: '98450 12345' }, { phone: '+919845012345' }],
  ])('sends %j to the product API and asks for the code', async (typed, contact) => {
    const { browser, seen } = await member()
    const answer = await browser.post('/en/account/contact', { ...typed, password: 'secret-1' })
    const html = await answer.text()
    expect(await requestsTo(seen, askPath)[0]!.json()).toEqual({ ...contact, password: 'secret-1' })
    expect(html).toContain(`We sent a code of 6 digits to ${Object.values(contact)[0]}`)
    expect(html).not.toContain('secret-1')
  })

  it('is done with the code, which the session follows', async () => {
    const { browser, seen } = await member()
    const fields = { contact: 'new@example.in', otp: '123 456' }
    const answer = await browser.post('/en/account/contact/code', fields)
    expect(answer.status).toBe(303)
    expect(await requestsTo(seen, confirmPath)[0]!.json()).toEqual({ code: '123456' })
  })

  it('explains a wrong code, a wrong password and a contact of another account', async () => {
    const wrongCode = await member({ [confirmPath]: refusal('Incorrect code provided') })
    const code = { contact: 'new@example.in', otp: '123456' }
    const again = await wrongCode.browser.post('/en/account/contact/code', code)
    expect([again.status, await again.text()]).toEqual([
      ...[422, expect.stringContaining('id="otp-error"')],
    ])
    const taken = await member({ [confirmPath]: refusal('Email or Username are already taken') })
    const refused = await taken.browser.post('/en/account/contact/code', code)
    expect(await refused.text()).toContain('Another account has this already.')
    const wrong = { [askPath]: refusal('The provided current password is invalid') }
    const { browser } = await member(wrong, { provider: 'google' })
    const asked = await browser.post('/en/account/contact', { email: 'new@example.in' })
    expect([asked.status, await asked.text()]).toEqual([
      ...[422, expect.stringMatching(/role="alert">The present password[^]*name="password"/)],
    ])
  })

  it('shows the error beside the field and sends nothing', async () => {
    const { browser, seen } = await member()
    const answer = await browser.post('/en/account/contact', { phone: '12' })
    expect([answer.status, await answer.text()]).toEqual([
      ...[422, expect.stringContaining('id="phone-error"')],
    ])
    expect(seen).toEqual([])
  })

  it.each(['/account/contact', '/te/account/contact'])('needs a sign-in: %s', async (path) => {
    expect((await newBrowser().go(path)).status).toBe(303)
    const { browser } = await member({}, { provider: 'phone' })
    expect(await browser.read(path)).not.toContain('type="password"')
  })
})

describe('changing the name', () => {
  it('takes spaces, and an empty field removes it', async () => {
    const { browser, seen } = await member({ '/api/update-profile': userRow() })
    for (const name of [' ರಾಜು  ಗೌಡ ', ''])
      await browser.post('/en/account/profile', { gender: 'male', name })
    const bodies = await Promise.all(
      requestsTo(seen, '/api/update-profile').map((request) => request.json()),
    )
    expect(bodies).toEqual([
      { id: 7, gender: 'male', device_id: null, name: 'ರಾಜು ಗೌಡ' },
      { id: 7, gender: 'male', device_id: null, name: null },
    ])
  })

  it('explains a name that is none, and keeps what was typed', async () => {
    const { browser } = await member({}, { name: null })
    const wrong = await browser.post('/en/account/profile', { gender: 'male', name: 'a@b.in' })
    const html = await wrong.text()
    expect([wrong.status, html]).toEqual([422, expect.stringContaining('id="name-error"')])
    expect(html).toMatch(/<input[^>]*id="name"[^>]*value="a@b.in"/)
  })

  it('greets by the name and never by the username', async () => {
    const { browser } = await member({}, { name: 'ರಾಜು ಗೌಡ', username: 'aspirant-0a1b2c3d4e' })
    const html = await browser.read('/account')
    expect(/<h1>[^]*?<\/h1>/.exec(html)?.[0]).toContain('ನಮಸ್ಕಾರ, ರಾಜು ಗೌಡ')
    const nameless = await member({}, { name: null, username: 'aspirant-0a1b2c3d4e' })
    const heading = /<h1>[^]*?<\/h1>/.exec(await nameless.browser.read('/account'))?.[0]
    expect(heading).toContain('ನಮಸ್ಕಾರ')
    expect(heading).not.toContain('aspirant')
  })

  it('is not offered where the product API stores no names', async () => {
    const { browser } = await member()
    expect(await browser.read('/en/account')).not.toMatch(/<input[^>]*id="name"/)
  })
})
