import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, PreparedStatement, QueryResult } from '../../product-api/database.ts'
import { retention } from '../../product-api/retention.ts'
import { newWriter, testTaker } from '../support/attempts.ts'
import { describedOperations, type DescribedOperation } from '../support/described-requests.ts'
import {
  call,
  newMember,
  resetLimits,
  send,
  startEmulatedProductApi,
} from '../support/emulated-product-api.ts'
import { database } from '../support/product-api.ts'

const bindings = env as unknown as { DB: Database }

let operations: DescribedOperation[]
let member: string

beforeAll(async () => {
  startEmulatedProductApi()
  const described = await describedOperations()
  operations = described.operations
  member = described.examples.member
}, 60_000)

/** A replica that is never up to date: it answers a statement as it did for the first time, and
 *  knows no readers until `learnReaders`. `read`: the tables that were read from it. */
function laggingReplica(primary: Database) {
  const first = new Map<string, QueryResult>()
  const read = new Set<string>()
  const sessions: string[] = []
  let [knowsReaders, hasFailed] = [false, false]

  class Stale implements PreparedStatement {
    readonly text: string
    readonly values: readonly (string | number | null)[]
    constructor(text: string, values: readonly (string | number | null)[] = []) {
      this.text = text
      this.values = values
    }
    bind(...values: (string | number | null)[]) {
      return new Stale(this.text, values)
    }
    async all<Row>() {
      if (hasFailed) throw new Error('The replica does not answer')
      for (const [, table = ''] of this.text.matchAll(/(?:FROM|JOIN) (\w+)/g)) read.add(table)
      if (!knowsReaders && /\b(?:FROM|JOIN) (?:sessions|users|guests)\b/.test(this.text))
        return { results: [], meta: { changes: 0, last_row_id: 0 } }
      const key = JSON.stringify([this.text, this.values])
      const known = first.get(key)
      if (known) return known as QueryResult<Row>
      const answer = await primary
        .prepare(this.text)
        .bind(...this.values)
        .all<Row>()
      first.set(key, answer as QueryResult)
      return answer
    }
    run<Row>() {
      return this.all<Row>()
    }
    async first<Row>() {
      return (await this.all<Row>()).results[0] ?? null
    }
  }

  const replica: Database = {
    prepare: (text) => new Stale(text),
    batch: <Row>(statements: PreparedStatement[]) =>
      Promise.all(statements.map((statement) => statement.all<Row>())),
  }
  const db: Database = {
    prepare: (text) => primary.prepare(text),
    batch: (statements) => primary.batch(statements),
    withSession: (start) => {
      sessions.push(start)
      return replica
    },
  }
  return {
    ...{ db, read, sessions },
    learnReaders: () => (knowsReaders = true),
    fail: () => (hasFailed = true),
  }
}

let replica: ReturnType<typeof laggingReplica>
let primary: Database
beforeEach(async () => {
  await resetLimits()
  primary = database()
  replica = laggingReplica(primary)
  bindings.DB = replica.db
})
afterEach(() => void (bindings.DB = primary))

/** Notices are read by everybody like content, and are shown minutes after their approval. */
const contentTables = new Set([
  'notices',
  ...retention.filter(({ keeps }) => keeps === 'content').map(({ table }) => table),
])

describe('reads from replicas', () => {
  it('are those of content and of who takes a test, and no others', async () => {
    const found: Record<string, string[]> = {}
    const requests: [string, { path: string; init: RequestInit }][] = []
    // Reads first, because others end sessions and delete accounts.
    const isWrite = ({ method }: DescribedOperation) => (method === 'GET' ? 0 : 1)
    for (const operation of operations.toSorted((one, other) => isWrite(one) - isWrite(other))) {
      const bearer = /member/.test(operation['x-caller']) ? member : undefined
      requests.push([operation.operationId, await operation.request(bearer)])
    }
    for (const [id, { path, init }] of requests) {
      await resetLimits()
      replica.read.clear()
      await send(path, init)
      const own = [...replica.read].filter(
        (table) => !contentTables.has(table) && !/^(json_each|best|candidates)$/.test(table),
      )
      if (replica.read.size > 0) found[id] = own.sort()
    }
    const { sendEvents, eventsOfAttempt, submitAttempt, ...asked } = found
    const { startAttempt, attemptById, paperOfAttempt, ...others } = asked
    expect(Object.keys(others).sort()).toEqual([
      ...['category', 'categoryList', 'contentIndex', 'explanations', 'figure', 'flashCard'],
      ...[
        'flashCardList',
        'locales',
        'page',
        'pageList',
        'patternSheet',
        'patternSheetList',
        'practiceTest',
      ],
      ...['practiceTestList', 'resultOfAttempt', 'search', 'solvedSample', 'state', 'stateList'],
      ...['subscriptionPlan', 'subscriptionPlanList', 'tag', 'tagList'],
    ])
    const caller = ['sessions', 'users']
    const running = [
      ...[startAttempt, attemptById, paperOfAttempt, eventsOfAttempt, sendEvents, submitAttempt],
    ]
    expect(running).toEqual(running.map(() => caller))
    expect(new Set(Object.values(others).flat())).toEqual(new Set())
    expect(new Set(replica.sessions)).toEqual(new Set(['first-unconstrained']))
  }, 60_000)

  it('miss nothing of what the same reader has just written', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    const { data: attempt } = await taker.start()
    const [question] = (await taker.paper(attempt.id)).questions
    const delivered = await taker.send(
      attempt.id,
      [newWriter()({ question: question!.id, option: 1 })],
      { after: 0 },
    )
    expect([delivered.status, replica.read.has('sessions')]).toEqual([200, true])
    expect((await taker.read(attempt.id)).data).toMatchObject({ answered: 1 })
    expect((await taker.submit(attempt.id)).data.submittedAt).not.toBe(null)
    const profile = { gender: 'female' }
    expect((await taker.request('PUT', '/api/update-profile', profile)).status).toBe(200)
    expect((await call('GET', '/api/users/me', { jwt })) as unknown).toMatchObject(profile)
  })

  it('let an ended session take a test until the replica knows, and do nothing else', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    const { data: attempt } = await taker.start()
    const [one, other] = (await taker.paper(attempt.id)).questions
    replica.learnReaders()
    const deliver = (question: string) =>
      taker
        .send(attempt.id, [newWriter()({ question, option: 1 })], { after: 0 })
        .then(({ status }) => status)
    expect(await deliver(one!.id)).toBe(200)
    await call('DELETE', '/api/sessions', { jwt })
    expect(await deliver(other!.id)).toBe(200)
    for (const [method, path] of [
      ['GET', '/api/users/me'],
      ['GET', '/api/sessions'],
      ['GET', '/api/user-test-progresses'],
    ] as const) {
      const { status } = await taker.request(method, path)
      expect([path, status]).toEqual([path, 401])
    }
  })

  it('that fail keep nobody from taking a test', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    const { data: attempt } = await taker.start()
    const [question] = (await taker.paper(attempt.id)).questions
    replica.fail()
    const events = [newWriter()({ question: question!.id, option: 1 })]
    expect((await taker.send(attempt.id, events, { after: 0 })).status).toBe(200)
    expect((await taker.eventsAfter(attempt.id)).data.events).toEqual(events)
  })

  it('that know an erased account still let nothing be stored for it', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    replica.learnReaders()
    const { data: attempt } = await taker.start()
    const confirmed = { method: 'DELETE', headers: { authorization: `Bearer ${jwt}` } }
    const body = JSON.stringify({ confirm: true })
    const headers = { ...confirmed.headers, 'content-type': 'application/json' }
    expect((await send('/api/users/me', { ...confirmed, headers, body })).status).toBe(200)
    const event = newWriter()({ question: 'q', option: 1 })
    const { start, send: deliver, read } = taker
    expect([
      (await start()).status,
      (await deliver(attempt.id, [event], { after: 0 })).status,
      (await read(attempt.id)).status,
    ]).toEqual([401, 401, 401])
  })
})
