import { decode, verifyWithJwks } from 'hono/jwt'
import { describe, expect, it } from 'vitest'
import google from '../../emulators/google/google.ts'
import messages from '../../emulators/messages/messages.ts'
import { atGoogle, atMessages, formPost, jsonPost } from '../emulators/identity.ts'

const bearer = { authorization: 'Bearer messages-emulator-token' }

describe('messages emulator', () => {
  const sms = (to: string, text: string) => atMessages('/sms', jsonPost({ to, text }, bearer))
  const mode = (name: string) => atMessages('/faults', jsonPost({ mode: name }))

  it('accepts an SMS and a mail, and lists them newest first', async () => {
    expect((await sms('+919812345678', 'ಒಂದು')).status).toBe(202)
    const mail = { to: 'a@example.in', subject: 'ಎರಡು', text: '<b>&' }
    expect((await atMessages('/mail', jsonPost(mail, bearer))).status).toBe(202)
    const all = await (await atMessages('/messages.json')).json<Record<string, unknown>[]>()
    expect(all.slice(0, 2)).toMatchObject([
      { kind: 'mail', ...mail },
      { kind: 'sms', to: '+919812345678', subject: null, text: 'ಒಂದು' },
    ])
    const page = await (await atMessages('/')).text()
    expect(page.indexOf('ಎರಡು')).toBeLessThan(page.indexOf('ಒಂದು'))
    expect(page).toContain('&lt;b&gt;&amp;')
    const toOne = await atMessages(`/messages.json?to=${encodeURIComponent('+919812345678')}`)
    expect(await toOne.json()).toHaveLength(1)
  })

  it('refuses a message without its token or without its fields', async () => {
    const without = await atMessages('/sms', jsonPost({ to: '+919812345678', text: 'x' }))
    expect(without.status).toBe(401)
    expect((await atMessages('/sms', jsonPost({ to: '1' }, bearer))).status).toBe(400)
    expect((await atMessages('/mail', jsonPost({ to: '1', text: 'x' }, bearer))).status).toBe(400)
  })

  it('fails when told to, by a test or on its page', async () => {
    await mode('error')
    expect((await sms('+919812345679', 'x')).status).toBe(500)
    const clicked = await atMessages('/faults', formPost({ mode: 'ok' }))
    expect([clicked.status, clicked.headers.get('location')]).toEqual([303, '/'])
    expect((await sms('+919812345679', 'x')).status).toBe(202)
    expect((await mode('nonsense')).status).toBe(400)
  })

  it('accepts a mail with a repeated idempotency key once', async () => {
    const mail = { to: 'once@example.in', subject: 's', text: 't' }
    const post = jsonPost(mail, { ...bearer, 'idempotency-key': 'one' })
    await mode('error')
    expect((await atMessages('/mail', post)).status).toBe(500)
    await mode('ok')
    for (let times = 0; times < 2; times += 1)
      expect((await atMessages('/mail', post)).status).toBe(202)
    const sent = await (await atMessages('/messages.json?to=once@example.in')).json<unknown[]>()
    expect(sent).toHaveLength(1)
  })

  it('deletes all messages on DELETE', async () => {
    await atMessages('/messages.json', { method: 'DELETE' })
    expect(await (await atMessages('/messages.json')).json()).toEqual([])
  })
})

describe('Google emulator', () => {
  const redirectUri = 'https://abhyasa.test/back?x=1'
  // The pair that RFC 7636 gives as its example.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const asked = {
    ...{ client_id: 'google-emulator-client', redirect_uri: redirectUri, response_type: 'code' },
    ...{ scope: 'openid email', state: 's t&', nonce: 'n' },
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  const choose = async (person: string, fields: Record<string, string> = asked) => {
    const answer = await atGoogle('/o/oauth2/v2/choose', formPost({ ...fields, person }))
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location')!)
  }
  const exchange = (code: string, fields: Record<string, string> = {}) =>
    atGoogle(
      '/token',
      formPost({
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        ...{ client_id: 'google-emulator-client', client_secret: 'google-emulator-secret' },
        code_verifier: verifier,
        ...fields,
      }),
    )
  const person = '100000000000000000001'
  const codeOf = async () => (await choose(person)).searchParams.get('code')!

  it('publishes its endpoints in the discovery document', async () => {
    const answer = await atGoogle('/.well-known/openid-configuration')
    expect(await answer.json()).toMatchObject({
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://google.test/o/oauth2/v2/auth',
      token_endpoint: 'https://google.test/token',
      jwks_uri: 'https://google.test/oauth2/v3/certs',
    })
  })

  it('offers two people and "Deny", and carries the request in its form', async () => {
    const answer = await atGoogle(`/o/oauth2/v2/auth?${new URLSearchParams(asked).toString()}`)
    const page = await answer.text()
    expect(page).toContain('Asha Gowda')
    expect(page).toContain('Ravi Teja')
    expect(page).toContain('Deny')
    expect(page).toContain('name="state" value="s t&amp;"')
  })

  it.each([
    { client_id: 'x' },
    { response_type: 'token' },
    { scope: 'email' },
    { redirect_uri: 'nowhere' },
  ])('answers %j with an error page, not with a redirect', async (fault) => {
    const query = new URLSearchParams({ ...asked, ...fault }).toString()
    const answer = await atGoogle(`/o/oauth2/v2/auth?${query}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  it('redirects with a code and the state, or with an error after "Deny"', async () => {
    const back = await choose(person)
    expect(back.href).toMatch(/^https:\/\/abhyasa\.test\/back\?x=1&state=s\+t%26&code=4%2F/)
    const denied = await choose('')
    expect(denied.searchParams.get('error')).toBe('access_denied')
    expect(denied.searchParams.get('code')).toBeNull()
  })

  it('exchanges a code once, for a token that its published keys verify', async () => {
    const code = await codeOf()
    const answer = await exchange(code)
    const body = await answer.json<Record<string, unknown> & { id_token: string }>()
    expect(answer.status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      ...['access_token', 'expires_in', 'id_token', 'scope', 'token_type'],
    ])
    const keys = await (await atGoogle('/oauth2/v3/certs')).json<{ keys: [] }>()
    const claims = await verifyWithJwks(body.id_token, {
      ...keys,
      allowedAlgorithms: ['RS256'],
    })
    expect(claims).toMatchObject({
      ...{ iss: 'https://accounts.google.com', aud: 'google-emulator-client', sub: person },
      ...{ email: 'asha.gowda@example.com', email_verified: true, nonce: 'n' },
    })
    const again = await exchange(code)
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it.each([
    [{ code_verifier: 'another' }, 400, 'invalid_grant'],
    [{ redirect_uri: 'https://abhyasa.test/other' }, 400, 'redirect_uri_mismatch'],
    [{ client_secret: 'x' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'invalid_request'],
    [{ code: '4/unknown' }, 400, 'invalid_grant'],
  ])('refuses a token request with %j', async (fault, status, error) => {
    const answer = await exchange(await codeOf(), fault)
    expect([answer.status, await answer.json()]).toMatchObject([status, { error }])
  })

  it('accepts client id and secret in a Basic header', async () => {
    const answer = await atGoogle('/token', {
      ...formPost({
        ...{ grant_type: 'authorization_code', code: await codeOf() },
        ...{ redirect_uri: redirectUri, code_verifier: verifier },
      }),
      headers: { authorization: `Basic ${btoa('google-emulator-client:google-emulator-secret')}` },
    })
    expect(answer.status).toBe(200)
  })

  it('signs with a new key after a rotation, and still publishes the previous one', async () => {
    const kid = async () => {
      const { id_token } = await (await exchange(await codeOf())).json<{ id_token: string }>()
      return decode(id_token).header.kid
    }
    const published = async () => {
      const { keys } = await (
        await atGoogle('/oauth2/v3/certs')
      ).json<{ keys: { kid: string }[] }>()
      return keys.map((key) => key.kid)
    }
    const before = await kid()
    await atGoogle('/faults', formPost({ mode: 'rotate-keys' }))
    const after = await kid()
    expect(after).not.toBe(before)
    expect(await published()).toEqual([after, before])
  })

  it('fails when told to', async () => {
    await atGoogle('/faults', jsonPost({ mode: 'error' }))
    expect((await exchange(await codeOf())).status).toBe(500)
    expect((await atGoogle('/oauth2/v3/certs')).status).toBe(500)
    expect(await (await atGoogle('/')).text()).toContain('<strong>error</strong>')
    await atGoogle('/faults', jsonPost({ mode: 'ok' }))
    expect((await atGoogle('/faults', jsonPost({ mode: 'x' }))).status).toBe(400)
  })
})

describe('both emulators', () => {
  it('answer requests to local host names only', async () => {
    for (const emulator of [messages, google]) {
      expect((await emulator.request('https://abhyasa.in/', {}, {})).status).toBe(403)
      expect((await emulator.request('http://127.0.0.1:8798/', {}, {})).status).toBe(200)
    }
  })
})
