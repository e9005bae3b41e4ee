import { beforeEach, describe, expect, it } from 'vitest'
import {
  attemptIn,
  forgetHallOf,
  isHallAsset,
  isHallKept,
  keepHallWhole,
  keepPage,
  keptPage,
} from '../../client/device/hall-cache.ts'
import { readHallMessage } from '../../client/device/hall-message.ts'

const attempt = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
const path = `/en/attempts/${attempt}`
const oldBuild = '/assets/entry-AAAA1111.js'
const newBuild = '/assets/entry-BBBB2222.js'

const pageOf = (build: string) =>
  new Response(
    `<!doctype html><html lang="en"><body><script src="${build}"></script></body></html>`,
    {
      headers: {
        'content-type': 'text/html',
        'content-security-policy': 'x',
        'content-encoding': 'br',
      },
    },
  )

let caches: CacheStorage
let asked: string[]
/** What the network has; everything else is not found. */
let network: Map<string, () => Response>
const fetch = (address: string) => {
  asked.push(address)
  return Promise.resolve(network.get(address)?.() ?? new Response('', { status: 404 }))
}

beforeEach(() => {
  caches = pretendCaches()
  asked = []
  network = new Map([
    [path, () => pageOf(oldBuild)],
    ...[oldBuild, newBuild, '/assets/hall-1.js', '/assets/hall-2.js', '/image/640?url=map'].map(
      (address): [string, () => Response] => [address, () => new Response(address)],
    ),
  ])
})

const keep = (build: string, assets: readonly string[], own = attempt) =>
  keepHallWhole(caches, fetch, { attempt: own, path: path.replace(attempt, own), build, assets })

describe('the copy of a hall', () => {
  it('is there when the page and all that it needs are', async () => {
    expect(await isHallKept(caches, { attempt, path, build: oldBuild })).toBe(false)
    expect(await keep(oldBuild, [oldBuild, '/assets/hall-1.js', '/image/640?url=map'])).toBe(true)
    expect(await isHallKept(caches, { attempt, path, build: oldBuild })).toBe(true)
    const page = await keptPage(caches, attempt, path)
    expect(await page?.text()).toContain('<html data-kept lang="en">')
    expect(page?.headers.get('content-security-policy')).toBe('x')
    expect(page?.headers.get('content-encoding')).toBeNull()
  })

  it('is not fetched once more when the page came through the worker', async () => {
    await keepPage(caches, attempt, path, pageOf(oldBuild))
    await keep(oldBuild, [oldBuild])
    expect(asked).toEqual([oldBuild])
    await keep(oldBuild, [oldBuild])
    expect(asked).toEqual([oldBuild])
  })

  it('is not said to be there while one script or picture is missing', async () => {
    expect(await keep(oldBuild, [oldBuild, '/assets/gone.js'])).toBe(false)
    expect(await isHallKept(caches, { attempt, path, build: oldBuild })).toBe(false)
    expect(await keep(oldBuild, [oldBuild])).toBe(true)
    expect(await keep(oldBuild, [oldBuild, '/assets/gone.js'])).toBe(false)
    expect(await isHallKept(caches, { attempt, path, build: oldBuild })).toBe(false)
  })

  it('of a new build takes the place of the old one only when it is whole', async () => {
    await keep(oldBuild, [oldBuild, '/assets/hall-1.js'])
    await keepPage(caches, attempt, path, pageOf(newBuild))
    expect(await (await keptPage(caches, attempt, path))?.text()).toContain(oldBuild)
    await keep(newBuild, [newBuild, '/assets/hall-2.js'])
    expect(await (await keptPage(caches, attempt, path))?.text()).toContain(newBuild)
    expect(await caches.keys()).toHaveLength(1)
  })

  it('is not made of a page of one build and scripts of another', async () => {
    network.set(path, () => pageOf(newBuild))
    expect(await keep(oldBuild, [oldBuild])).toBe(false)
  })

  it('is never made of an error, a redirect, or a page of the network’s own', async () => {
    const answers = [
      new Response('', { status: 503 }),
      new Response('<html>Welcome to our network</html>'),
      new Response(null, { status: 303, headers: { location: '/' } }),
    ]
    for (const answer of answers) expect(await keepPage(caches, attempt, path, answer)).toBeNull()
    expect(await caches.keys()).toEqual([])
  })

  it('goes when the attempt is over; the oldest goes when there are many', async () => {
    const many = Array.from({ length: 12 }, (_, place) => attempt.replace('3f', String(10 + place)))
    for (const own of many) {
      network.set(path.replace(attempt, own), () => pageOf(oldBuild))
      await keep(oldBuild, [oldBuild], own)
    }
    expect(await caches.keys()).toHaveLength(8)
    expect(await keptPage(caches, many[0]!, path.replace(attempt, many[0]!))).toBeNull()
    await forgetHallOf(caches, many[11]!)
    expect(await caches.keys()).toHaveLength(7)
  })
})

it('a hall is known by its address in any language, and nothing else is taken for one', () => {
  for (const prefix of ['', '/en', '/te'])
    expect(attemptIn(`${prefix}/attempts/${attempt}`)).toBe(attempt)
  for (const other of [
    `/attempts/${attempt}/result`,
    `/attempts/${attempt}/events`,
    '/attempts',
    '/attempts/rescue',
    '/',
    '/vao/attempts/x',
  ])
    expect(attemptIn(other)).toBeNull()
  expect(['/assets/x.js', '/image/640'].map(isHallAsset)).toEqual([true, true])
  expect(['/api/x', '/', '/icon.svg'].map(isHallAsset)).toEqual([false, false, false])
})

it('a message that is not understood is left alone', () => {
  const keepIt = { kind: 'keep', attempt, path, build: oldBuild, assets: ['/a', 3] }
  expect(readHallMessage(keepIt)).toEqual({ ...keepIt, assets: ['/a'] })
  expect(readHallMessage({ kind: 'forget', attempt })).toEqual({ kind: 'forget', attempt })
  for (const other of [null, 'keep', {}, { kind: 'keep', attempt }, { kind: 'burn', attempt }])
    expect(readHallMessage(other)).toBeNull()
})

/** The browser's caches, as far as halls use them: by address alone. */
function pretendCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return Promise.resolve({
      match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
      put: (key: string, response: Response) => Promise.resolve(void entries.set(key, response)),
      delete: (key: string) => Promise.resolve(entries.delete(key)),
    })
  }
  return {
    open,
    keys: () => Promise.resolve([...all.keys()]),
    has: (name: string) => Promise.resolve(all.has(name)),
    delete: (name: string) => Promise.resolve(all.delete(name)),
  } as unknown as CacheStorage
}
