import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../product-api/routes.ts'
import { openExamples, type Example } from '../support/openapi-examples.ts'
import {
  brokenBodies,
  brokenHeaders,
  brokenQueries,
  mutatedBodies,
  strangeSegments,
  type Broken,
  type Sent,
} from '../support/openapi-mutations.ts'
import { valuesOf, type Schema } from '../support/openapi-values.ts'
import { anyAddress, call, resetLimits, send, startWorld } from '../support/openapi-world.ts'
import { seededRandom } from '../support/seeded-random.ts'

type Media = Record<string, { schema?: Schema }>
type Operation = {
  operationId: string
  'x-caller': string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { description: string; content: Media }
  responses: Record<string, { content?: Media }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Schema
}
type Described = { method: string; path: string; operation: Operation }

const random = seededRandom(20261122)
const [mutationsEach, queriesEach, headersEach, segmentsEach] = [12, 18, 6, 6]
/** Of one operation; more would say the same. */
const maxFailures = 6
let document: Document
let operations: Described[]
let values: ReturnType<typeof valuesOf>
let examples: Awaited<ReturnType<typeof openExamples>>

beforeAll(async () => {
  startWorld()
  document = (await call('GET', '/api/openapi.json')) as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  values = valuesOf(document, random)
  examples = await openExamples()
}, 60_000)

/** A request for an operation: as its example says, the rest drawn from the document. */
async function requestFor({ method, path, operation }: Described, isDrawn = false): Promise<Sent> {
  await resetLimits()
  const example: Example = (await examples.examples[operation.operationId]?.()) ?? {}
  const { 'x-caller': caller, parameters, requestBody } = operation
  const jwt =
    example.jwt ??
    (caller === 'member' || caller === 'guest-or-member' ? examples.member : undefined)
  const segments: Record<string, string> = { ...example.path }
  const query = new URLSearchParams(example.query)
  for (const { name, in: place, schema } of parameters)
    if (place === 'path') segments[name] ??= await documentIdOf(path, name)
    else if (
      isDrawn &&
      schema.type === 'string' &&
      random.integerBelow(2) === 0 &&
      !query.has(name)
    )
      query.set(name, String(values.valueFor(schema, name)))
  const content = Object.values(requestBody?.content ?? {})[0]
  const body =
    content?.schema === undefined
      ? null
      : isDrawn || example.body === undefined
        ? values.valueFor(content.schema)
        : example.body
  const search = query.size === 0 ? '' : `?${query}`
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? name) + search,
    headers: {
      'x-client-address': anyAddress(),
      'x-site-host': 'abhyasa.test',
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...example.headers,
    },
    body: body === null || typeof body === 'string' ? body : JSON.stringify(body),
  }
}

/** The first document of a list, for the path of one document. */
async function documentIdOf(path: string, name: string): Promise<string> {
  if (name !== 'documentId') return name
  const list = await call('GET', path.replace(/\/\{documentId\}$/, ''))
  return list.data[0].documentId as string
}

/** Sends a request -> its status, or throws where the answer is not as the document has it. */
async function statusOf(described: Described, sent: Sent, note: string): Promise<number> {
  const { method, path, headers, body } = sent
  const isBodiless = method === 'GET' || body === null
  const startedAt = performance.now()
  const answer = await send(path, { method, headers, body: isBodiless ? null : body })
  const spent = ((globalThis as any).spent ??= new Map())
  const entry = spent.get(described.operation.operationId) ?? [0, 0]
  spent.set(described.operation.operationId, [
    entry[0] + 1,
    entry[1] + performance.now() - startedAt,
  ])
  const text = await answer.text()
  const { status } = answer
  const about = `${method} ${path.slice(0, 200)} (${note}): ${status} ${text.slice(0, 400)}`
  if (status >= 500) throw new Error(`A fault of the server: ${about}`)
  const documented = described.operation.responses[String(status)]
  if (!documented) throw new Error(`Not documented: ${about}`)
  const schema = documented.content?.['application/json']?.schema
  if (status === 204 || !schema) return status
  const fault = values.faultOf(JSON.parse(text), schema)
  if (fault !== null) throw new Error(`Not as documented, ${fault}: ${about}`)
  if (status >= 400) checkError(answer, JSON.parse(text) as ErrorBody, about)
  return status
}

type ErrorBody = { error: { status: number; details?: { retryAfterSeconds?: number } } }

function checkError(answer: Response, { error }: ErrorBody, about: string) {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || error.status !== answer.status) throw new Error(`Not the error body: ${about}`)
  const retryAfter = answer.headers.get('retry-after')
  const { retryAfterSeconds } = error.details ?? {}
  if (answer.status === 429 && (!retryAfter || Number(retryAfter) !== retryAfterSeconds))
    throw new Error(`No time to try again: ${about}`)
}

/** Every failure of a list of checks, so that one run shows them all. */
async function failuresOf(checks: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const failures: string[] = []
  for (const check of checks)
    try {
      await check()
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      if (failures.length < maxFailures) failures.push(failure)
    }
  return failures
}

const jsonSchemaOf = ({ operation }: Described) =>
  operation.requestBody?.content['application/json']?.schema

/** Sends what was broken; it has to be refused where the document does not allow it. */
const refused = (described: Described, broken: Broken) => async () => {
  const status = await statusOf(described, broken, broken.kind)
  if (broken.expected === 'mustFail' && status < 400)
    throw new Error(`Accepted: ${broken.method} ${broken.path} (${broken.kind})`)
}

import { afterAll } from 'vitest'
afterAll(() => {
  const all = [...(globalThis as any).spent]
  console.log(
    'SPENT ' +
      JSON.stringify(
        all
          .sort((a: any, b: any) => b[1][1] - a[1][1])
          .slice(0, 30)
          .map(([n, [c, t]]: any) => n + ' ' + c + ' ' + Math.round(t)),
      ) +
      ' TOTAL ' +
      all.reduce((s: any, [, [c]]: any) => s + c, 0) +
      ' ' +
      Math.round(all.reduce((s: any, [, [, t]]: any) => s + t, 0)),
  )
})
describe('the OpenAPI document', () => {
  it('describes every route of the Worker and no other', () => {
    const routed = api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^/]+\})?/g, '{$1}')}`)
    const described = operations.map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual([...new Set(routed)].toSorted())
  })

  it('answers the example of every operation with a 2xx that fits the document', async () => {
    const failures = await failuresOf(
      operations.map((described) => async () => {
        const status = await statusOf(described, await requestFor(described), 'example')
        if (status >= 400) throw new Error(`${described.operation.operationId}: ${status}`)
      }),
    )
    expect(failures).toEqual([])
  }, 60_000)

  it('answers requests drawn from the document with a documented answer', async () => {
    const failures = await failuresOf(
      operations.flatMap((described) =>
        Array.from({ length: 4 }, () => async () => {
          await statusOf(described, await requestFor(described, true), 'drawn')
        }),
      ),
    )
    expect(failures).toEqual([])
  }, 60_000)

  it('refuses every broken body with a 4xx of the one error body', async () => {
    const failures: string[] = []
    for (const described of operations) {
      const schema = jsonSchemaOf(described)
      if (!schema) continue
      const sent = await requestFor(described)
      const maxBytes = Number(/\d+/.exec(described.operation.requestBody?.description ?? '')?.[0])
      const body = JSON.parse(String(sent.body)) as Record<string, unknown>
      const mutated = mutatedBodies(body, random, mutationsEach).map((changed): Broken => ({
        ...sent,
        kind: 'field',
        body: JSON.stringify(changed),
        expected: values.fits(changed, schema) ? 'anything' : 'mustFail',
      }))
      const { 415: typeRefusal } = described.operation.responses
      const all = [
        ...brokenBodies(sent, maxBytes).filter(({ changesType }) => !changesType || typeRefusal),
        ...mutated,
      ]
      failures.push(
        ...(await failuresOf(
          all.map((broken) => async () => {
            await refused(described, broken)().catch((error: unknown) => {
              throw new Error(`${String(error)} BODY ${String(broken.body).slice(0, 300)}`)
            })
          }),
        )),
      )
    }
    expect(failures).toEqual([])
  }, 120_000)

  it('answers strange queries, headers and paths without a fault of the server', async () => {
    const failures: string[] = []
    for (const described of operations) {
      const sent = await requestFor(described)
      const hasListQuery = described.operation.parameters.some(({ name }) => name === 'populate')
      const isQueried = described.method === 'GET' && described.operation.parameters.length > 0
      const checks = [
        ...(isQueried ? sampled(brokenQueries(sent, hasListQuery), queriesEach) : []),
        ...sampled(brokenHeaders(sent), headersEach),
      ].map((broken) => refused(described, broken))
      failures.push(
        ...(await failuresOf(checks)),
        ...(await failuresOf(pathChecks(described, sent))),
      )
    }
    expect(failures).toEqual([])
  }, 120_000)
})

/** Some of them, others each time. */
const sampled = <Item>(items: readonly Item[], count: number): Item[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ item }) => item)

/** The same request for what does not exist. */
const pathChecks = (described: Described, sent: Sent) =>
  described.path.includes('{')
    ? sampled(strangeSegments, segmentsEach).map((segment) => async () => {
        const path = described.path.replace(/\{\w+\}/, segment)
        const answer = await send(path, { ...sent, body: sent.method === 'GET' ? null : sent.body })
        const text = await answer.text()
        if (answer.status >= 500) throw new Error(`A fault of the server: ${path} ${text}`)
      })
    : []
