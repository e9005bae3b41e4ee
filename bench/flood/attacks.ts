import { randomInt, randomUUID } from 'node:crypto'
import { createFloodClient, formBody, jsonBody, withCookies, type FloodClient } from './request.ts'

// The attackers, in a process of their own. It is started with the site's port, the seconds, and
// the names of the attacks (all of them if there are none), and prints what was answered as JSON.

/** A reader opens a page every five seconds; each attack asks fifty times as often. */
const requestsPerSecond = 10
const maxInFlight = 60

const attackerAddress = '198.51.100.7'
const victim = { email: 'victim@example.in', phone: '9845000001' }
const filler = 'y'.repeat(31_000)
const shortFiller = 'x'.repeat(1900)
const megabyte = Buffer.alloc(1_048_576, 120)

/** Sends the next request -> its status. */
type Attack = (client: FloodClient) => () => Promise<number>

const statusOf = async (answer: ReturnType<FloodClient>) => (await answer).status
const anyIpv4Of24 = () => `198.51.101.${randomInt(1, 255)}`
const anyIpv6Of48 = () => `2409:4071:77:${randomInt(65_536).toString(16)}::1`
const anyWord = () => randomUUID().replaceAll(/[^a-f]/g, '')
const wrongPassword = 'not the right password'

const post =
  (path: string, request: () => { address?: string } & ReturnType<typeof formBody>): Attack =>
  (client) =>
  () =>
    statusOf(client({ method: 'POST', path, address: attackerAddress, ...request() }))

export const attacks: Record<string, Attack> = {
  'front-end logs of 31 KB': post('/api/front-end-logs', () =>
    jsonBody({ logJson: { filler }, logTime: new Date().toISOString() }),
  ),
  'failed pages': post('/api/nextroute', () =>
    jsonBody({
      data: { jsonData: { message: shortFiller }, type: 't', url: shortFiller, userId: null },
    }),
  ),
  feedback: post('/feedback', () =>
    formBody({ name: '', contact: '', message: shortFiller, url: '' }),
  ),
  'a guest’s journal': (client) => {
    const own = withCookies(client)
    let attempt: Promise<string> | undefined
    let tick = 0
    return async () => {
      attempt ??= startAttempt(own)
      const path = `${await attempt}/events`
      const events = Array.from({ length: 60 }, () => ({
        ...{ writer: 'a-flooding-writer', tick: (tick += 1), kind: 'choose' },
        ...{ question: shortFiller, option: 1, at: Date.now(), locale: 'kn', spentMs: 1 },
      }))
      const body = jsonBody({ events, after: 0 })
      return statusOf(own({ method: 'POST', path, address: attackerAddress, ...body }))
    }
  },
  'wrong passwords of one account': post('/login', () =>
    formBody({ email: victim.email, password: wrongPassword }),
  ),
  'passwords from one /24': post('/login', () => ({
    ...formBody({ email: `${anyWord()}@example.in`, password: wrongPassword }),
    address: anyIpv4Of24(),
  })),
  registrations: post('/login/register', () =>
    formBody({
      ...{ username: '', email: `${randomUUID()}@example.in`, password: randomUUID() },
      ageBand: 'adult',
    }),
  ),
  'wrong codes': post('/login/code', () =>
    formBody({ phone: victim.phone, otp: String(randomInt(100_000, 999_999)) }),
  ),
  'challenges of passkeys': post('/login/passkey/options', () => formBody({})),
  'SMS from one /48': post('/login/phone', () => ({
    ...formBody({ phone: `98${String(randomInt(10_000_000, 99_999_999))}` }),
    address: anyIpv6Of48(),
  })),
  'starts of guests': (client) => async () => (await startRequest(client, attackerAddress)).status,
  search: (client) => () =>
    statusOf(
      client({
        path: `/search?q=${encodeURIComponent(`gramma ${anyWord()} adalita ${anyWord()}`)}`,
        address: attackerAddress,
      }),
    ),
  'whole lists': (client) => () =>
    statusOf(
      client({
        path: `/api/practice-tests?populate=*&pagination[pageSize]=100&sort=id:desc`,
        address: attackerAddress,
      }),
    ),
  'chunked bodies of 60 MB': (client) => () =>
    statusOf(
      client({
        method: 'POST',
        path: '/feedback',
        address: attackerAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: chunks(60),
      }),
    ),
}

async function* chunks(count: number) {
  for (let index = 0; index < count; index += 1) {
    await Promise.resolve()
    yield megabyte
  }
}

const startRequest = (client: FloodClient, address: string) => {
  const fields = { mode: 'exam', language: 'kn', beside: 'yes', skin: 'standard', declared: 'yes' }
  const path = '/karnataka/vao-paper-1/vao-paper-1-full-1/instructions'
  return client({ method: 'POST', path, address, ...formBody(fields) })
}

/** Starts an attempt as a guest -> its path: '/attempts/…'. */
export async function startAttempt(client: FloodClient, address = attackerAddress) {
  const { headers, status } = await startRequest(client, address)
  if (typeof headers.location !== 'string') throw new Error(`The start answered ${status}`)
  return new URL(headers.location, 'http://localhost').pathname
}

/** Statuses of the answers to an attack; 0: no answer. `skipped`: too many were in flight. */
export type AttackResult = { name: string; statuses: Record<string, number>; skipped: number }

async function runAttack(name: string, attack: Attack, port: number, seconds: number) {
  const send = attack(createFloodClient(port, maxInFlight))
  const result: AttackResult = { name, statuses: {}, skipped: 0 }
  const startedAt = performance.now()
  const inFlight = new Set<Promise<void>>()
  for (let number = 0; number < seconds * requestsPerSecond; number += 1) {
    const dueMs = (number * 1000) / requestsPerSecond - (performance.now() - startedAt)
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
    if (inFlight.size >= maxInFlight) {
      result.skipped += 1
      continue
    }
    const sent = send()
      .catch(() => 0)
      .then((status) => {
        result.statuses[status] = (result.statuses[status] ?? 0) + 1
        inFlight.delete(sent)
      })
    inFlight.add(sent)
  }
  await Promise.all(inFlight)
  return result
}

if (process.argv[1]?.endsWith('flood/attacks.ts')) {
  const [port, seconds, ...names] = process.argv.slice(2)
  const chosen = Object.entries(attacks).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  const results = await Promise.all(
    chosen.map(([name, attack]) => runAttack(name, attack, Number(port), Number(seconds))),
  )
  console.log(JSON.stringify(results))
  process.exit(0)
}
