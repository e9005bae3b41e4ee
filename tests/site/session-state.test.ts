import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addEndedSession,
  forgetEndedSessions,
  isSessionEnded,
} from '../../src/session/ended-sessions.ts'
import { forgetSessionStates } from '../../src/session/session-state-store.ts'
import { freshTokens, memberWire, requestsTo, signIn, type Browser } from '../support/reader.ts'
import { captureLog, productApiAnswers } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const { SESSIONS, ENDED_SESSIONS } = env as unknown as {
  SESSIONS: KVNamespace
  ENDED_SESSIONS: DurableObjectNamespace
}

/** The next requests run as in another isolate. */
function startAgain() {
  forgetSessionStates()
  forgetEndedSessions(ENDED_SESSIONS)
}

/** Counts what is read of the session states, as further settings of a request. */
function countedStore() {
  const counts = { kv: 0, list: 0 }
  const settings = {
    SESSIONS: {
      get: (key: string) => {
        counts.kv += 1
        return SESSIONS.get(key)
      },
      put: (key: string, value: string) => SESSIONS.put(key, value),
    },
    ENDED_SESSIONS: {
      idFromName: (name: string) => ENDED_SESSIONS.idFromName(name),
      get: (id: DurableObjectId) => ({
        fetch: (url: string, init?: RequestInit) => {
          counts.list += 1
          return ENDED_SESSIONS.get(id).fetch(url, init)
        },
      }),
    },
  }
  return { counts, settings }
}

const isSignedIn = async (browser: Browser, settings?: Record<string, unknown>) =>
  'user' in
  (await (
    await browser.go('/api/auth/session', settings ? { settings } : {})
  ).json<Record<string, unknown>>())

describe('session states', () => {
  it('of one session: 1,000 requests in half an hour read KV at most 4 times', async () => {
    const { browser } = await signIn({ tokens: freshTokens({ endsInSec: 600 }) })
    const { counts, settings } = countedStore()
    for (let request = 0; request < 1000; request += 1) {
      vi.setSystemTime(Date.now() + 1800)
      await browser.go('/api/auth/csrf', { settings })
    }
    console.info(JSON.stringify({ requests: 1000, ...counts }))
    expect(counts.kv).toBeLessThanOrEqual(4)
    expect(counts.list).toBeLessThanOrEqual(61)
  }, 60_000)

  it('of 100 sessions within their tokens read KV never, and the list once', async () => {
    const browsers: Browser[] = []
    for (let index = 0; index < 100; index += 1) browsers.push((await signIn()).browser)
    startAgain()
    const { counts, settings } = countedStore()
    for (let round = 0; round < 10; round += 1)
      for (const browser of browsers) await browser.go('/api/auth/csrf', { settings })
    expect(counts.kv).toBe(0)
    expect(counts.list).toBeLessThanOrEqual(2)
  }, 60_000)
})

describe('a session that ended', () => {
  it('is refused at once by an isolate that starts, without KV', async () => {
    const { browser } = await signIn()
    const copy = browser.copy()
    await browser.signOut()
    startAgain()
    const { counts, settings } = countedStore()
    expect([await isSignedIn(copy, settings), counts.kv]).toEqual([false, 0])
  })

  it('in another isolate is refused after 30 seconds at most', async () => {
    const sessionId = crypto.randomUUID()
    const { browser } = await signIn({ tokens: freshTokens({ sessionId }) })
    startAgain()
    expect(await isSignedIn(browser)).toBe(true)
    await addEndedSession(ENDED_SESSIONS, { id: sessionId, until: Date.now() + 3600_000 })
    expect(await isSignedIn(browser)).toBe(true)
    vi.setSystemTime(Date.now() + 31_000)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('is refused by KV when the list has forgotten it', async () => {
    const { browser } = await signIn({ tokens: freshTokens({ endsInSec: 600 }) })
    const copy = browser.copy()
    await browser.signOut()
    startAgain()
    vi.setSystemTime(Date.now() + 2 * 3600_000)
    expect(await isSessionEnded(ENDED_SESSIONS, 'any')).toBe(false)
    const seen = productApiAnswers(memberWire())
    expect([await isSignedIn(copy), seen.length]).toEqual([false, 0])
  })

  it('while the list cannot be read, is refused once its token has expired', async () => {
    const { browser } = await signIn({ tokens: freshTokens({ endsInSec: 600 }) })
    const copy = browser.copy()
    await browser.signOut()
    startAgain()
    const failing = {
      idFromName: () => null,
      get: () => ({ fetch: () => Promise.reject(new Error('overloaded')) }),
    }
    const settings = { ENDED_SESSIONS: failing }
    expect(await isSignedIn(copy, settings)).toBe(true)
    vi.setSystemTime(Date.now() + 600_000)
    expect(await isSignedIn(copy, settings)).toBe(false)
  })
})

it('tokens that another isolate renewed are used instead of renewing again', async () => {
  const sessionId = crypto.randomUUID()
  const { browser } = await signIn({ tokens: freshTokens({ sessionId, endsInSec: -10 }) })
  const renewed = freshTokens({ sessionId, endsInSec: 900 })
  const seen = productApiAnswers({ ...memberWire(), '/api/token/refresh': renewed })
  // The response with the new cookie is lost.
  await browser.copy().go('/account')
  startAgain()
  expect((await browser.go('/account')).status).toBe(200)
  expect(requestsTo(seen, '/api/token/refresh')).toHaveLength(1)
})
