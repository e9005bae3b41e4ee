import { readFileSync, rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { loadAttempts, loadedTest } from '../../bench/attempts.ts'
import { loadFile } from '../../authoring/loading/load-file.ts'
import { localizedPath } from '../../src/addresses/address.ts'
import { locales } from '../../domain/locale.ts'
import { checkedContentFiles } from '../../tasks/checked-content.ts'
import { startWorkers } from '../../tasks/local-workers.ts'
import { firstOfFreePorts } from '../../tasks/ports.ts'
import { inspectWorkers } from '../support/collect-garbage.ts'
import { childProcesses, newProcess } from '../support/killable-product-api.ts'
import { checkHistory } from '../support/checked-history.ts'
import { startPaymentProcesses } from '../support/payments-processes.ts'
import { seededRandom } from '../support/seeded-random.ts'

// All at once for a while: pages of the built site, attempts on the built product API, and random
// histories of payments with both providers, while the product API is killed with SIGKILL and
// started again. With its process all objects are evicted, and what is in its queue is lost.
// Afterwards no page may have been wrong and no answer or payment lost, and the memory has to be
// what it was, without garbage.
// SOAK_SECONDS and SOAK_ATTEMPTS set its size: `npm run test:fuzz -- --soak 900`.

const seconds = Number(process.env.SOAK_SECONDS ?? '12')
const attempts = Number(process.env.SOAK_ATTEMPTS ?? '40')
const killEveryMs = Math.min(60_000, (seconds * 1000) / 3)
const readers = 20
const state = `.wrangler/soak-${process.pid}`
const content = [`papers/vao-paper-1/${loadedTest}.txt`, 'flash-cards/constitution.txt']

let random = seededRandom(1)
const processes = await startPaymentProcesses(state, () => random.next(), {
  killRate: 0.01,
  load: async (database) => {
    const now = new Date()
    for (const file of await checkedContentFiles('content', now))
      if (content.includes(file.path))
        await loadFile(database, { ...file, now: now.toISOString() }, file.content)
  },
})
const others = childProcesses()
const port = await firstOfFreePorts(2)
const site = await startWorkers({
  port,
  inspectorPort: port + 1,
  state: `${state}/site`,
  quiet: true,
  // Its own product API is not asked.
  cronSeconds: 0,
  bindings: {
    SESSION_KEYS: 'the-key-of-the-soak-0123456789abcdefgh',
    PRODUCT_API_URL: processes.url,
  },
})
const sitePid = newProcess(others)
await (await fetch(site.url)).text()
const inspector = await inspectWorkers(port + 1)
afterAll(async () => {
  inspector.close()
  await site.stop()
  await processes.stop()
  rmSync(state, { recursive: true, force: true })
})

it(
  `${seconds} s of pages, ${attempts} attempts and payments lose nothing while it is killed`,
  { timeout: 300_000 + seconds * 4000 },
  async () => {
    const contents = await contentOfPages()
    const endsAt = performance.now() + seconds * 1000
    const isOver = () => performance.now() > endsAt
    const [pages, load, histories, memory] = await Promise.all([
      readPages(contents, isOver),
      loadAttempts(Number(new URL(processes.url).port), {
        ...{ attempts, seconds, pauseSeconds: Math.min(24, seconds / 4) },
      }),
      pay(isOver),
      watchMemory(isOver),
      killAgainAndAgain(isOver),
    ])
    const summaries = await summariesOf(attempts)
    console.log(
      `${seconds} s, ${processes.kills()} kills: ${pages.read} pages, ${pages.unavailable} of ` +
        `them 503; ${load.events} events of ${attempts} attempts in ${load.requests} requests, ` +
        `${load.deliveriesPerSecond.toFixed(0)} deliveries/s, p99 ${load.p99Ms.toFixed(0)} ms, ` +
        `${load.repeated} repeated; ${histories} histories of payments; ` +
        `memory of the site ${memory.join(', ')} MB; ${summaries} summaries`,
    )
    expect(pages.wrong).toEqual([])
    expect(pages.read).toBeGreaterThan(readers)
    expect([load.lost, load.wrongStates]).toEqual([0, 0])
    expect(histories).toBeGreaterThan(0)
    expect(processes.kills()).toBeGreaterThan(0)
    expect(summaries).toBe(attempts)
    // The first third warms up.
    if (seconds >= 300) {
      const [, second = 0, last = 0] = memory
      expect(last).toBeLessThan(second * 1.2)
    }
  },
)

/** The content of each page, while nothing is killed. */
async function contentOfPages() {
  const paths = [
    ...['/', '/vao-paper-1', '/vao-paper-1/model-paper', '/ap-pet', '/flash-cards/constitution'],
    ...[`/karnataka/vao-paper-1/${loadedTest}`, '/no-such-page'],
  ].flatMap((path) => locales.map((locale) => localizedPath(path, locale)))
  const contents = new Map<string, string>()
  for (const path of paths) contents.set(path, await contentOf(path))
  for (const [path, content] of contents)
    expect(content.slice(0, 3)).toBe(path.endsWith('/no-such-page') ? '404' : '200')
  return contents
}

/** Twenty readers who open a page every two seconds. A page may be a 503 that says so; its content
 *  is never another one. */
async function readPages(contents: ReadonlyMap<string, string>, isOver: () => boolean) {
  const paths = [...contents.keys()]
  const found = { read: 0, unavailable: 0, wrong: [] as string[] }
  await Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      for (let page = reader; !isOver(); page += 1) {
        const path = paths[(page * 7) % paths.length]!
        const content = await contentOf(path)
        found.read += 1
        if (content === 'unavailable') found.unavailable += 1
        else if (content !== contents.get(path))
          found.wrong.push(`${path}: ${content.slice(0, 300)}`)
        await pause(2000)
      }
    }),
  )
  return found
}

/** The status and content of a page; 'unavailable' for a 503 that is a page and says so. */
async function contentOf(path: string): Promise<string> {
  const response = await fetch(site.url + path)
  const html = await response.text()
  if (response.status === 503 && html.includes('data-unavailable') && html.includes('</html>'))
    return 'unavailable'
  // Each rendering numbers its islands anew.
  const main = /<main id="main".*<\/main>/s.exec(html)?.[0] ?? html
  return `${response.status} ${main}`
}

/** Random histories of payments, one after the other, each compared with both providers' books.
 *  Returns their number. */
async function pay(isOver: () => boolean): Promise<number> {
  let seed = 0
  while (!isOver()) {
    seed += 1
    random = seededRandom(seed)
    await checkHistory(processes, random, seed)
  }
  return seed
}

async function killAgainAndAgain(isOver: () => boolean) {
  for (;;) {
    await pause(killEveryMs)
    if (isOver()) return
    await processes.killAll()
  }
}

/** The memory of the site's process in MB, after a collection of garbage: its mean in each third of
 *  the time. */
async function watchMemory(isOver: () => boolean): Promise<number[]> {
  const samples: number[] = []
  let collections = 0
  while (!isOver()) {
    collections += await inspector.collect()
    samples.push(residentMb(sitePid))
    await pause(Math.min(10_000, seconds * 50))
  }
  // Without any, it would be the memory with garbage.
  expect(collections).toBeGreaterThan(samples.length)
  const third = Math.ceil(samples.length / 3)
  return [0, 1, 2].map((index) => {
    const part = samples.slice(index * third, (index + 1) * third)
    return Math.round(part.reduce((sum, one) => sum + one, 0) / Math.max(1, part.length))
  })
}

/** How many submitted attempts the product database knows, when it knows all or after a minute: an
 *  object sends again what was lost with the queue. */
async function summariesOf(expected: number): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const row = await processes.environment.db
      .prepare('SELECT count(*) AS n FROM attempts WHERE submitted_at IS NOT NULL')
      .first<{ n: number }>()
    if (row && (row.n >= expected || tries === 60)) return row.n
    await processes.runCron()
    await pause(1000)
  }
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
