import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  attemptAtPath,
  removeHall,
  isHallAsset,
  isHallStored,
  storeHall,
  storePage,
  storedPage,
  storedPath,
} from '../../client/device/offline-hall/hall-cache.ts'
import { removeHallCopies } from '../../client/device/offline-hall/remove-hall-copies.ts'
import { simulateCaches } from '../support/simulated-caches.ts'
import { parseHallMessage } from '../../client/device/offline-hall/hall-cache.ts'

const attempt = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
const path = `/en/attempts/${attempt}`
const oldBuild = '/assets/entry-AAAA1111.js'
const newBuild = '/assets/entry-BBBB2222.js'

const pageOf = (build: string, account?: string) =>
  new Response(
    `<!doctype html><html lang="en"${account ? ` data-session="${account}"` : ''}>
    <body><script src="${build}"></script></body></html>`,
    {
      headers: {
        'content-type': 'text/html',
        'content-security-policy': 'x',
        'content-encoding': 'br',
      },
    },
  )

const assetOf = (address: string) =>
  new Response(address, {
    headers: { 'content-type': address.endsWith('.js') ? 'text/javascript' : 'image/webp' },
  })

let caches: CacheStorage
let asked: string[]
/** What the network has; everything else is not found. */
let network: Map<string, () => Response>
const fetch = (address: string) => {
  asked.push(address)
  return Promise.resolve(network.get(address)?.() ?? new Response('', { status: 404 }))
}

const copies = async () => (await caches.keys()).filter((name) => name !== 'hall-owner')

beforeEach(() => {
  caches = simulateCaches()
  asked = []
  network = new Map([
    [path, () => pageOf(oldBuild)],
    ...[oldBuild, newBuild, '/assets/hall-1.js', '/assets/hall-2.js', '/image/640?url=map'].map(
      (address): [string, () => Response] => [address, () => assetOf(address)],
    ),
  ])
})

const keep = (build: string, assets: readonly string[], own = attempt) =>
  storeHall(caches, fetch, { attempt: own, path: path.replace(attempt, own), build, assets })

describe('the offline copy of a hall', () => {
  it('is complete when the page and all its assets are stored', async () => {
    expect(await isHallStored(caches, { attempt, path, build: oldBuild })).toBe(false)
    expect(await keep(oldBuild, [oldBuild, '/assets/hall-1.js', '/image/640?url=map'])).toBe(true)
    expect(await isHallStored(caches, { attempt, path, build: oldBuild })).toBe(true)
    const page = await storedPage(caches, attempt, path)
    expect(await page?.text()).toContain('<html data-kept lang="en">')
    expect(page?.headers.get('content-security-policy')).toBe('x')
    expect(page?.headers.get('content-encoding')).toBeNull()
  })

  it('never has the page of a Wi-Fi network in place of a figure or script', async () => {
    const portal = () =>
      new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })
    for (const address of ['/image/640?url=map', '/assets/hall-1.js']) {
      network.set(address, portal)
      expect(await keep(oldBuild, [oldBuild, address])).toBe(false)
      expect(await isHallStored(caches, { attempt, path, build: oldBuild })).toBe(false)
      network.set(address, () => assetOf(address))
      expect(await keep(oldBuild, [oldBuild, address])).toBe(true)
      await removeHall(caches, attempt)
    }
  })

  it('fetches nothing twice that is already stored', async () => {
    await storePage(caches, attempt, path, pageOf(oldBuild))
    await keep(oldBuild, [oldBuild])
    expect(asked).toEqual([oldBuild])
    await keep(oldBuild, [oldBuild])
    expect(asked).toEqual([oldBuild])
  })

  it('is not complete while one script or picture is missing', async () => {
    expect(await keep(oldBuild, [oldBuild, '/assets/gone.js'])).toBe(false)
    expect(await isHallStored(caches, { attempt, path, build: oldBuild })).toBe(false)
    expect(await keep(oldBuild, [oldBuild])).toBe(true)
    expect(await keep(oldBuild, [oldBuild, '/assets/gone.js'])).toBe(false)
    expect(await isHallStored(caches, { attempt, path, build: oldBuild })).toBe(false)
  })

  it('of a new build replaces the old one only when it is complete', async () => {
    await keep(oldBuild, [oldBuild, '/assets/hall-1.js'])
    await storePage(caches, attempt, path, pageOf(newBuild))
    expect(await (await storedPage(caches, attempt, path))?.text()).toContain(oldBuild)
    await keep(newBuild, [newBuild, '/assets/hall-2.js'])
    expect(await (await storedPage(caches, attempt, path))?.text()).toContain(newBuild)
    expect(await copies()).toHaveLength(1)
  })

  it('never combines a page of one build with scripts of another', async () => {
    network.set(path, () => pageOf(newBuild))
    expect(await keep(oldBuild, [oldBuild])).toBe(false)
  })

  it('is never made of an error, a redirect, or the page of a captive portal', async () => {
    const answers = [
      new Response('', { status: 503 }),
      new Response('<html>Welcome to our network</html>'),
      new Response(null, { status: 303, headers: { location: '/' } }),
    ]
    for (const answer of answers) expect(await storePage(caches, attempt, path, answer)).toBeNull()
    expect(await copies()).toEqual([])
  })

  it('is removed when the attempt is over, and when there are more than eight', async () => {
    const many = Array.from({ length: 12 }, (_, place) => attempt.replace('3f', String(10 + place)))
    for (const own of many) {
      network.set(path.replace(attempt, own), () => pageOf(oldBuild))
      await keep(oldBuild, [oldBuild], own)
    }
    expect(await copies()).toHaveLength(8)
    expect(await storedPage(caches, many[0]!, path.replace(attempt, many[0]!))).toBeNull()
    await removeHall(caches, many[11]!)
    expect(await copies()).toHaveLength(7)
  })
})

it('attemptAtPath finds the attempt at a hall’s path in any language and at no other path', () => {
  for (const prefix of ['', '/en', '/te'])
    expect(attemptAtPath(`${prefix}/attempts/${attempt}`)).toBe(attempt)
  for (const other of [
    `/attempts/${attempt}/result`,
    `/attempts/${attempt}/events`,
    '/attempts',
    '/attempts/rescue',
    '/',
    '/vao/attempts/x',
  ])
    expect(attemptAtPath(other)).toBeNull()
  expect(['/assets/x.js', '/image/640'].map(isHallAsset)).toEqual([true, true])
  expect(['/api/x', '/', '/icon.svg'].map(isHallAsset)).toEqual([false, false, false])
})

it('parseHallMessage accepts the three kinds of messages and nothing else', () => {
  const keepIt = { kind: 'keep', attempt, path, build: oldBuild, assets: ['/a', 3] }
  expect(parseHallMessage(keepIt)).toEqual({ ...keepIt, assets: ['/a'] })
  expect(parseHallMessage({ kind: 'forget', attempt })).toEqual({ kind: 'forget', attempt })
  for (const other of [null, 'keep', {}, { kind: 'keep', attempt }, { kind: 'burn', attempt }])
    expect(parseHallMessage(other)).toBeNull()
})

describe('the copy of an account’s hall', () => {
  const other = '9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d'
  const pathOf = (id: string) => path.replace(attempt, id)
  const store = (id: string, account?: string) =>
    storePage(caches, id, pathOf(id), pageOf(oldBuild, account))

  it('opens for the account that stored it, until another one has opened a hall', async () => {
    await store(attempt, '7')
    expect(await storedPage(caches, attempt, path)).not.toBeNull()
    await store(other, '8')
    expect(await storedPage(caches, attempt, path)).toBeNull()
    expect(await storedPage(caches, other, pathOf(other))).not.toBeNull()
  })

  it('does not open after a guest has opened a hall; a guest’s opens for everybody', async () => {
    await store(attempt, '7')
    await store(other)
    expect(await storedPage(caches, attempt, path)).toBeNull()
    await store(attempt, '7')
    expect(await storedPage(caches, other, pathOf(other))).not.toBeNull()
  })

  it('is removed with all others when its reader signs out', async () => {
    await store(attempt, '7')
    await store(other, '7')
    await caches.open('another-cache')
    vi.stubGlobal('caches', caches)
    await removeHallCopies()
    vi.unstubAllGlobals()
    expect(await copies()).toEqual(['another-cache'])
  })
})

describe('the path of a hall’s copy', () => {
  const fetchPage = (address: string) =>
    Promise.resolve(address.includes('/attempts/') ? pageOf(oldBuild) : assetOf(address))
  const store = (path: string) =>
    storeHall(caches, fetchPage, {
      ...{ attempt: attemptAtPath(path) ?? '', path, build: oldBuild, assets: [oldBuild] },
    })

  it('is found from its address in any language, once it is complete', async () => {
    await storePage(caches, attempt, path, pageOf(oldBuild))
    expect(await storedPath(caches, attempt)).toBe('')
    for (const other of [path, path.replace('/en', '/te'), path.replace('/en', '')]) {
      await store(other)
      expect(await storedPath(caches, attempt)).toBe(other)
    }
  })

  it('is where other addresses lead, of several that of the latest', async () => {
    expect(await storedPath(caches)).toBe('')
    const other = path.replace('3f2b', '9a2b')
    await store(path)
    await store(other)
    expect(await storedPath(caches)).toBe(other)
    await removeHall(caches, attemptAtPath(other) ?? '')
    expect(await storedPath(caches)).toBe(path)
  })
})
