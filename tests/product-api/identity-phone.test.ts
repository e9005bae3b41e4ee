import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  atMessages,
  call,
  updateRows,
  codeFor,
  codeIn,
  jsonPost,
  messagesTo,
  runConcurrently,
  newPhone,
  simulateGateways,
  secondsAgo,
  settings,
  signedInByPhone,
  signedInKeys,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const ask = (phone: string, headers = {}) =>
  call('POST', '/api/auth/local/registerPhone', { body: { phone }, headers })
const resend = (phone: string) => call('POST', '/api/auth/local/resend-otp', { body: { phone } })
const verify = (phone: string, otp: string) =>
  call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp } })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('POST /api/auth/local/registerPhone', () => {
  it('sends a code of six digits by SMS and says when it expires', async () => {
    const phone = newPhone()
    const { status, body } = await ask(phone)
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, resendAfterSeconds: 30, expiresInSeconds: 300 })
    const letters = await messagesTo(phone)
    expect(letters).toHaveLength(1)
    expect(codeIn(letters[0]!.text)).toMatch(/^\d{6}$/)
  })

  it.each([
    ['kn', 'ಯಾರಿಗೂ ತಿಳಿಸಬೇಡಿ'],
    ['en', 'Do not share it'],
    ['te', 'ఎవరికీ చెప్పకండి'],
  ])('writes in %s, and ends with the WebOTP line', async (locale, words) => {
    const phone = newPhone()
    await ask(phone, { 'x-locale': locale, 'x-site-host': 'localhost:8787' })
    const [letter] = await messagesTo(phone)
    expect(letter?.text).toContain(words)
    expect(letter?.text.split('\n').at(-1)).toBe(`@localhost #${codeIn(letter!.text)}`)
  })

  it('normalizes a number in any notation to one number', async () => {
    const phone = newPhone()
    await ask(` 0${phone.slice(3, 8)}-${phone.slice(8)} `)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  it.each(['12345', '+1 212 555 0100', '5812345678', '98123456789', '', '٩٨١٢٣٤٥٦٧٨'])(
    '%j is no Indian mobile number',
    async (typed) => {
      const { status, body } = await ask(typed)
      expect(status).toBe(400)
      expect(body.error).toEqual({
        ...{ status: 400, name: 'ValidationError' },
        message: 'phone must be an Indian mobile number',
        details: {
          errors: [
            {
              ...{ path: ['phone'], name: 'ValidationError' },
              message: 'phone must be an Indian mobile number',
            },
          ],
        },
      })
    },
  )

  it('gives the same answer for known and unknown numbers', async () => {
    const known = (await signedInByPhone()).user.phone!
    await updateRows('DELETE FROM one_time_codes')
    const [one, other] = [await ask(known), await ask(newPhone())]
    expect([one.status, one.body]).toEqual([other.status, other.body])
  })

  it('sends nothing more within 30 seconds, and the first code stays valid', async () => {
    const phone = newPhone()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(phone)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const { body } of answers) expect(body.resendAfterSeconds).toBeLessThanOrEqual(30)
    const letters = await messagesTo(phone)
    expect(letters).toHaveLength(1)
    expect((await verify(phone, codeIn(letters[0]!.text))).status).toBe(200)
  })

  it('stores no code in readable form', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const { results } = await database().prepare('SELECT * FROM one_time_codes').all()
    expect(JSON.stringify(results).replaceAll(phone, '')).not.toContain(code)
  })

  it('answers 503 without a gateway', async () => {
    const url = settings.SMS_GATEWAY_URL!
    settings.SMS_GATEWAY_URL = ''
    const { status, body } = await ask(newPhone())
    settings.SMS_GATEWAY_URL = url
    expect(status).toBe(503)
    expect(body).toEqual({
      data: null,
      error: {
        ...{ status: 503, name: 'ServiceUnavailableError', details: {} },
        message: 'The SMS gateway is not configured',
      },
    })
  })

  it.each(['error', 'slow'])(
    'is 503 when the gateway fails (%s), and a code can be requested again at once',
    async (mode) => {
      const phone = newPhone()
      const setFault = (name: string) => atMessages('/faults', jsonPost({ mode: name }))
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await setFault(mode)
      const { status, body } = await ask(phone)
      await setFault('ok')
      expect([status, body.error.message]).toEqual([
        503,
        'The SMS gateway did not accept the message',
      ])
      expect(log.mock.calls.flat().join('')).not.toMatch(/\d{6}/)
      log.mockRestore()
      expect((await resend(phone)).status).toBe(200)
    },
    15_000,
  )
})

describe('POST /api/auth/local/resend-otp', () => {
  it('answers 429 within 30 seconds, with the time to wait', async () => {
    const phone = newPhone()
    await ask(phone)
    const { status, body, headers } = await resend(phone)
    expect(status).toBe(429)
    expect(body.error).toMatchObject({
      ...{ name: 'RateLimitError', message: 'Too many requests, please try again later.' },
    })
    const { retryAfterSeconds } = body.error.details
    expect(retryAfterSeconds).toBeGreaterThan(25)
    expect(retryAfterSeconds).toBeLessThanOrEqual(30)
    expect(headers.get('retry-after')).toBe(String(retryAfterSeconds))
  })

  it('sends another code after 30 seconds, which invalidates the first', async () => {
    const phone = newPhone()
    const first = await codeFor(phone)
    await updateRows('UPDATE one_time_codes SET sent_at = ? WHERE phone = ?', secondsAgo(31), phone)
    const { status, body } = await resend(phone)
    expect([status, body]).toEqual([
      200,
      { ok: true, resendAfterSeconds: 30, expiresInSeconds: 300 },
    ])
    const second = codeIn((await messagesTo(phone))[0]!.text)
    if (first !== second) expect((await verify(phone, first)).status).toBe(400)
    expect((await verify(phone, second)).status).toBe(200)
  })
})

describe('POST /api/auth/local/verifyOtp', () => {
  it('registers a number with its first code, and signs in to it with its second', async () => {
    const phone = newPhone()
    const first = await verify(phone, await codeFor(phone))
    expect(first.status).toBe(200)
    expect(Object.keys(first.body)).toEqual(signedInKeys)
    expect(first.body.user).toMatchObject({
      ...{ phone, email: null, provider: 'phone', confirmed: true, gender: 'others' },
    })
    const second = await verify(phone.slice(3), await codeFor(phone))
    expect(second.body.user.id).toBe(first.body.user.id)
  })

  it('refuses a wrong code, and after five wrong ones the right one too', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { status, body } = await verify(phone, wrong(code))
      expect([status, body.error.name, body.error.message]).toEqual([
        ...[400, 'ValidationError', 'Incorrect code provided'],
      ])
    }
    const { status, body } = await verify(phone, code)
    expect([status, body.error.message]).toEqual([400, 'The code has expired'])
  })

  it('allows five attempts in total, simultaneous ones included', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(phone, wrong(code))))
    const said = answers.map(({ body }) => body.error.message)
    expect(said.filter((message) => message === 'Incorrect code provided')).toHaveLength(5)
    expect(said.filter((message) => message === 'The code has expired')).toHaveLength(7)
  })

  it('refuses a code after five minutes', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    await updateRows(
      'UPDATE one_time_codes SET expires_at = ? WHERE phone = ?',
      secondsAgo(1),
      phone,
    )
    expect((await verify(phone, code)).body.error.message).toBe('The code has expired')
  })

  it('accepts a code in one of four simultaneous requests', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const answers = await runConcurrently(4, 'UPDATE one_time_codes SET attempts', () =>
      Promise.all([1, 2, 3, 4].map(() => verify(phone, code))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await verify(phone, code)).body.error.message).toBe('The code has expired')
  })

  it('refuses the code of another number', async () => {
    const [one, other] = [newPhone(), newPhone()]
    const [code, otherCode] = [await codeFor(one), await codeFor(other)]
    if (code !== otherCode) expect((await verify(other, code)).status).toBe(400)
  })

  it('answers "expired" for a number without a code, known or unknown', async () => {
    const known = (await signedInByPhone()).user.phone!
    for (const phone of [known, newPhone()]) {
      const { status, body } = await verify(phone, '123456')
      expect([status, body.error.message]).toEqual([400, 'The code has expired'])
    }
  })

  it('accepts a code that was signed with an older secret', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const secrets = settings.JWT_SECRETS!
    settings.JWT_SECRETS = `a-brand-new-secret-of-the-tests-000000, ${secrets}`
    const { status } = await verify(phone, code)
    settings.JWT_SECRETS = secrets
    expect(status).toBe(200)
  })

  it('refuses a blocked member', async () => {
    const { user } = await signedInByPhone()
    await updateRows('UPDATE users SET blocked = 1 WHERE id = ?', user.id)
    const { status, body } = await verify(user.phone!, await codeFor(user.phone!))
    expect([status, body.error.name]).toEqual([400, 'ApplicationError'])
  })

  it.each([
    [{}, ['phone', 'otp']],
    [{ phone: '9812345678', otp: '12345' }, ['otp']],
    [{ phone: '9812345678', otp: '12345a' }, ['otp']],
  ])('names the invalid fields of %j', async (body, paths) => {
    const answer = await call('POST', '/api/auth/local/verifyOtp', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details.errors?.map(({ path }) => path[0])).toEqual(paths)
  })
})
