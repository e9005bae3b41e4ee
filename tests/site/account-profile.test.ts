import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cookiesOf, requestsTo, sessionCookie, signIn, userRow } from '../support/reader.ts'
import { captureLog } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.restoreAllMocks()
})

const updatePath = '/api/update-profile'
const member = () =>
  signIn({ row: { gender: 'male' }, wire: { [updatePath]: userRow({ gender: 'female' }) } })

/** The value of the selected radio button; null if none is selected. */
const selectedGender = (html: string) => {
  const [input = ''] = /<input[^>]*name="gender"[^>]*checked[^>]*>/.exec(html) ?? []
  return /value="([^"]*)"/.exec(input)?.[1] ?? null
}

describe('the profile form of the account page', () => {
  it('shows the stored gender', async () => {
    const { browser } = await member()
    expect(selectedGender(await browser.read('/en/account'))).toBe('male')
  })

  it('saves a valid gender, updates the session and redirects to the account page', async () => {
    const { browser, seen } = await member()
    const response = await browser.post('/en/account/profile', { gender: 'female' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/\/en\/account\?done=saved$/)
    expect(cookiesOf(response)[sessionCookie]).toBeDefined()
    const [update] = requestsTo(seen, updatePath)
    expect(update?.method).toBe('PUT')
    expect(await update?.json()).toEqual({ id: 7, gender: 'female', device_id: null })
  })

  it("saves 'others' if no gender is sent", async () => {
    const { browser, seen } = await member()
    expect((await browser.post('/en/account/profile')).status).toBe(303)
    expect(await requestsTo(seen, updatePath)[0]?.json()).toMatchObject({ gender: 'others' })
  })

  it('answers 422 to an invalid gender, with its message, and saves nothing', async () => {
    const { browser, seen } = await member()
    const response = await browser.post('/en/account/profile', { gender: 'unknown' })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toMatch(/<strong id="gender-error"[^>]*>Choose one of the options\.</)
    expect(html).toContain('aria-describedby="gender-error"')
    expect(requestsTo(seen, updatePath)).toEqual([])
  })

  it('selects no stored gender in place of an invalid one', async () => {
    const { browser } = await member()
    const response = await browser.post('/en/account/profile', { gender: 'unknown' })
    expect(selectedGender(await response.text())).toBeNull()
  })
})

describe('the head of the account page', () => {
  it('has the style of the label of the membership, also where no test was taken', async () => {
    const html = await (await member()).browser.read('/en/account')
    expect(html).toContain('<span class="tag">')
    expect(html).toMatch(/<style[^>]*>[^<]*\.tag\s*\{[^}]*white-space:\s*nowrap/)
  })
})
