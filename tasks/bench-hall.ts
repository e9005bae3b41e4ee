import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Browser } from 'playwright'
import { sitTogether } from '../bench/attempts.ts'
import { certificate } from '../bench/certificate.ts'
import { openFront } from '../bench/front.ts'
import { answer, enterHall, newPhone, paintOf, untilKept, type HallVisit } from '../bench/hall.ts'
import { median } from '../bench/load.ts'
import { openSlowLink } from '../bench/slow-link.ts'
import { startWorkerd } from '../bench/workerd.ts'
import { buildIfChanged } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { prepareDatabase } from './local-content.ts'
import { startWorkers } from './local-workers.ts'
import { step, runTask } from './task.ts'

// The exam hall on a cheap phone and a slow link, beside the same HTML as a constant string; and the product API with
// so many halls at once.

const state = '.wrangler/bench-state'
const port = 8950
const [frontPort, linkPort] = [port + 1, port + 2]
const [constantPort, constantFrontPort, constantLinkPort] = [port + 3, port + 4, port + 5]
const productApiPort = port + 6
const origin = `https://localhost:${linkPort}`
const slow3G = { delayMs: 400, bitsASecond: 400_000 }
const [visits, slower, slowest] = [5, 4, 6]
const secrets = {
  SESSION_KEYS: 'the-key-of-the-hall-bench-0123456789ab',
  JWT_SECRETS: 'the-secret-of-the-hall-bench-01234567',
}

await runTask(async () => {
  await buildIfChanged()
  rmSync(state, { recursive: true, force: true })
  await step('Loading the content', () => prepareDatabase(state))
  const tls = certificate()
  const site = await startWorkers({
    port,
    state,
    bindings: { SESSION_KEYS: secrets.SESSION_KEYS, SITE_URL: origin },
    productApiBindings: { JWT_SECRETS: secrets.JWT_SECRETS },
    quiet: true,
  })
  const first = await begin('vao-paper-1', 'vao-paper-1-full-1')
  const second = await begin('vao-paper-1', 'vao-paper-1-model-paper-2', first.cookie)
  const hall = await fetch(`http://127.0.0.1:${port}${first.path}`, {
    headers: { cookie: `${first.cookie.name}=${first.cookie.value}` },
  })
  const html = await hall.text()
  const constant = await startWorkerd(
    { name: 'constant string', script: constantString(html, hall.headers) },
    constantPort,
    '/',
  )
  const open = [
    await openFront(frontPort, port, tls),
    await openFront(constantFrontPort, constantPort, tls),
    await openSlowLink(constantLinkPort, constantFrontPort, slow3G),
  ]
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
      tls.trusting,
    ],
  })
  const phone = await step(`Visits of a phone on slow 3G, ${visits} each`, () =>
    measureVisits(browser, first, second),
  )
  const answering = await step('Answering 30 questions', () => measureAnswering(browser, first))
  await browser.close()
  for (const one of [...open, constant]) one.stop()
  await site.stop()
  const api = await startWorkers({
    ...{ port: productApiPort, only: 'product-api', state, quiet: true },
    productApiBindings: { JWT_SECRETS: secrets.JWT_SECRETS },
  })
  const load = await step('500 attempts at once for a minute', () =>
    sitTogether(productApiPort, { attempts: 500, seconds: 60 }),
  )
  await api.stop()
  print(brotli(html), phone, answering, load)
  process.exit(0)
})

type Begun = { path: string; cookie: { name: string; value: string } }

/** Starts an attempt as a visitor does, over the site itself. */
async function begin(exam: string, slug: string, cookie?: Begun['cookie']): Promise<Begun> {
  const path = `/karnataka/${exam}/${slug}/instructions`
  const fields = { mode: 'exam', language: 'kn', beside: 'yes', skin: 'standard', declared: 'yes' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin, ...(cookie && { cookie: `${cookie.name}=${cookie.value}` }) },
  })
  const to = answer.headers.get('location')
  if (to === null) throw new Error(`${path} answered ${answer.status}`)
  const set = /^(__Host-guest)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')
  const kept = set ? { name: set[1] ?? '', value: set[2] ?? '' } : cookie
  if (!kept) throw new Error('no cookie came with the attempt')
  return { path: new URL(to, origin).pathname, cookie: kept }
}

type Round = HallVisit & {
  firstBytes: number
  keptBytes: number
  secondBytes: number
  constantMs: number
}

async function measureVisits(browser: Browser, first: Begun, second: Begun) {
  const rounds: Round[] = []
  for (let round = 0; round < visits; round++) {
    const link = await openSlowLink(linkPort, frontPort, slow3G)
    const phone = await newPhone(browser, origin, first.cookie)
    const page = await phone.newPage()
    const hall = await enterHall(page, origin + first.path, slower)
    const firstBytes = link.toPhoneBytes()
    await untilKept(page)
    const keptBytes = link.toPhoneBytes()
    await enterHall(page, origin + second.path, slower)
    const secondBytes = link.toPhoneBytes() - keptBytes
    await phone.close()
    link.stop()
    const stranger = await newPhone(browser, origin, first.cookie)
    const constantMs = await paintOf(
      await stranger.newPage(),
      `https://localhost:${constantLinkPort}/`,
      slower,
    )
    await stranger.close()
    rounds.push({ ...hall, firstBytes, keptBytes, secondBytes, constantMs })
  }
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  return {
    firstPaintMs: middle((round) => round.firstPaintMs),
    readableMs: middle((round) => round.readableMs),
    worksMs: middle((round) => round.worksMs),
    constantMs: middle((round) => round.constantMs),
    firstBytes: middle((round) => round.firstBytes),
    keptBytes: middle((round) => round.keptBytes),
    secondBytes: middle((round) => round.secondBytes),
  }
}

/** On a processor six times slower; the link does not matter here. */
async function measureAnswering(browser: Browser, { path, cookie }: Begun) {
  const link = await openSlowLink(linkPort, frontPort, { delayMs: 0, bitsASecond: 1e9 })
  const phone = await newPhone(browser, origin, cookie)
  const page = await phone.newPage()
  await enterHall(page, origin + path, slowest)
  await untilKept(page)
  const found = await answer(page, 30, slowest)
  await phone.close()
  link.stop()
  return found
}

function constantString(html: string, headers: Headers): string {
  const kept = [...headers].filter(
    ([name]) => !/^(content-length|transfer-encoding|set-cookie)$/.test(name),
  )
  const all = JSON.stringify(Object.fromEntries(kept))
  return `const html = ${JSON.stringify(html)}
export default { fetch: () => new Response(html, { headers: ${all} }) }`
}

function brotli(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(text, { params }).byteLength
}

function print(
  htmlBytes: number,
  phone: Awaited<ReturnType<typeof measureVisits>>,
  answering: Awaited<ReturnType<typeof measureAnswering>>,
  load: Awaited<ReturnType<typeof sitTogether>>,
) {
  const row = (what: string, goal: string, measured: string, holds: boolean) =>
    console.log(`| ${what} | ${goal} | ${measured} | ${holds ? 'yes' : 'NO'} |`)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  const ms = (time: number) => `${time.toFixed(0)} ms`
  const ratio = phone.readableMs / phone.constantMs
  console.log(`\nThe hall of a 100-question paper in two languages; ${cpus().length} cores\n`)
  console.log('| what | goal | measured | holds |\n|---|---|---|---|')
  row('the paper, HTML with CSS, brotli 5', '<= 30 KB', kB(htmlBytes), htmlBytes <= 30_000)
  // Who comes straight into the hall has its page a second time for the copy; from the instructions nobody has.
  const wholeBytes = phone.keptBytes - htmlBytes
  row(
    'all that it needs, also without a network; TLS and headers included',
    '<= 120 KB',
    `${kB(wholeBytes)}, ${kB(phone.firstBytes)} of it until it works`,
    wholeBytes <= 120_000,
  )
  row('a second paper, likewise', '<= 40 KB', kB(phone.secondBytes), phone.secondBytes <= 40_000)
  row(
    'first question readable to constant string, slow 3G',
    '<= 1.3',
    `${ratio.toFixed(2)} (${ms(phone.readableMs)} to ${ms(phone.constantMs)})`,
    ratio <= 1.3,
  )
  row(
    'longest task while answering, 6x slower',
    '<= 100 ms',
    `${ms(answering.longestTaskMs)}; ${answering.tasksAbove100Ms} of 60 taps over 100 ms, ${answering.tasksAbove50Ms} over 50 ms`,
    answering.longestTaskMs <= 100,
  )
  row(
    '500 attempts for a minute: events lost',
    '0',
    `${load.lost} of ${load.events}, ${load.wrongStates} wrong states, ${load.refused} refused, ${load.sentAgain} sent again`,
    load.lost + load.wrongStates === 0,
  )
  console.log(
    `\nThe hall's first paint comes after ${ms(phone.firstPaintMs)}, it works after ${ms(phone.worksMs)}. ` +
      `Switching the language takes ${ms(answering.switchMs)} to the end of the frame at 6x; ` +
      `${answering.heapMB.toFixed(1)} MB of heap, ${answering.nodes} nodes. ` +
      `500 attempts: ${load.requests} requests, p50 ${ms(load.p50Ms)}, p99 ${ms(load.p99Ms)}.`,
  )
}
