import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Browser } from 'playwright'
import { loadAttempts } from '../bench/attempts.ts'
import { createCertificate } from '../bench/certificate.ts'
import { startEdgeProxy } from '../bench/edge-proxy.ts'
import {
  answerQuestions,
  openHall,
  newPhoneContext,
  measureFirstPaint,
  waitForOfflineCopy,
  type HallVisit,
} from '../bench/hall.ts'
import { median } from '../bench/load.ts'
import { startSlowLink } from '../bench/slow-link.ts'
import { startWorkerd } from '../bench/workerd.ts'
import { buildIfChanged } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { prepareDatabase } from './local-content.ts'
import { startWorkers } from './local-workers.ts'
import { step, runTask } from './task.ts'

// Measures the exam hall on a low-end phone and a slow link, compared with the same HTML as a
// constant string, and the product API with many attempts at once.

const state = '.wrangler/bench-state'
const port = 8950
const [frontPort, linkPort] = [port + 1, port + 2]
const [constantPort, constantFrontPort, constantLinkPort] = [port + 3, port + 4, port + 5]
const productApiPort = port + 6
const origin = `https://localhost:${linkPort}`
const slow3G = { delayMs: 400, bitsPerSecond: 400_000 }
const visits = 5
const visitCpuRate = 4
const answeringCpuRate = 6
const secrets = {
  SESSION_KEYS: 'the-key-of-the-hall-bench-0123456789ab',
  JWT_SECRETS: 'the-secret-of-the-hall-bench-01234567',
}

await runTask(async () => {
  await buildIfChanged()
  rmSync(state, { recursive: true, force: true })
  await step('Loading the content', () => prepareDatabase(state))
  const tls = createCertificate()
  const site = await startWorkers({
    port,
    state,
    bindings: { SESSION_KEYS: secrets.SESSION_KEYS, SITE_URL: origin },
    productApiBindings: { JWT_SECRETS: secrets.JWT_SECRETS },
    quiet: true,
  })
  const first = await startAttempt('vao-paper-1', 'vao-paper-1-full-1')
  const second = await startAttempt('vao-paper-1', 'vao-paper-1-model-paper-2', first.cookie)
  const hall = await fetch(`http://127.0.0.1:${port}${first.path}`, {
    headers: { cookie: `${first.cookie.name}=${first.cookie.value}` },
  })
  const html = await hall.text()
  const constant = await startWorkerd(
    { name: 'constant string', script: constantString(html, hall.headers) },
    constantPort,
    '/',
  )
  const servers = [
    await startEdgeProxy(frontPort, port, tls),
    await startEdgeProxy(constantFrontPort, constantPort, tls),
    await startSlowLink(constantLinkPort, constantFrontPort, slow3G),
  ]
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
      tls.chromiumFlag,
    ],
  })
  const phone = await step(`Visits of a phone on slow 3G, ${visits} each`, () =>
    measureVisits(browser, first, second),
  )
  const answering = await step('Answering 30 questions', () => measureAnswering(browser, first))
  await browser.close()
  for (const { stop } of [...servers, constant]) stop()
  await site.stop()
  const api = await startWorkers({
    ...{ port: productApiPort, only: 'product-api', state, quiet: true },
    productApiBindings: { JWT_SECRETS: secrets.JWT_SECRETS },
  })
  const load = await step('500 attempts at once for a minute', () =>
    loadAttempts(productApiPort, { attempts: 500, seconds: 60 }),
  )
  await api.stop()
  printResults(brotli(html), phone, answering, load)
  process.exit(0)
})

type StartedAttempt = { path: string; cookie: { name: string; value: string } }

/** Starts an attempt as a guest through the site's form. */
async function startAttempt(
  exam: string,
  slug: string,
  cookie?: StartedAttempt['cookie'],
): Promise<StartedAttempt> {
  const path = `/karnataka/${exam}/${slug}/instructions`
  const fields = { mode: 'exam', language: 'kn', beside: 'yes', skin: 'standard', declared: 'yes' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin, ...(cookie && { cookie: `${cookie.name}=${cookie.value}` }) },
  })
  const to = response.headers.get('location')
  if (to === null) throw new Error(`${path} answered ${response.status}`)
  const set = /^(__Host-guest)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')
  const guest = set ? { name: set[1] ?? '', value: set[2] ?? '' } : cookie
  if (!guest) throw new Error('The response to the start has no guest cookie')
  return { path: new URL(to, origin).pathname, cookie: guest }
}

type Round = HallVisit & {
  firstBytes: number
  offlineBytes: number
  secondBytes: number
  constantMs: number
}

async function measureVisits(browser: Browser, first: StartedAttempt, second: StartedAttempt) {
  const rounds: Round[] = []
  for (let round = 0; round < visits; round++) {
    const link = await startSlowLink(linkPort, frontPort, slow3G)
    const phone = await newPhoneContext(browser, origin, first.cookie)
    const page = await phone.newPage()
    const hall = await openHall(page, origin + first.path, visitCpuRate)
    const firstBytes = link.toPhoneBytes()
    await waitForOfflineCopy(page)
    const offlineBytes = link.toPhoneBytes()
    await openHall(page, origin + second.path, visitCpuRate)
    const secondBytes = link.toPhoneBytes() - offlineBytes
    await phone.close()
    link.stop()
    const otherPhone = await newPhoneContext(browser, origin, first.cookie)
    const constantMs = await measureFirstPaint(
      await otherPhone.newPage(),
      `https://localhost:${constantLinkPort}/`,
      visitCpuRate,
    )
    await otherPhone.close()
    rounds.push({ ...hall, firstBytes, offlineBytes, secondBytes, constantMs })
  }
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  return {
    firstPaintMs: middle((round) => round.firstPaintMs),
    readableMs: middle((round) => round.readableMs),
    worksMs: middle((round) => round.worksMs),
    constantMs: middle((round) => round.constantMs),
    firstBytes: middle((round) => round.firstBytes),
    offlineBytes: middle((round) => round.offlineBytes),
    secondBytes: middle((round) => round.secondBytes),
  }
}

/** With the CPU throttled six times, on a link without limits. */
async function measureAnswering(browser: Browser, { path, cookie }: StartedAttempt) {
  const link = await startSlowLink(linkPort, frontPort, { delayMs: 0, bitsPerSecond: 1e9 })
  const phone = await newPhoneContext(browser, origin, cookie)
  const page = await phone.newPage()
  await openHall(page, origin + path, answeringCpuRate)
  await waitForOfflineCopy(page)
  const result = await answerQuestions(page, 30, answeringCpuRate)
  await phone.close()
  link.stop()
  return result
}

function constantString(html: string, headers: Headers): string {
  const copied = [...headers].filter(
    ([name]) => !/^(content-length|transfer-encoding|set-cookie)$/.test(name),
  )
  const all = JSON.stringify(Object.fromEntries(copied))
  return `const html = ${JSON.stringify(html)}
export default { fetch: () => new Response(html, { headers: ${all} }) }`
}

function brotli(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(text, { params }).byteLength
}

function printResults(
  htmlBytes: number,
  phone: Awaited<ReturnType<typeof measureVisits>>,
  answering: Awaited<ReturnType<typeof measureAnswering>>,
  load: Awaited<ReturnType<typeof loadAttempts>>,
) {
  const row = (what: string, goal: string, measured: string, holds: boolean) =>
    console.log(`| ${what} | ${goal} | ${measured} | ${holds ? 'yes' : 'NO'} |`)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  const ms = (time: number) => `${time.toFixed(0)} ms`
  const ratio = phone.readableMs / phone.constantMs
  console.log(`\nThe hall of a 100-question paper in two languages; ${cpus().length} cores\n`)
  console.log('| what | goal | measured | holds |\n|---|---|---|---|')
  row('the paper, HTML with CSS, brotli 5', '<= 30 KB', kB(htmlBytes), htmlBytes <= 30_000)
  // A phone that opens the hall directly fetches its page a second time for the offline copy. From
  // the instructions page it does not.
  const wholeBytes = phone.offlineBytes - htmlBytes
  row(
    'all files, also for offline use; TLS and headers included',
    '<= 120 KB',
    `${kB(wholeBytes)}, ${kB(phone.firstBytes)} of it until it works`,
    wholeBytes <= 120_000,
  )
  row('the same for a second paper', '<= 40 KB', kB(phone.secondBytes), phone.secondBytes <= 40_000)
  row(
    'first question readable to constant string, slow 3G',
    '<= 1.3',
    `${ratio.toFixed(2)} (${ms(phone.readableMs)} to ${ms(phone.constantMs)})`,
    ratio <= 1.3,
  )
  row(
    'longest task while answering, 6x slower',
    '<= 100 ms',
    `${ms(answering.maxTaskMs)}; ` +
      `${answering.tasksAbove100Ms} of 60 taps over 100 ms, ${answering.tasksAbove50Ms} over 50 ms`,
    answering.maxTaskMs <= 100,
  )
  row(
    '500 attempts for a minute: events lost',
    '0',
    `${load.lost} of ${load.events}, ${load.wrongStates} wrong states, ` +
      `${load.refused} refused, ${load.repeated} repeated`,
    load.lost + load.wrongStates === 0,
  )
  console.log(
    `\nThe hall's first paint is after ${ms(phone.firstPaintMs)}, ` +
      `its script runs after ${ms(phone.worksMs)}. ` +
      `Switching the language takes ${ms(answering.switchMs)} to the end of the frame at 6x; ` +
      `${answering.heapMB.toFixed(1)} MB of heap, ${answering.nodes} nodes. ` +
      `500 attempts: ${load.requests} requests, p50 ${ms(load.p50Ms)}, p99 ${ms(load.p99Ms)}.`,
  )
}
