import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { createCertificate } from '../bench/certificate.ts'
import { emptyCachePort, startEdgeCache, warmCachePort } from '../bench/edge-cache.ts'
import { startEdgeProxy } from '../bench/edge-proxy.ts'
import { earlyPageRows, measureFirstBytes } from '../bench/early-pages.ts'
import { sendRequests, median } from '../bench/load.ts'
import { measureVisit, type Visit } from '../bench/phone.ts'
import { startFakeProductApi } from '../bench/fake-product-api.ts'
import { measureMemberPage, measureSession } from '../bench/session.ts'
import { startSlowLink } from '../bench/slow-link.ts'
import { cpuMs, startWorkerd, type Contender, type Running } from '../bench/workerd.ts'
import { buildIfChanged } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { step, runTask } from './task.ts'

// Everything is compared with a constant: a Worker that returns the same HTML as one string,
// measured in the same run, alternating in every round. Ratios are stable where milliseconds are
// not.

const path = '/vao-paper-1'
const [apiPort, freshApiPort, slowApiPort, firstPort] = [8900, 8901, 8902, 8910]
const slowApiMs = 500
const [rounds, requestsPerRound, coldStarts, visits] = [7, 3000, 15, 15]
const slow3G = { delayMs: 400, bitsPerSecond: 400_000 }

await runTask(async () => {
  await buildIfChanged()
  const caches = await Promise.all([emptyCachePort, warmCachePort].map(startEdgeCache))
  const api = await startFakeProductApi(apiPort, 'public')
  const freshApi = await startFakeProductApi(freshApiPort, 'no-store')
  const slowApi = await startFakeProductApi(slowApiPort, 'no-store', slowApiMs)
  const site = readFileSync('dist/abhyasa_site/index.js', 'utf8')

  const { html, headers } = await step('Rendering the page once', () => renderPage(site))
  const contenders: Contender[] = [
    { name: 'constant string', script: constant(html) },
    {
      name: 'page, cached',
      script: site,
      bindings: { PRODUCT_API_URL: `http://127.0.0.1:${apiPort}` },
    },
    { name: 'fetch, then constant', script: fetchThenConstant(html) },
    {
      name: 'page, not cached',
      script: site,
      bindings: { PRODUCT_API_URL: `http://127.0.0.1:${freshApiPort}` },
    },
  ]

  // Made anew for every request, while the product API takes its time.
  const slow: Contender = {
    name: 'page, slow product API',
    script: site,
    bindings: { PRODUCT_API_URL: `http://127.0.0.1:${slowApiPort}` },
  }

  // Browsers treat a page with security headers differently (COOP starts a process), so the
  // constant string has the same headers.
  const withSameHeaders = { name: 'constant string', script: constant(html, headers) }

  const sizes = sizesOf(html, site)
  const cpu = await step(`CPU of ${rounds} rounds of ${requestsPerRound} requests each`, () =>
    measureCpu(contenders),
  )
  const session = await step('CPU of opening a session', () => measureSession(site, firstPort + 10))
  const member = await step('CPU of a member’s page', () =>
    measureMemberPage(contenders[1]!, firstPort + 11, path),
  )
  const firstByte = await step('First bytes', () =>
    measureFirstBytes([contenders[0]!, slow], firstPort + 12, path),
  )
  const cold = await step(`Cold starts, ${coldStarts} each`, () =>
    measureColdStarts(contenders[0]!, contenders[1]!),
  )
  const phone = await step(`Visits of a phone on slow 3G, ${visits} each`, () =>
    measurePhone([withSameHeaders, contenders[1]!, slow]),
  )
  for (const cache of caches) cache.stop()
  api.stop()
  freshApi.stop()
  slowApi.stop()
  printResults(sizes, cpu, cold, phone)
  const compared = { constant: phone.get('constant string')!, slow: phone.get(slow.name)! }
  for (const line of earlyPageRows({ member, firstByte, visits: compared, slowApiMs })) row(...line)
  const { visitorMs, signedInMs } = session
  console.log(
    `\nA session: ${(signedInMs - visitorMs).toFixed(3)} ms of CPU above the same request of a ` +
      `visitor (${signedInMs.toFixed(3)} to ${visitorMs.toFixed(3)} ms)`,
  )
  process.exit(0)
})

function constant(html: string, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'text/html; charset=utf-8', ...headers }
  return `const html = ${JSON.stringify(html)}
export default { fetch: () => new Response(html, { headers: ${JSON.stringify(all)} }) }`
}

function fetchThenConstant(html: string) {
  return `const html = ${JSON.stringify(html)}
export default { async fetch() {
  const answer = await fetch('http://127.0.0.1:${freshApiPort}/api/practice-tests')
  await answer.text()
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
} }`
}

async function renderPage(
  site: string,
): Promise<{ html: string; headers: Record<string, string> }> {
  const bindings = { PRODUCT_API_URL: `http://127.0.0.1:${apiPort}` }
  const worker = await startWorkerd({ name: 'once', script: site, bindings }, firstPort, path)
  const response = await fetch(`http://127.0.0.1:${firstPort}${path}`)
  const html = await response.text()
  worker.stop()
  const copied = [...response.headers].filter(
    ([name]) => !/^(content-length|transfer-encoding)$/.test(name),
  )
  return { html, headers: Object.fromEntries(copied) }
}

function sizesOf(html: string, site: string) {
  const brotli = (text: string | Buffer) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, code = '']) => code)
    .join('')
  const entry = /src="(\/assets\/entry-[^"]+)"/.exec(html)![1]!
  return {
    html: brotli(html),
    script: brotli(inline) + brotli(readFileSync(`dist/client${entry}`)),
    worker: gzipSync(site).byteLength,
  }
}

/** CPU in ms per request by contender, the median of the rounds. */
async function measureCpu(contenders: readonly Contender[]): Promise<Map<string, number>> {
  const running: Running[] = []
  for (const [index, contender] of contenders.entries())
    running.push(await startWorkerd(contender, firstPort + index, path))
  for (const { port } of running) await sendRequests(port, path, requestsPerRound)
  const results = new Map(running.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const { name, port, pid } of running) {
      const before = cpuMs(pid)
      await sendRequests(port, path, requestsPerRound)
      results.get(name)!.push((cpuMs(pid) - before) / requestsPerRound)
    }
  for (const { stop } of running) stop()
  return new Map([...results].map(([name, values]) => [name, median(values)]))
}

/** Time from the start of the process to the first response in ms: with the page in the edge cache
 *  (`cached`), and with an empty cache, where the page is requested and rendered (`rendered`). */
async function measureColdStarts(constant: Contender, site: Contender) {
  const starts = {
    constant: { contender: constant, cachePort: emptyCachePort, times: [] as number[] },
    cached: { contender: site, cachePort: warmCachePort, times: [] as number[] },
    rendered: { contender: site, cachePort: emptyCachePort, times: [] as number[] },
  }
  for (let round = 0; round <= coldStarts; round++)
    for (const [index, { contender, cachePort, times }] of Object.values(starts).entries()) {
      const worker = await startWorkerd(contender, firstPort + 20 + index, path, cachePort)
      // The first round fills the edge cache.
      if (round > 0) times.push(worker.firstResponseMs)
      await new Promise((done) => setTimeout(done, 30))
      worker.stop()
      await new Promise((done) => setTimeout(done, 50))
    }
  const { constant: bare, cached, rendered } = starts
  return {
    constant: median(bare.times),
    cached: median(cached.times),
    rendered: median(rendered.times),
  }
}

async function measurePhone(contenders: readonly Contender[]): Promise<Map<string, Visit>> {
  const tls = createCertificate()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  })
  const servers = []
  const results = new Map(contenders.map(({ name }) => [name, [] as Visit[]]))
  for (const [index, contender] of contenders.entries()) {
    const port = firstPort + 40 + index * 3
    const worker = await startWorkerd(contender, port, path)
    await sendRequests(port, path, 60)
    servers.push(
      worker,
      await startEdgeProxy(port + 1, port, tls),
      await startSlowLink(port + 2, port + 1, slow3G),
    )
  }
  for (let round = 0; round < visits; round++)
    for (const [index, { name }] of contenders.entries())
      results
        .get(name)!
        .push(await measureVisit(browser, `https://localhost:${firstPort + 42 + index * 3}${path}`))
  await browser.close()
  for (const { stop } of servers) stop()
  return new Map([...results].map(([name, values]) => [name, medianVisit(values)]))
}

function medianVisit(visits: readonly Visit[]): Visit {
  return {
    firstPaintMs: median(visits.map((visit) => visit.firstPaintMs)),
    headingMs: median(visits.map((visit) => visit.headingMs)),
    loadMs: median(visits.map((visit) => visit.loadMs)),
    filterMs: median(visits.map((visit) => visit.filterMs)),
    requests: median(visits.map((visit) => visit.requests)),
    bytes: median(visits.map((visit) => visit.bytes)),
    scriptBytes: median(visits.map((visit) => visit.scriptBytes)),
  }
}

function printResults(
  sizes: ReturnType<typeof sizesOf>,
  cpu: Map<string, number>,
  cold: Awaited<ReturnType<typeof measureColdStarts>>,
  phone: Map<string, Visit>,
) {
  const [constantCpu, cachedCpu, fetchCpu, freshCpu] = [...cpu.values()] as [
    number,
    number,
    number,
    number,
  ]
  const [constantVisit, siteVisit] = [...phone.values()] as [Visit, Visit]
  const ratio = (ours: number, theirs: number) => (ours / theirs).toFixed(2)
  const rounded = (number: number) => number.toFixed(0)
  const ratioText = (ours: number, theirs: number) =>
    `${ratio(ours, theirs)} (${rounded(ours)} to ${rounded(theirs)} ms)`

  console.log(
    `\nExam page with 24 papers and its filter; ${cpus().length} cores, ${cpus()[0]?.model}\n`,
  )
  console.log('| what | goal | measured | holds |\n|---|---|---|---|')
  row('HTML with CSS, brotli 5', '<= 7,000 B', `${sizes.html} B`, sizes.html <= 7000)
  row('script before a touch, brotli 5', '<= 2,000 B', `${sizes.script} B`, sizes.script <= 2000)
  row('Worker, gzip', '<= 200 KB', `${rounded(sizes.worker / 1000)} KB`, sizes.worker <= 200_000)
  row(
    'CPU, cached, to constant string',
    '<= 1.5',
    `${ratio(cachedCpu, constantCpu)} (${cachedCpu.toFixed(3)} to ${constantCpu.toFixed(3)} ms)`,
    cachedCpu / constantCpu <= 1.5,
  )
  row(
    'CPU, not cached, above fetch and constant',
    '<= 1.0 ms',
    `${(freshCpu - fetchCpu).toFixed(2)} ms (${freshCpu.toFixed(3)} to ${fetchCpu.toFixed(3)} ms)`,
    freshCpu - fetchCpu <= 1,
  )
  for (const [what, ms] of [
    ['cold start, page in the edge cache, to constant string', cold.cached],
    ['cold start, page rendered, to constant string', cold.rendered],
  ] as const)
    row(what, '<= 2.5', ratioText(ms, cold.constant), ms / cold.constant <= 2.5)
  row(
    'first paint to constant string, slow 3G',
    '<= 1.05',
    ratioText(siteVisit.firstPaintMs, constantVisit.firstPaintMs),
    siteVisit.firstPaintMs / constantVisit.firstPaintMs <= 1.05,
  )
  row(
    'filter answers to constant string, slow 3G',
    '<= 1.15',
    ratioText(siteVisit.filterMs, constantVisit.filterMs),
    siteVisit.filterMs / constantVisit.filterMs <= 1.15,
  )
  console.log(
    `\nA visit: ${siteVisit.requests} requests, ${siteVisit.bytes} B ` +
      `(${siteVisit.scriptBytes} B of it script files), load ${rounded(siteVisit.loadMs)} ms ` +
      `(constant string ${rounded(constantVisit.loadMs)} ms)`,
  )
}

function row(what: string, goal: string, measured: string, holds: boolean) {
  console.log(`| ${what} | ${goal} | ${measured} | ${holds ? 'yes' : 'NO'} |`)
}
