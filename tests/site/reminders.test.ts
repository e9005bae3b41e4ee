import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newBrowser, requestsTo, signIn } from '../support/reader.ts'
import { captureLog, productApiAnswers, visit } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const path = '/api/reminders'
const settings = { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }
const device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}
const own = (more: object = {}) => ({
  data: {
    kinds: [{ kind: 'cards', agreedAt: '2026-11-24T05:00:00.000Z' }],
    ...{ quietFrom: 21, quietTo: 8, byMail: false, isMailPossible: true, isAppReached: false },
    isAllowed: true,
    devices: [
      {
        id: 'd-1',
        userAgent: 'Mozilla/5.0 (Linux; Android 13; Redmi 9A)',
        createdAt: '2026-11-24T05:00:00.000Z',
      },
    ],
    ...more,
  },
  meta: {},
})
const refusal = (status: number, message: string) => () =>
  Response.json({ data: null, error: { status, message, details: {} } }, { status })
const member = (wire: Parameters<typeof productApiAnswers>[0]) => signIn({ wire })

describe('a page of reminders that was open at sign-out', () => {
  it.each(['off', 'settings', 'devices'])(
    'leads to the sign-in when it changes %s',
    async (what) => {
      const seen = productApiAnswers({})
      const answer = await newBrowser().post(`/en/reminders/${what}`, { kind: 'cards', id: 'd-1' })
      expect([answer.status, requestsTo(seen, `${path}/${what}`)]).toEqual([303, []])
      expect(answer.headers.get('location')).toMatch(
        /\/en\/login\?callbackUrl=.*%2Fen%2Freminders$/,
      )
    },
  )
})

describe('agreeing to a reminder', () => {
  it('sends kind, exam, language and device, and leads to the page that says so', async () => {
    const { browser, seen } = await member({ [path]: own() })
    const answer = await browser.post('/te/reminders', {
      ...{ kind: 'live-mock', exam: 'vao-paper-1', from: '/live-mocks/first' },
      device: JSON.stringify({ ...device, expirationTime: null }),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      ...[303, expect.stringMatching(/\/te\/reminders\?on=live-mock&from=%2Flive-mocks%2Ffirst$/)],
    ])
    expect(await requestsTo(seen, path)[0]?.json()).toEqual({
      ...{ kind: 'live-mock', locale: 'te', exam: 'vao-paper-1', device },
    })
  })

  it.each(['https://evil.in', '//evil.in', '/\\evil.in', 'javascript:1', '/a b'])(
    'leads nobody to %j afterwards',
    async (from) => {
      const { browser } = await member({ [path]: own() })
      const answer = await browser.post('/en/reminders', { kind: 'cards', from })
      expect(answer.headers.get('location')).toMatch(/\/en\/reminders\?on=cards$/)
      const html = await browser.read(
        `/en/reminders?${new URLSearchParams({ on: 'cards', from }).toString()}`,
      )
      expect(html).not.toContain('Back to the page')
    },
  )

  it('says what a member has to say first who may not agree', async () => {
    const { browser } = await member({
      [path]: (request: Request) =>
        request.method === 'POST'
          ? refusal(400, 'reminders need an age')()
          : Response.json(own({ kinds: [], devices: [], isAllowed: false })),
    })
    const answer = await browser.post('/en/reminders', { kind: 'cards' })
    expect([answer.status, await answer.text()]).toEqual([
      ...[422, expect.stringMatching(/Reminders need your age[^]*href="\/en\/account"/)],
    ])
  })

  it('without any way to reach the reader says so', async () => {
    const { browser } = await member({ [path]: own({ devices: [] }) })
    expect(await browser.read('/en/reminders?on=cards')).toContain('Nothing can reach you yet')
  })
})

describe('the page of reminders', () => {
  it('shows what is on, on which device, and quiet hours; and is stored nowhere', async () => {
    const { browser } = await member({ [path]: own() })
    const answer = await browser.go('/en/reminders')
    const html = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(html).toMatch(/Cards are due<\/b><small>On since[^]*<button[^>]*value="cards"/)
    expect(html).toContain('Redmi 9A')
    expect(html).toMatch(/<option value="21" selected/)
  })

  it('of a visitor asks the product API nothing', async () => {
    const seen = productApiAnswers({})
    expect((await newBrowser().go('/kn/reminders')).status).toBeLessThan(400)
    expect(requestsTo(seen, path)).toEqual([])
  })

  it.each([
    [
      { quietFrom: '22', quietTo: '7', byMail: 'yes' },
      { quietFrom: 22, quietTo: 7, byMail: true },
    ],
    [
      { quietFrom: '24', quietTo: 'x' },
      { quietFrom: 21, quietTo: 8, byMail: false },
    ],
  ])('takes %j', async (typed, sent) => {
    const { browser, seen } = await member({ [path]: own() })
    const fields = Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, value]))
    expect((await browser.post('/en/reminders/settings', fields)).status).toBe(303)
    expect(await requestsTo(seen, path)[0]?.json()).toEqual(sent)
  })
})

describe('ending a kind by a link', () => {
  it('changes nothing when the link is only fetched', async () => {
    const seen = productApiAnswers({})
    const html = await (await visit('/en/reminders/end/12.abcdefghijklmnopqrstuv')).text()
    expect(html).toMatch(/<remind-me now=""><form [^>]*action="\/en\/reminders\/end"/)
    expect(html).toContain('name="token" value="12.abcdefghijklmnopqrstuv"')
    expect(seen).toEqual([])
  })

  it('ends it when its form is sent, signed out', async () => {
    const seen = productApiAnswers({ '/api/reminders/end': { data: { kind: 'cards' }, meta: {} } })
    const answer = await newBrowser().post('/en/reminders/end', { token: '12.abc' })
    expect(answer.headers.get('location')).toMatch(/\/en\/reminders\/ended\/cards$/)
    expect(await seen[0]!.json()).toEqual({ token: '12.abc' })
    expect(seen[0]!.headers.get('authorization')).toBeNull()
  })

  it('says so where it had ended before', async () => {
    productApiAnswers({ '/api/reminders/end': refusal(404, 'Not Found') })
    const answer = await newBrowser().post('/en/reminders/end', { token: '12.abc' })
    expect(answer.headers.get('location')).toMatch(/\/en\/reminders\/ended\/before$/)
  })
})

describe('asking', () => {
  const due = {
    '/api/user-cards': {
      data: [],
      meta: { counts: { due: 0, fresh: 0, learned: 3 }, calendar: [] },
    },
    '/api/tags': { data: [], meta: {} },
  }

  it('is where cards are due, with the key that the browser subscribes with', async () => {
    const { browser } = await member(due)
    const html = await (await browser.go('/en/flash-cards?of=due', { settings })).text()
    expect(html).toContain('A reminder on days when cards are due?')
    expect(html).toContain(`vapid="${settings.VAPID_PUBLIC_KEY}"`)
  })

  it('is nowhere without the setting, and not on the home page', async () => {
    const { browser } = await member(due)
    expect(await browser.read('/en/flash-cards?of=due')).not.toContain('remind-me')
    productApiAnswers({})
    expect(await (await visit('/en', { settings })).text()).not.toContain('remind-me')
  })
})
