import { beforeEach, describe, expect, it } from 'vitest'
import { asked, newBrowser, ownWire, password, freshTokens, userRow } from '../support/reader.ts'
import { keepLog, productApiAnswers } from '../support/site.ts'

beforeEach(keepLog)

const cookie = '__Host-guest'

describe('a visitor who is made a guest', () => {
  it('keeps the token sealed in a cookie of its own, and script never sees it', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-1', guestId: 'g1' } })
    const answer = await browser.go('/api/guest/token')
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('guest-token-1')
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-guest=.*HttpOnly/)
    expect(browser.jar.get(cookie)).not.toContain('guest-token-1')
  })

  it('is made one only once, and asks in that name from then on', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-2', guestId: 'g2' } })
    await browser.go('/api/guest/token')
    productApiAnswers({ '/api/guest/token': { jwt: 'another-token', guestId: 'g9' } })
    await browser.go('/api/guest/token')
    const seen = productApiAnswers({})
    await browser.go('/api/user-test-progresses')
    const [call] = asked(seen, '/api/user-test-progresses')
    expect(call?.headers.get('authorization')).toBe('Bearer guest-token-2')
  })

  it('is forgotten when the product API no longer knows the name, and the call goes on without it', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-3', guestId: 'g3' } })
    await browser.go('/api/guest/token')
    const seen = productApiAnswers({
      '/api/tags': (request) =>
        request.headers.has('authorization')
          ? Response.json({ error: {} }, { status: 401 })
          : Response.json({ data: [] }),
    })
    const answer = await browser.go('/api/tags')
    expect(answer.status).toBe(200)
    expect(asked(seen, '/api/tags')).toHaveLength(2)
    expect(browser.jar.has(cookie)).toBe(false)
  })

  it('hands over what was done when signing in, and is a guest no more', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-4', guestId: 'g4' } })
    await browser.go('/api/guest/token')
    const tokens = freshTokens()
    const seen = productApiAnswers({
      '/api/auth/local': { ...tokens, user: userRow() },
      '/api/user-test-progresses/claim': { data: { moved: 1 } },
    })
    await browser.call('/api/auth/callback/credentials', { email: 'ravi@example.in', password })
    const [claim] = asked(seen, '/api/user-test-progresses/claim')
    expect(claim?.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    expect(await claim?.json()).toEqual({ data: { guestToken: 'guest-token-4' } })
    expect(browser.jar.has(cookie)).toBe(false)
  })

  it('stays a guest through an outage at sign-in, and is claimed by the next request', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-5', guestId: 'g5' } })
    await browser.go('/api/guest/token')
    productApiAnswers({
      '/api/auth/local': { ...freshTokens(), user: userRow() },
      '/api/user-test-progresses/claim': () => {
        throw new TypeError('connection lost')
      },
    })
    await browser.call('/api/auth/callback/credentials', { email: 'ravi@example.in', password })
    expect(browser.jar.has(cookie)).toBe(true)
    const seen = productApiAnswers({
      ...ownWire(),
      '/api/user-test-progresses/claim': { data: { moved: 1 } },
    })
    await browser.go('/account')
    expect(asked(seen, '/api/user-test-progresses/claim')).toHaveLength(1)
    expect(browser.jar.has(cookie)).toBe(false)
  })

  it('with a cookie that is not ours is a visitor like any other', async () => {
    const browser = newBrowser(new Map([[cookie, 'forged']]))
    const seen = productApiAnswers({})
    expect((await browser.go('/api/tags')).status).toBe(200)
    expect(asked(seen, '/api/tags')[0]?.headers.has('authorization')).toBe(false)
  })
})
