import { env } from 'cloudflare:workers'
import { sign } from 'hono/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inviteOperator } from '../../desk/operators/invitations.ts'
import { codeOfStep, stepAt } from '../../desk/operators/totp.ts'
import { decryptText, encryptText } from '../../http/sealed-text.ts'
import {
  database,
  deskOrigin,
  DeskBrowser,
  enrolled,
  forgetUsedCodes,
  rows,
  run,
  secretOn,
} from '../support/desk.ts'

const codeNow = (secret: string, off = 0) => codeOfStep(secret, stepAt(new Date()) + off)
const signIn = (browser: DeskBrowser, name: string, code: string, to = '/') =>
  browser.postRaw('/sign-in', { name, code, to })
const invite = (name: string, now = new Date()) =>
  inviteOperator(database(), { name, email: null, role: 'author' }, null, now)

afterEach(() => vi.restoreAllMocks())

describe('an invitation', () => {
  it('is used once, and signs in', async () => {
    const { browser } = await enrolled('Lakshmi', 'author')
    expect(await browser.text('/')).toContain('ಲೇಖಕರು')
    const token = await invite('Lakshmi')
    const secret = secretOn(await new DeskBrowser().text(`/enrol/${token}`))
    const answers = await Promise.all(
      [1, 2, 3].map(async () =>
        new DeskBrowser().postRaw(`/enrol/${token}`, { code: await codeNow(secret) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410])
  })

  it('shows the same secret at every reload, and another one when made again', async () => {
    const first = await invite('Reload')
    const browser = new DeskBrowser()
    const secret = secretOn(await browser.text(`/enrol/${first}`))
    expect(secretOn(await browser.text(`/enrol/${first}`))).toBe(secret)
    const second = await invite('Reload')
    expect((await browser.get(`/enrol/${first}`)).status).toBe(410)
    expect(secretOn(await browser.text(`/enrol/${second}`))).not.toBe(secret)
  })

  it('is not in the log when its page fails', async () => {
    const token = await invite('Unlogged')
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await run({ text: 'ALTER TABLE operator_invitations RENAME TO away', values: [] })
    expect((await new DeskBrowser().get(`/enrol/${token}`)).status).toBe(500)
    await run({ text: 'ALTER TABLE away RENAME TO operator_invitations', values: [] })
    expect(logged.mock.calls.flat().join()).toContain('/enrol/…')
    expect(logged.mock.calls.flat().join()).not.toContain(token)
  })

  it('ends after a day', async () => {
    const token = await invite('Late', new Date(Date.now() - 25 * 3600_000))
    expect((await new DeskBrowser().get(`/enrol/${token}`)).status).toBe(410)
    expect((await new DeskBrowser().postRaw(`/enrol/${token}`, { code: '123456' })).status).toBe(
      410,
    )
  })

  it('for a new phone ends the sessions and the codes of the old one', async () => {
    const { browser, secret, id } = await enrolled('Phone', 'author')
    const token = await invite('Phone')
    // Until the link is used, the old phone works.
    expect((await browser.get('/')).status).toBe(200)
    const page = await new DeskBrowser().text(`/enrol/${token}`)
    const fresh = new DeskBrowser()
    const code = await codeNow(secretOn(page))
    expect((await fresh.postRaw(`/enrol/${token}`, { code })).status).toBe(303)
    expect((await browser.get('/')).status).toBe(303)
    await forgetUsedCodes(id)
    expect((await signIn(new DeskBrowser(), 'Phone', await codeNow(secret))).status).toBe(422)
  })

  it('leaves no secret readable in the database', async () => {
    const { secret } = await enrolled('Sealed', 'author')
    const [row] = await rows(`SELECT totp_secret FROM operators WHERE name = 'Sealed'`)
    const sealed = String(row?.totp_secret)
    expect(sealed).not.toContain(secret)
    const { DESK_KEYS } = env as unknown as { DESK_KEYS: string }
    expect(await decryptText(DESK_KEYS.split(',') as [string], sealed)).toBe(secret)
  })
})

describe('a sign-in', () => {
  it('works by name in any case and a code, once for each code', async () => {
    const { secret, id } = await enrolled('Ravi', 'reviewer')
    await forgetUsedCodes(id)
    const code = await codeNow(secret)
    const browser = new DeskBrowser()
    const answer = await signIn(browser, ' ravi ', `${code.slice(0, 3)} ${code.slice(3)}`, '/audit')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/audit'])
    expect((await browser.get('/')).status).toBe(200)
    expect((await signIn(new DeskBrowser(), 'Ravi', code)).status).toBe(422)
  })

  it('with one code from many browsers at once succeeds in one of them', async () => {
    const { secret, id } = await enrolled('Race', 'author')
    await forgetUsedCodes(id)
    const code = await codeNow(secret)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn(new DeskBrowser(), 'Race', code)),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  it('answers a wrong code and an unknown name alike, and keeps the typed name', async () => {
    const { secret } = await enrolled('Uma', 'author')
    const code = await codeNow(secret, 5)
    const wrong = await signIn(new DeskBrowser(), 'Uma', code)
    const unknown = await signIn(new DeskBrowser(), 'Nobody', code)
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    const [one, other] = [await wrong.text(), await unknown.text()]
    expect(one.replaceAll('Uma', '')).toBe(other.replaceAll('Nobody', ''))
    expect(one).toContain('value="Uma"')
  })

  it('is refused after ten tries, even by the right code, except in a known browser', async () => {
    const { browser, secret, id } = await enrolled('Guessed', 'author')
    await browser.post('/sign-out')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await signIn(new DeskBrowser(), 'Guessed', '000000')).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422))
    expect(statuses.slice(10)).toEqual([429, 429])
    await forgetUsedCodes(id)
    const code = await codeNow(secret)
    expect((await signIn(new DeskBrowser(), 'Guessed', code)).status).toBe(429)
    expect((await signIn(browser, 'Guessed', code)).status).toBe(303)
  })

  it.each(['//evil.test', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'goes on to a page of the desk, never to %j',
    async (to) => {
      const { secret, id, browser } = await enrolled('Onward', 'author')
      await forgetUsedCodes(id)
      const answer = await signIn(browser, 'Onward', await codeNow(secret), to)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    },
  )

  it('needs a form of the desk itself', async () => {
    const { secret, id } = await enrolled('Foreign', 'author')
    await forgetUsedCodes(id)
    const fields = { name: 'Foreign', code: await codeNow(secret) }
    const foreign = await new DeskBrowser().postRaw('/sign-in', fields, {
      origin: 'https://a.test',
    })
    expect(foreign.status).toBe(403)
  })
})

describe('a secret sealed with an older key', () => {
  it('signs in, and is sealed with the newest one then', async () => {
    const { browser, secret, id } = await enrolled('Rotated', 'author')
    const [newest, older] = (env as unknown as { DESK_KEYS: string }).DESK_KEYS.split(',')
    const seal = await encryptText([older!], secret)
    await rows('UPDATE operators SET totp_secret = ?, totp_step = 0 WHERE id = ?', seal, id)
    expect((await signIn(browser, 'Rotated', await codeNow(secret))).status).toBe(303)
    const [row] = await rows('SELECT totp_secret FROM operators WHERE id = ?', id)
    expect(await decryptText([newest!], String(row?.totp_secret))).toBe(secret)
  })
})

describe('a session', () => {
  it('is a sealed cookie for the desk alone; an altered one signs nobody in', async () => {
    const { browser, secret, id } = await enrolled('Cookie', 'author')
    await forgetUsedCodes(id)
    const answer = await signIn(browser, 'Cookie', await codeNow(secret))
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-desk='))!
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
      expect(line).toContain(attribute)
    const value = browser.cookie('__Host-desk')!
    for (const at of [0, 10, value.length - 3]) {
      const altered = new DeskBrowser()
      const letter = value[at] === 'A' ? 'B' : 'A'
      altered.setCookie('__Host-desk', value.slice(0, at) + letter + value.slice(at + 1))
      expect((await altered.get('/')).status).toBe(303)
    }
  })

  it('is over after signing out, also for a copy of its cookie', async () => {
    const { browser } = await enrolled('Copied', 'author')
    const copy = new DeskBrowser()
    copy.setCookie('__Host-desk', browser.cookie('__Host-desk')!)
    expect((await copy.get('/')).status).toBe(200)
    expect((await browser.post('/sign-out')).status).toBe(303)
    expect((await copy.get('/')).status).toBe(303)
  })

  it('shows pages that no cache stores and no other page frames', async () => {
    const { browser } = await enrolled('Headers', 'author')
    const { headers } = await browser.get('/')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-robots-tag')).toContain('noindex')
  })

  it('speaks the language that was chosen', async () => {
    const { browser } = await enrolled('Polyglot', 'author')
    expect(await browser.text('/')).toContain('<html lang="kn">')
    const answer = await browser.get('/audit?language=te')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/audit'])
    expect(await browser.text('/audit')).toContain('<html lang="te">')
  })
})

describe('Cloudflare Access', () => {
  const issuer = 'https://abhyasa-test.cloudflareaccess.com'
  const audience = 'audience-of-the-desk'

  async function keyPair(kid: string) {
    const pair = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    )
    const [priv, pub] = await Promise.all([
      crypto.subtle.exportKey('jwk', pair.privateKey),
      crypto.subtle.exportKey('jwk', pair.publicKey),
    ])
    return { private: { ...priv, kid, alg: 'RS256' }, public: { ...pub, kid } }
  }
  const claims = (changes: object = {}) => ({
    ...{ iss: issuer, aud: [audience], email: 'meena@example.org' },
    exp: Math.floor(Date.now() / 1000) + 60,
    ...changes,
  })

  it('signs in whom it names, if the token is of its keys, for this desk and in time', async () => {
    await inviteOperator(
      database(),
      { name: 'Meena', email: 'meena@example.org', role: 'cashier' },
      null,
      new Date(),
    )
    const [own, foreign] = [await keyPair('one'), await keyPair('one')]
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
      expect(address).toBe(`${issuer}/cdn-cgi/access/certs`)
      return Promise.resolve(Response.json({ keys: [own.public, { kty: 'EC' }] }))
    })
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const openWith = async (token: string) =>
      (await new DeskBrowser().get('/', { 'cf-access-jwt-assertion': token })).status
    const signed = (payload: object, key = own) => sign(payload as never, key.private, 'RS256')
    expect(await openWith(await signed(claims()))).toBe(200)
    expect(await openWith(await signed(claims(), foreign))).toBe(303)
    for (const changes of [
      { aud: ['another application'] },
      { iss: 'https://evil.cloudflareaccess.com' },
      { exp: Math.floor(Date.now() / 1000) - 1 },
      { email: 'stranger@example.org' },
    ])
      expect([changes, await openWith(await signed(claims(changes)))]).toEqual([changes, 303])
    expect(await openWith('nonsense')).toBe(303)
    // Unknown key ids do not fetch the keys at every request.
    const unknown = await keyPair('two')
    for (let request = 0; request < 3; request++)
      expect(await openWith(await signed(claims(), unknown))).toBe(303)
    expect(fetched).toHaveBeenCalledTimes(1)
    // A token in the log could be used by whoever reads it.
    expect(logged.mock.calls.flat().join()).toContain('JwtTokenExpired')
    expect(logged.mock.calls.flat().join()).not.toContain('eyJ')
  })

  it('carries the same protection of forms', async () => {
    await inviteOperator(
      database(),
      { name: 'Gopal', email: 'gopal@example.org', role: 'owner' },
      null,
      new Date(),
    )
    const own = await keyPair('three')
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(Response.json({ keys: [own.public] })),
    )
    vi.setSystemTime(Date.now() + 2 * 60_000)
    const token = await sign(
      claims({ email: 'gopal@example.org', exp: Math.floor(Date.now() / 1000) + 60 }),
      own.private,
      'RS256',
    )
    const header = { 'cf-access-jwt-assertion': token }
    const browser = new DeskBrowser()
    const page = await (await browser.get('/more', header)).text()
    const form = /name="token" value="([^"]+)"/.exec(page)![1]!
    const post = (fields: Record<string, string>) =>
      browser.postRaw('/operators', fields, { ...header, origin: deskOrigin })
    const invited = { name: 'By Access', role: 'author' }
    expect((await post(invited)).status).toBe(403)
    expect((await post({ ...invited, token: form })).status).toBe(200)
    vi.useRealTimers()
  })
})

describe('the people of the desk', () => {
  it('are invited by an owner, who gets the link once', async () => {
    const { browser } = await enrolled('Owner', 'owner')
    const answer = await browser.post('/operators', { name: 'New hand', role: 'reviewer' })
    const page = await answer.text()
    const link = /value="(https:\/\/desk\.test\/enrol\/[\w-]{43})"/.exec(page)?.[1]
    expect(link).toBeDefined()
    expect((await new DeskBrowser().get(new URL(link!).pathname)).status).toBe(200)
    expect(await browser.text('/operators')).not.toContain('/enrol/')
  })

  it('keep an owner: nobody takes away the own role or access', async () => {
    const { browser, id } = await enrolled('Sole', 'owner')
    expect((await browser.post('/operators', { name: 'sole', role: 'author' })).status).toBe(422)
    expect((await browser.post(`/operators/${id}/disable`)).status).toBe(422)
    expect((await browser.get('/operators')).status).toBe(200)
  })

  it.each([
    [{ name: '', role: 'author' }],
    [{ name: 'x'.repeat(61), role: 'author' }],
    [{ name: 'No role' }],
    [{ name: 'King', role: 'king' }],
    [{ name: 'Mail', role: 'author', email: 'not an address' }],
  ])('are not invited by %j, and what was typed stays', async (fields) => {
    const { browser } = await enrolled('Careful', 'owner')
    const answer = await browser.post('/operators', fields)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('role="alert"')
    if (fields.name) expect(page).toContain(`value="${fields.name}"`)
  })
})

describe('the audit log', () => {
  it('has who invited, joined, signed in and out', async () => {
    const { browser } = await enrolled('Logged', 'author')
    await browser.post('/sign-out')
    const found = await rows(
      `SELECT action, operator_id IS NULL AS byDesk FROM audit_entries
       WHERE subject = 'operator Logged' ORDER BY id`,
    )
    expect(found).toEqual([
      { action: 'operator_invited', byDesk: 1 },
      { action: 'operator_enrolled', byDesk: 0 },
      { action: 'signed_in', byDesk: 0 },
      { action: 'signed_out', byDesk: 0 },
    ])
  })

  it.each([
    `UPDATE audit_entries SET action = 'signed_out'`,
    `UPDATE audit_entries SET at = at WHERE id = 1`,
    `DELETE FROM audit_entries`,
    `DELETE FROM audit_entries WHERE id = (SELECT max(id) FROM audit_entries)`,
    `INSERT OR REPLACE INTO audit_entries (id, at, action, subject, detail)
     SELECT id, at, 'signed_out', subject, detail FROM audit_entries LIMIT 1`,
    `REPLACE INTO audit_entries (id, at, action, subject, detail) VALUES (1, '', 'x', '', '{}')`,
    `INSERT INTO audit_entries (id, at, action, subject, detail) VALUES (1, '', 'x', '', '{}')
     ON CONFLICT (id) DO UPDATE SET action = 'x'`,
    `DELETE FROM operators WHERE id IN (SELECT operator_id FROM audit_entries)`,
  ])('refuses %s', async (text) => {
    await enrolled('Permanent', 'author')
    const before = await rows('SELECT * FROM audit_entries')
    await expect(run({ text, values: [] })).rejects.toThrow(/append-only|FOREIGN KEY/)
    expect(await rows('SELECT * FROM audit_entries')).toEqual(before)
  })

  it('is read by every role, page by page', async () => {
    const { browser } = await enrolled('Reader', 'cashier')
    for (let entry = 0; entry < 60; entry++)
      await rows(
        `INSERT INTO audit_entries (at, action, subject, detail)
         VALUES ('2026-11-23T06:00:00.000Z', 'signed_in', ?, '{}')`,
        `operator number ${entry}`,
      )
    const first = await browser.text('/audit')
    expect(first).toContain('number 59')
    expect(first).not.toContain('number 9<')
    const older = /href="(\/audit\?before=\d+)"/.exec(first)![1]!
    expect(await browser.text(older)).toContain('number 9<')
  })
})
