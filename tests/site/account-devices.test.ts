import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memberWire, requestsTo, sessionCookie, signIn } from '../support/reader.ts'
import { captureLog, productApiAnswers } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const userAgent =
  'Mozilla/5.0 (Linux; Android 10; Redmi 9A) AppleWebKit/537.36 Chrome/99.0 Mobile Safari/537.36'
const device = (id: string, isCurrent: boolean) => ({
  ...{ id, deviceKind: 'browser', userAgent, createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ lastSeenAt: '2026-01-02T00:00:00.000Z', isCurrent },
})
async function member() {
  const { browser } = await signIn()
  const seen = productApiAnswers({
    '/api/sessions/other': { ok: true },
    ...memberWire(),
    '/api/sessions': { data: [device('own', true), device('other', false)] },
  })
  return { browser, seen }
}

describe('where the reader is signed in', () => {
  it('is named as its owner would, and only other devices have a button', async () => {
    const { browser } = await member()
    const html = await browser.read('/en/account')
    expect(html).toMatch(/<b>Redmi 9A, Chrome(?:<!-- -->)? \(this device\)<\/b>/)
    expect(html).not.toContain('AppleWebKit')
    expect(/<button[^>]*name="id"[^>]*>/g.exec(html)?.[0]).toContain('value="other"')
    expect(html).not.toContain('value="own"')
  })

  it('ends on one device, and stays here', async () => {
    const { browser, seen } = await member()
    const answer = await browser.post('/en/account/devices', { id: 'other' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      ...[303, expect.stringMatching(/\/en\/account\?done=saved$/)],
    ])
    expect(requestsTo(seen, '/api/sessions/other').map(({ method }) => method)).toEqual(['DELETE'])
    expect(browser.jar.has(sessionCookie)).toBe(true)
  })

  it('ends everywhere, here too', async () => {
    const { browser, seen } = await member()
    await browser.post('/en/account/devices')
    const ended = requestsTo(seen, '/api/sessions').filter(({ method }) => method === 'DELETE')
    expect(ended).toHaveLength(1)
    expect(browser.jar.has(sessionCookie)).toBe(false)
  })
})
