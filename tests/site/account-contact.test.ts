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
    expect(await refused.text()).toContain(
      'Another account already has this e-mail address or number.',
    )
    const wrong = { [askPath]: refusal('The provided current password is invalid') }
    const { browser } = await member(wrong, { provider: 'google' })
    const asked = await browser.post('/en/account/contact', { email: 'new@example.in' })
    expect([asked.status, await asked.text()]).toEqual([
      ...[422, expect.stringMatching(/role="alert">The current password[^]*name="password"/)],
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
  it('takes any script and spaces, and an empty one removes it', async () => {
    const { browser, seen } = await member({ '/api/update-profile': userRow() })
    await browser.post('/en/account/profile', { gender: 'male', name: ' ರಾಜು  ಗೌಡ ' })
    await browser.post('/en/account/profile', { gender: 'male', name: '' })
    await browser.post('/en/account/profile', { gender: 'male' })
    const bodies = await Promise.all(
      requestsTo(seen, '/api/update-profile').map((request) => request.json()),
    )
    expect(bodies).toEqual([
      { id: 7, gender: 'male', device_id: null, name: 'ರಾಜು ಗೌಡ' },
      { id: 7, gender: 'male', device_id: null, name: null },
      { id: 7, gender: 'male', device_id: null },
    ])
  })

  it('greets by the name, and never by the username', async () => {
    const row = { username: 'aspirant-0123456789' }
    const named = await member({}, { ...row, name: 'ರಾಜು ಗೌಡ' })
    expect(await named.browser.read('/en/account')).toContain('Hello, ರಾಜು ಗೌಡ')
    const unnamed = await member({}, { ...row, name: null })
    const html = await unnamed.browser.read('/en/account')
    expect(html).toContain('<h1>My account</h1>')
    expect(html).not.toContain(row.username)
  })

  it('explains what is no name, and keeps it', async () => {
    const { browser } = await member()
    const wrong = await browser.post('/en/account/profile', { gender: 'male', name: 'a@b.in' })
    expect([wrong.status, await wrong.text()]).toEqual([
      ...[
        422,
        expect.stringMatching(
          /value="a@b\.in"[^]*id="name-error"|id="name-error"[^]*value="a@b\.in"/,
        ),
      ],
    ])
  })
})
