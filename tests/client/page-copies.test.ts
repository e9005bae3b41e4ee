import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyOf, storeReadPage } from '../../client/device/offline/page-copies.ts'
import { recordReader } from '../../client/device/offline/reader-record.ts'
import { removeHallCopies } from '../../client/device/offline-hall/remove-hall-copies.ts'
import { simulateCaches } from '../support/simulated-caches.ts'

const entry = '/assets/entry-AAAA1111.js'
const htmlOf = (text: string, account?: string) =>
  `<html lang="en"${account ? ` data-session="${account}"` : ''}><title>${text}</title>` +
  `<main id="main">${text}</main><script src="${entry}"></script></html>`

let caches: CacheStorage
beforeEach(() => {
  caches = simulateCaches()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('', { headers: { 'content-type': 'text/javascript' } })),
  )
})
afterEach(() => void vi.unstubAllGlobals())

/** What the service worker does with a page from the network. */
async function read(path: string, text: string, account?: string, caching = 'private, no-store') {
  const html = htmlOf(text, account)
  const headers = { 'cache-control': caching, 'content-type': 'text/html' }
  await recordReader(caches, html)
  await storeReadPage(caches, path, new Response(html, { headers }), html)
}
const forAll = 'public, max-age=60'
const shown = async (path: string) => (await copyOf(caches, path))?.text()

describe('the copy of a page that was read', () => {
  it('opens again, marked as a copy, if it is the same for everybody', async () => {
    await read('/en/vao', 'Village officer', undefined, forAll)
    expect(await shown('/en/vao')).toContain('<html data-kept lang="en">')
    expect(await shown('/en/pdo')).toBeUndefined()
  })

  it('of an account opens for that account alone', async () => {
    await read('/en/vao', 'of seven', '7')
    expect(await shown('/en/vao')).toContain('of seven')
    await read('/en/pdo', 'of eight', '8')
    expect(await shown('/en/vao')).toBeUndefined()
    await read('/en/rrb', 'of nobody', undefined, forAll)
    expect(await shown('/en/pdo')).toBeUndefined()
  })

  it('of an account is gone after its sign-out', async () => {
    vi.stubGlobal('caches', caches)
    await read('/en/vao', 'of seven', '7')
    await removeHallCopies()
    expect(await shown('/en/vao')).toBeUndefined()
  })

  it('is never made of a guest’s own page, an account’s page or a payment', async () => {
    await read('/en/plan', 'a guest’s plan')
    await read('/en/account', 'account', '7')
    await read('/en/karnataka/vao-paper-1/subscription/checkout', 'prices', '7')
    for (const path of [
      '/en/plan',
      '/en/account',
      '/en/karnataka/vao-paper-1/subscription/checkout',
    ])
      expect(await shown(path)).toBeUndefined()
  })

  it('says whose it is on a page for everybody, so that cards are the account’s', async () => {
    await read('/en/flash-cards', 'cards', undefined, forAll)
    await read('/en/vao', 'of seven', '7')
    expect(await shown('/en/flash-cards')).toContain('data-session="7"')
  })

  it('is one of at most thirty', async () => {
    for (let page = 0; page < 35; page++) await read(`/en/p${page}`, 'page', undefined, forAll)
    expect(await shown('/en/p4')).toBeUndefined()
    expect(await shown('/en/p5')).toBeDefined()
  })
})
