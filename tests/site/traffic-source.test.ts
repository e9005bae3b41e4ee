import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shopWire } from '../support/payments.ts'
import {
  freshTokens,
  newBrowser,
  password,
  requestsTo,
  signIn,
  userRow,
} from '../support/reader.ts'
import { captureLog, list, productApiAnswers } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const source = 'ವಾಟ್ಸಾಪ್ ಗುಂಪು 2.ಜೂನ್'
const arrive = async (browser = newBrowser()) => {
  productApiAnswers({ '/': list() })
  await browser.go(`/en/sda-fda?user_source=${encodeURIComponent(source)}`)
  return browser
}
const signedIn = () => Response.json({ ...freshTokens(), user: userRow() })

describe('the traffic source of a link reaches', () => {
  it('a registration by password, by code and by next-auth’s call', async () => {
    const browser = await arrive()
    const seen = productApiAnswers({ '/api/auth/local': signedIn })
    const fields = { email: 'ravi@example.in', password, ageBand: 'adult' }
    await browser.post('/en/login/register', fields)
    await browser.post('/en/login/code', { phone: '9845012345', otp: '123456' })
    await browser.call('/api/auth/callback/phone', { phone: '9845012345', otp: '123456' })
    const sent = seen.filter(({ url }) => url.includes('/api/auth/local'))
    const bodies = await Promise.all(sent.map((request) => request.json<object>()))
    expect(bodies.filter((body) => 'user_source' in body)).toHaveLength(3)
    for (const body of bodies.slice(0, 2)) expect(body).toMatchObject({ user_source: source })
  })

  it('feedback, which a member sends with the bearer', async () => {
    const { browser } = await signIn()
    await arrive(browser)
    const seen = productApiAnswers({ '/api/feedbacks': { data: {} } })
    await browser.post('/en/feedback', { message: 'hello' })
    const [request] = requestsTo(seen, '/api/feedbacks')
    expect(await request!.json()).toMatchObject({ data: { user_source: source } })
    expect(request!.headers.get('authorization')).toMatch(/^Bearer /)
  })

  it('an order', async () => {
    const { browser } = await signIn()
    await arrive(browser)
    const seen = productApiAnswers(shopWire())
    const html = await browser.read('/en/village-administrative-officer-pack')
    const form = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )
    await browser.post('/en/village-administrative-officer-pack', form)
    const orders = seen.filter(({ method, url }) => method === 'POST' && url.includes('/checkout'))
    expect(await orders[0]!.json()).toMatchObject({ user_source: source })
  })

  it('nothing where the reader came without', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers({ '/api/auth/local': signedIn })
    await browser.post('/en/login/register', { email: 'a@b.in', password, ageBand: 'adult' })
    expect(await seen[0]!.json()).not.toHaveProperty('user_source')
  })
})
