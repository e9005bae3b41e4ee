import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../product-api/database.ts'
import { forgetCounts } from '../../product-api/limits/counters.ts'
import { describedOperations, type DescribedOperation } from '../support/described-requests.ts'
import {
  call,
  newMember,
  resetLimits,
  send,
  startEmulatedProductApi,
} from '../support/emulated-product-api.ts'
import { database } from '../support/product-api.ts'
import { recordOwnStatements } from '../support/row-counts.ts'

let operations: DescribedOperation[]
let member: string
let ownTexts: string[]

beforeAll(async () => {
  startEmulatedProductApi()
  ownTexts = await recordOwnStatements()
  const described = await describedOperations()
  operations = described.operations
  member = described.examples.member
}, 60_000)

/** Operations that add rows without a budget, and why nobody can fill the database by them. */
const bounded: Record<string, string> = {
  refreshTokens: 'at most 51 tokens of a session are kept',
  'paypal-paid-get': 'signed by us; one payment has few states',
  'paypal-cancelled-get': 'signed by us; one payment has few states',
  'phonepe-paid-get': 'signed by us; one payment has few states',
  'phonepe-paid-post': 'signed by us; one payment has few states',
  'paypal-webhook': 'signed by the provider',
  'phonepe-webhook': 'signed by the provider',
  useHandoff: 'signed by us; the link works once',
  ownReferrals: 'one code for each account',
  paymentDetails: 'signed by us; one payment has few states',
  ownTopics: 'one row of marks for each attempt, which has a budget',
  ownProgress: 'one row of marks for each attempt, which has a budget',
  resultOfAttempt: 'one row of marks for each attempt, which has a budget',
}

/** What an object notes of itself when it is first opened: some rows for each reader. */
const ownNotes = ['facts', 'outbox', 'claims', 'limit_counters']

/** The tables to which a request adds rows, in the database and in readers' objects. */
async function tablesWritten(work: () => Promise<unknown>): Promise<string[]> {
  const bindings = env as unknown as { DB: Database }
  const db = database()
  const texts: string[] = []
  bindings.DB = {
    prepare: (text) => {
      texts.push(text)
      return db.prepare(text)
    },
    batch: (statements) => db.batch(statements),
  }
  const before = ownTexts.length
  try {
    await work()
  } finally {
    bindings.DB = db
  }
  const names = [...texts, ...ownTexts.slice(before)].flatMap(
    (text) => /INSERT (?:OR \w+ )?INTO (\w+)/.exec(text)?.[1] ?? [],
  )
  return [...new Set(names)].filter((name) => !ownNotes.includes(name))
}

describe('every write path', () => {
  it('is refused with 429 and Retry-After once its budget is used up', async () => {
    const found: Record<string, unknown> = {}
    const written = new Set<string>()
    for (const operation of operations) {
      if (operation.operationId in bounded) continue
      await resetLimits()
      const needsMember = /member/.test(operation['x-caller'])
      const [first, second] = [await operation.request(), await operation.request()]
      for (const { init } of [first, second]) {
        const headers = init.headers as Record<string, string | undefined>
        if (needsMember) headers.authorization ??= `Bearer ${member}`
      }
      const tables = await tablesWritten(() => send(first.path, first.init))
      if (tables.length === 0) continue
      tables.forEach((table) => written.add(table))
      await database().prepare('UPDATE limit_counters SET count = 1000000000').run()
      forgetCounts()
      // A 32nd of what is not for everybody passes in an isolate that has not asked yet.
      let answer = await send(second.path, second.init)
      for (let tries = 0; tries < 200 && answer.status < 400; tries += 1)
        answer = await send(second.path, second.init)
      const retryAfter = Number(answer.headers.get('retry-after'))
      if (answer.status !== 429 || !(retryAfter > 0))
        found[operation.operationId] = [answer.status, tables, await answer.text()]
    }
    await resetLimits()
    expect(found).toEqual({})
    // The recorder sees what it should.
    expect([...written]).toEqual(
      expect.arrayContaining([
        ...['users', 'sessions', 'refresh_tokens', 'one_time_codes', 'guests', 'attempts'],
        ...['review_deliveries', 'plan_events', 'question_reports', 'feedbacks'],
        ...['next_routes', 'payment_transactions', 'referral_transactions'],
      ]),
    )
  }, 60_000)
})

const sizeOf = async () => {
  const { meta } = await database().prepare('SELECT 1').run()
  return (meta as unknown as { size_after: number }).size_after
}

describe('a flood from one address', () => {
  const flood = async (count: number, request: (number: number) => [string, RequestInit]) => {
    await resetLimits()
    const before = await sizeOf()
    const statuses: number[] = []
    for (let number = 0; number < count; number += 1) {
      const [path, init] = request(number)
      statuses.push((await send(path, init)).status)
    }
    return { grownBytes: (await sizeOf()) - before, statuses }
  }
  const post = (body: unknown, jwt?: string): RequestInit => {
    const text = JSON.stringify(body)
    return {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'content-length': String(text.length) },
        ...{ 'x-client-address': '203.0.113.9' },
        ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      },
      body: text,
    }
  }
  const mb = 1_048_576
  const filler = 'x'.repeat(1900)

  it.each<[string, (number: number) => [string, RequestInit]]>([
    [
      'front-end logs',
      () => [
        '/api/front-end-logs',
        post({ logJson: { filler: 'y'.repeat(31_000) }, logTime: new Date().toISOString() }),
      ],
    ],
    ['feedback', () => ['/api/feedbacks', post({ data: { message: filler + filler } })]],
    [
      'failed pages',
      () => [
        '/api/nextroute',
        post({ data: { jsonData: { message: filler }, type: 't', url: filler, userId: null } }),
      ],
    ],
  ])('of 400 %s adds less than 1 MB and ends in 429', async (_, request) => {
    const { grownBytes, statuses } = await flood(400, request)
    expect(grownBytes).toBeLessThan(mb)
    expect(statuses.at(-1)).toBe(429)
  })

  it('of journal entries by guests adds at most 1.5 MB, and members go on', async () => {
    const guests = [await guestWithAttempt(), await guestWithAttempt(), await guestWithAttempt()]
    const { jwt } = await newMember()
    const own = await attemptOf(jwt)
    let tick = 0
    const events = () =>
      Array.from({ length: 40 }, () => ({
        ...{ writer: 'a-flooding-writer', tick: (tick += 1), kind: 'choose', question: filler },
        ...{ option: 1, at: Date.now(), locale: 'kn', spentMs: 1 },
      }))
    const { grownBytes, statuses } = await flood(120, (number) => {
      const guest = guests[number % 3]!
      const path = `/api/user-test-progresses/${guest.id}/events`
      return [path, post({ events: events(), after: 0 }, guest.jwt)]
    })
    expect(statuses.at(-1)).toBe(429)
    expect(grownBytes).toBeLessThan(1.5 * mb)
    const path = `/api/user-test-progresses/${own}/events`
    expect((await send(path, post({ events: [], after: 0 }, jwt))).status).toBe(200)
  }, 60_000)
})

async function guestWithAttempt() {
  const { jwt } = await call('GET', '/api/guest/token')
  return { jwt: jwt, id: await attemptOf(jwt) }
}

async function attemptOf(jwt: string): Promise<string> {
  const data = {
    ...{ id: crypto.randomUUID(), test: 'vao-paper-1-model-paper-2' },
    ...{ mode: 'exam', locale: 'kn' },
  }
  return (await call('POST', '/api/user-test-progresses', { jwt, body: { data } })).data.id
}
