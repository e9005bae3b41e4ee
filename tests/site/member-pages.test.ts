import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { familiesWire, knowContent, pageFamilies } from '../support/page-families.ts'
import { attemptRow, attemptsApi, hall } from '../support/hall.ts'
import { memberWire, signIn } from '../support/reader.ts'
import { captureLog, list, productApiAnswers, read } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The parts of everybody's page do not depend on the product API any more. */
const outage = { ...memberWire(), '/': () => new Response('', { status: 500 }) }

describe.each(pageFamilies)('a member’s page $path', ({ path, content }) => {
  it('is made of the stored page’s parts, in a frame of the member', async () => {
    await knowContent(read)
    await read(path)
    const { browser } = await signIn()
    productApiAnswers(outage)
    const response = await browser.go(path)
    const html = await response.text()
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      ...[200, 'private, no-store'],
    ])
    expect(html).toContain(content)
    expect(html).toMatch(/<html[^>]* data-session="7"/)
    expect(html).toContain('data-session-templates')
    expect(html).toMatch(/<\/html>$/)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('has the bytes of a page that was rendered as a whole', async () => {
    await knowContent(read)
    const wire = { ...memberWire(), ...familiesWire() }
    const { browser } = await signIn({ wire })
    productApiAnswers(wire)
    const whole = await browser.read(path)
    const made = await browser.read(path)
    expect(made).toBe(whole)
  })

  it('allows the same styles and scripts for the first member and the next', async () => {
    await knowContent(read)
    await read(path)
    const { browser } = await signIn()
    productApiAnswers(outage)
    const [first, next] = [await browser.go(path), await browser.go(path)]
    const policy = (response: Response) => response.headers.get('content-security-policy')
    expect(policy(first)).toContain("'sha256-")
    expect(policy(next)).toBe(policy(first))
  })
})

describe('two members', () => {
  it('get the same parts, each in a frame with their own id', async () => {
    await knowContent(read)
    await read('/vao-paper-1')
    const [one, other] = [await signIn(), await signIn({ row: { id: 8 } })]
    productApiAnswers(outage)
    const pages = [one, other].map(({ browser }) => browser.read('/vao-paper-1'))
    const [first = '', second = ''] = await Promise.all(pages)
    expect(first).toContain('data-session="7"')
    expect(second).toContain('data-session="8"')
    expect(second.replace('data-session="8"', '')).toBe(first.replace('data-session="7"', ''))
  })
})

describe('a member’s running test', () => {
  it('is on the page made of stored parts, and on no other reader’s', async () => {
    await knowContent(read)
    const path = '/karnataka/vao-paper-1/one'
    await read(path)
    const { browser } = await signIn()
    productApiAnswers({
      ...memberWire(),
      [attemptsApi]: list(attemptRow({ test: 'one', mode: 'practice' })),
      '/': () => new Response('', { status: 500 }),
    })
    const html = await browser.read(path)
    expect(html).toContain(hall)
    expect((await read(path)).html).not.toContain(hall)
  })
})
