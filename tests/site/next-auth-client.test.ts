import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newNextAuthTab, newTabs } from '../support/next-auth-client.ts'
import { freshTokens, memberWire, newBrowser, password, userRow } from '../support/reader.ts'
import { captureLog, origin, productApiAnswers } from '../support/site.ts'

beforeEach(() => {
  captureLog()
  // Messages between tabs have a time in seconds: two in one second are one message.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const nextSecond = () => vi.setSystemTime(Date.now() + 1100)
const account = { email: 'ravi@example.in', password, redirect: false }
const wire = (row: Record<string, unknown> = {}) => ({
  '/api/auth/local': { ...freshTokens(), user: userRow(row) },
  '/api/auth/logout': { ok: true },
  ...memberWire(row),
})

/** Two tabs of one browser. */
async function twoTabs() {
  productApiAnswers(wire())
  const browser = newBrowser()
  const tabs = newTabs()
  const [one, other] = [newNextAuthTab(browser, tabs), newNextAuthTab(browser, tabs)]
  await one.mount()
  nextSecond()
  await other.mount()
  await one.settled()
  nextSecond()
  return { browser, one, other }
}

describe('the client of next-auth 4.24', () => {
  it('finds nobody signed in, and no error', async () => {
    const { one, other } = await twoTabs()
    for (const tab of [one, other]) {
      expect(tab.useSession()).toEqual({ data: null, status: 'unauthenticated' })
      expect(await tab.getSession()).toBeNull()
      expect(tab.errors).toEqual([])
    }
  })

  it('finds providers with absolute addresses below its base path', async () => {
    const { one } = await twoTabs()
    const providers = Object.values((await one.getProviders()) ?? {})
    expect(providers.map(({ type }) => type)).toContain('credentials')
    for (const provider of providers)
      expect(provider).toEqual({
        id: provider.id,
        name: expect.any(String),
        type: expect.stringMatching(/^(credentials|oauth)$/),
        signinUrl: `${origin()}/api/auth/signin/${provider.id}`,
        callbackUrl: `${origin()}/api/auth/callback/${provider.id}`,
      })
  })

  it('signs in; the other tab follows at its next message, with error null', async () => {
    const { one, other } = await twoTabs()
    const result = await one.signIn('credentials', { ...account, callbackUrl: '/vao' })
    expect(result).toEqual({ error: null, status: 200, ok: true, url: `${origin()}/vao` })
    expect(one.useSession()).toMatchObject({
      status: 'authenticated',
      data: { user: { id: 7, username: 'ರವಿ' }, error: null, expires: expect.any(String) },
    })
    nextSecond()
    await one.getSession()
    await other.settled()
    expect(other.useSession().status).toBe('authenticated')
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it('is told of a wrong password in the words of the client', async () => {
    const { one } = await twoTabs()
    productApiAnswers({
      '/api/auth/local': () =>
        Response.json(
          { data: null, error: { status: 400, message: 'Invalid identifier or password' } },
          { status: 400 },
        ),
    })
    const result = await one.signIn('credentials', account)
    expect(result).toEqual({ error: 'CredentialsSignin', status: 401, ok: false, url: null })
    expect(one.useSession().status).toBe('unauthenticated')
  })

  it('is not told ok where its CSRF token is refused', async () => {
    const { browser, one } = await twoTabs()
    const { go } = browser
    browser.go = async (path, init) => {
      if (path.includes('/callback/')) browser.jar.delete('__Host-next-auth.csrf-token')
      return go(path, init)
    }
    const result = await one.signIn('credentials', account)
    expect(result?.ok).toBe(false)
    expect(one.useSession().status).toBe('unauthenticated')
  })

  it('is sent to the sign-in page by an unknown provider, and back to where it was', async () => {
    const { browser, one } = await twoTabs()
    await one.signIn('nosuch', { callbackUrl: `${origin()}/vao` })
    const target = new URL(one.href)
    const page = await browser.go(target.pathname + target.search)
    expect(page.status).toBe(302)
    const login = new URL(page.headers.get('location') ?? '', origin())
    expect(login.origin + login.pathname).toBe(`${origin()}/login`)
    expect(decodeURIComponent(login.search)).toContain('/vao')
  })

  it('signs out in both tabs, also while the other one asks for the session', async () => {
    const { one, other } = await twoTabs()
    await one.signIn('credentials', account)
    nextSecond()
    await one.getSession()
    await other.settled()
    nextSecond()
    const [, left] = await Promise.all([
      other.getSession(),
      one.signOut({ callbackUrl: '/', redirect: false }),
    ])
    expect(left).toEqual({ url: `${origin()}/` })
    nextSecond()
    await one.getSession()
    await other.settled()
    expect(one.useSession()).toEqual({ data: null, status: 'unauthenticated' })
    expect(other.useSession()).toEqual({ data: null, status: 'unauthenticated' })
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it('update() loads the user anew and tells the other tab', async () => {
    const { one, other } = await twoTabs()
    await one.signIn('credentials', account)
    nextSecond()
    await one.getSession()
    await other.settled()
    productApiAnswers(wire({ isPremium: true }))
    nextSecond()
    expect(await one.update({ isPremium: 'forged' })).toMatchObject({ user: { isPremium: true } })
    await other.settled()
    expect(other.useSession().data).toMatchObject({ user: { isPremium: true } })
  })

  it('stays signed in through an outage of the product API, on focus, too', async () => {
    const { one } = await twoTabs()
    await one.signIn('credentials', account)
    productApiAnswers({ '/': () => Promise.reject(new TypeError('down')) })
    vi.setSystemTime(Date.now() + 120_000)
    await one.focus()
    expect(one.useSession().status).toBe('authenticated')
    expect(one.errors).toEqual([])
  })
})
