import { beforeEach, describe, expect, it } from 'vitest'
import {
  requestsTo,
  newBrowser,
  memberWire,
  password,
  freshTokens,
  userRow,
} from '../support/reader.ts'
import { captureLog, productApiAnswers } from '../support/site.ts'

beforeEach(captureLog)

const cookie = '__Host-guest'

describe('a visitor who becomes a guest', () => {
  it('gets the token sealed in an HttpOnly cookie, not in the response body', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-1', guestId: 'g1' } })
    const answer = await browser.go('/api/guest/token')
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('guest-token-1')
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-guest=.*HttpOnly/)
    expect(browser.jar.get(cookie)).not.toContain('guest-token-1')
  })

  it('keeps the first token, which is sent with later calls', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-2', guestId: 'g2' } })
    await browser.go('/api/guest/token')
    productApiAnswers({ '/api/guest/token': { jwt: 'another-token', guestId: 'g9' } })
    await browser.go('/api/guest/token')
    const seen = productApiAnswers({})
    await browser.go('/api/user-test-progresses')
    const [call] = requestsTo(seen, '/api/user-test-progresses')
    expect(call?.headers.get('authorization')).toBe('Bearer guest-token-2')
  })

  it('loses a refused token, and the call is repeated without it', async () => {
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
    expect(requestsTo(seen, '/api/tags')).toHaveLength(2)
    expect(browser.jar.has(cookie)).toBe(false)
  })

  it('moves the attempts to the member when signing in, and is no longer a guest', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-4', guestId: 'g4' } })
    await browser.go('/api/guest/token')
    const tokens = freshTokens()
    const seen = productApiAnswers({
      '/api/auth/local': { ...tokens, user: userRow() },
      '/api/user-test-progresses/claim': { data: { moved: 1 } },
    })
    await browser.call('/api/auth/callback/credentials', { email: 'ravi@example.in', password })
    const [claim] = requestsTo(seen, '/api/user-test-progresses/claim')
    expect(claim?.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    expect(await claim?.json()).toEqual({ data: { guestToken: 'guest-token-4' } })
    expect(browser.jar.has(cookie)).toBe(false)
  })

  const refusal = (status: number) => () => Response.json({ error: { status } }, { status })
  const failures = {
    'an outage': () => {
      throw new TypeError('connection lost')
    },
    ...{ 'a 500': refusal(500), 'a 503': refusal(503), 'a 429': refusal(429) },
    ...{ 'a 401': refusal(401), 'a 403': refusal(403), 'a 404': refusal(404) },
  }
  it.each(Object.entries(failures))('stays a guest after %s until the next', async (_, claim) => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-5', guestId: 'g5' } })
    await browser.go('/api/guest/token')
    productApiAnswers({
      '/api/auth/local': { ...freshTokens(), user: userRow() },
      '/api/user-test-progresses/claim': claim,
    })
    await browser.call('/api/auth/callback/credentials', { email: 'ravi@example.in', password })
    expect(browser.jar.has(cookie)).toBe(true)
    const seen = productApiAnswers({
      ...memberWire(),
      '/api/user-test-progresses/claim': { data: { moved: 1 } },
    })
    await browser.go('/account')
    expect(requestsTo(seen, '/api/user-test-progresses/claim')).toHaveLength(1)
    expect(browser.jar.has(cookie)).toBe(false)
  })

  it('forgets a guest whose token is none', async () => {
    const browser = newBrowser()
    productApiAnswers({ '/api/guest/token': { jwt: 'guest-token-6', guestId: 'g6' } })
    await browser.go('/api/guest/token')
    productApiAnswers({
      '/api/auth/local': { ...freshTokens(), user: userRow() },
      '/api/user-test-progresses/claim': refusal(400),
    })
    await browser.call('/api/auth/callback/credentials', { email: 'ravi@example.in', password })
    expect(browser.jar.has(cookie)).toBe(false)
  })

  const tokenOf = (name: string, ageDays: number) => {
    const iat = Math.floor(Date.now() / 1000) - ageDays * 24 * 3600
    return `head.${btoa(JSON.stringify({ iat, id: name, type: 'guest' }))}.${name}`
  }
  const guestOfAge = async (ageDays: number) => {
    const browser = newBrowser()
    const old = tokenOf('old', ageDays)
    productApiAnswers({ '/api/guest/token': { jwt: old, guestId: 'g7' } })
    await browser.go('/api/guest/token')
    return { browser, old, before: browser.jar.get(cookie) }
  }
  const review = { id: 'device-one.1', card: 'card-1', at: 1, grade: 3, tookMs: 900 }
  const begin = (browser: ReturnType<typeof newBrowser>) =>
    browser.postJson('/flash-cards/reviews', { reviews: [review] })
  const bearerOf = (seen: Request[], path: string) =>
    requestsTo(seen, path).map(({ headers }) => headers.get('authorization'))
  const stored = { '/api/card-reviews': { data: { acknowledged: [], refused: [], now: 'now' } } }

  it('begins with a renewed token on a later day, so that no test meets its end', async () => {
    const { browser, old, before } = await guestOfAge(179)
    const jwt = tokenOf('new', 0)
    const seen = productApiAnswers({ '/api/guest/token': { jwt, guestId: 'g7' }, ...stored })
    expect((await begin(browser)).status).toBe(200)
    expect(bearerOf(seen, '/api/guest/token')).toEqual([`Bearer ${old}`])
    expect(bearerOf(seen, '/api/card-reviews')).toEqual([`Bearer ${jwt}`])
    expect(browser.jar.get(cookie)).not.toBe(before)
  })

  it('begins with the same token on the same day', async () => {
    const { browser, old } = await guestOfAge(0)
    const seen = productApiAnswers(stored)
    await begin(browser)
    expect(bearerOf(seen, '/api/guest/token')).toEqual([])
    expect(bearerOf(seen, '/api/card-reviews')).toEqual([`Bearer ${old}`])
  })

  it('begins with the old token where it cannot be renewed', async () => {
    const { browser, old } = await guestOfAge(30)
    const seen = productApiAnswers({ '/api/guest/token': refusal(503), ...stored })
    expect((await begin(browser)).status).toBe(200)
    expect(bearerOf(seen, '/api/card-reviews')).toEqual([`Bearer ${old}`])
  })

  it('begins anew where the product API has forgotten the guest', async () => {
    const { browser } = await guestOfAge(8)
    const jwt = tokenOf('next', 0)
    const seen = productApiAnswers({
      '/api/guest/token': (request) =>
        request.headers.has('authorization')
          ? refusal(401)()
          : Response.json({ jwt, guestId: 'g8' }),
      ...stored,
    })
    expect((await begin(browser)).status).toBe(200)
    expect(bearerOf(seen, '/api/card-reviews')).toEqual([`Bearer ${jwt}`])
  })

  it('is a visitor if the guest cookie is forged', async () => {
    const browser = newBrowser(new Map([[cookie, 'forged']]))
    const seen = productApiAnswers({})
    expect((await browser.go('/api/tags')).status).toBe(200)
    expect(requestsTo(seen, '/api/tags')[0]?.headers.has('authorization')).toBe(false)
  })
})
