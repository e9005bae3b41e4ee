import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { paymentProviders } from '../../domain/payment-providers.ts'
import { readerApp } from '../../product-api/reader-app.ts'
import { api } from '../../product-api/routes.ts'
import {
  brokenBodies,
  brokenHeaders,
  brokenQueries,
  invalidPathSegments,
  mutatedBodies,
  type BrokenRequest,
  type TestRequest,
} from '../support/broken-requests.ts'
import {
  call,
  randomAddress,
  resetLimits,
  send,
  startEmulatedProductApi,
} from '../support/emulated-product-api.ts'
import { operationExamples, type Example } from '../support/openapi-examples.ts'
import { schemaValues, type Schema } from '../support/openapi-values.ts'
import { seededRandom } from '../support/seeded-random.ts'

type Content = Record<string, { schema?: Schema }>
type Caller = 'public' | 'anyone' | 'guest-or-member' | 'member' | 'signature' | 'provider'
type OperationObject = {
  operationId: string
  'x-caller': Caller
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { description: string; content: Content }
  responses: Record<string, { content?: Content }>
}
type OpenApiDocument = {
  paths: Record<string, Record<string, OperationObject>>
  components: Schema
}
type Operation = { method: string; path: string; operation: OperationObject }

// npm test -- tests/product-api/openapi.test.ts, with OPENAPI_SEED and OPENAPI_ROUNDS in the
// environment (vitest.config.ts): other requests, or more of them.
const { OPENAPI_SEED, OPENAPI_ROUNDS } = env as unknown as Record<string, string>
const [seed, rounds] = [Number(OPENAPI_SEED), Number(OPENAPI_ROUNDS)]
const random = seededRandom(seed)
/** Requests of each kind to each operation. */
const [generatedCount, mutatedCount, brokenCount] = [2 * rounds, 4 * rounds, 4 * rounds]
const maxFailuresPerOperation = 6

let operations: Operation[]
let values: ReturnType<typeof schemaValues>
let prepared: Awaited<ReturnType<typeof operationExamples>>
let errorSchema: Schema

beforeAll(async () => {
  startEmulatedProductApi()
  const answer = await send('/api/openapi.json', {})
  const document = await answer.json<OpenApiDocument>()
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  values = schemaValues(document, random)
  errorSchema = { $ref: '#/components/schemas/Error' }
  prepared = await operationExamples()
}, 300_000)

describe(`the OpenAPI document (requests of seed ${seed})`, () => {
  it('describes every route of the Worker and no other', () => {
    const routed = [...api.routes, ...readerApp.routes]
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^/]+\})?/g, '{$1}')}`)
    const described = operations.map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual([...new Set(routed)].toSorted())
  })

  it('gets a 2xx that fits the document for the example of every operation', async () => {
    const failures = await failuresOfAll((operation) => [
      async () => {
        const status = await checkedStatus(operation, await requestFor(operation), 'example')
        if (status >= 400) throw new Error(exampleError(operation.operation, status))
      },
    ])
    expect(failures).toEqual([])
  }, 300_000)

  it('gets documented answers for requests generated from it', async () => {
    const failures = await failuresOfAll((operation) =>
      Array.from({ length: generatedCount }, () => async () => {
        await checkedStatus(operation, await generatedRequest(operation), 'generated')
      }),
    )
    expect(failures).toEqual([])
  }, 300_000)

  it('gets a 4xx with the error body for every broken request body', async () => {
    const failures = await failuresOfAll(async (operation) => {
      const schema = operation.operation.requestBody?.content['application/json']?.schema
      if (!schema) return []
      const request = await requestFor(operation)
      const requests = [...invalidBodiesOf(operation, request), ...mutated(request, schema)]
      return requests.map((broken) => () => expectRefused(operation, broken))
    })
    expect(failures).toEqual([])
  }, 300_000)

  it('gets documented answers for broken queries and headers', async () => {
    const failures = await failuresOfAll(async (operation) => {
      const request = await requestFor(operation)
      const { parameters } = operation.operation
      const hasListQuery = parameters.some(({ name }) => name === 'populate')
      const isQueried = operation.method === 'GET' && parameters.length > 0
      const requests = [
        ...(isQueried ? sampleOf(brokenQueries(request, hasListQuery), 3 * brokenCount) : []),
        ...sampleOf(brokenHeaders(request), brokenCount),
      ]
      return requests.map((broken) => () => expectRefused(operation, broken))
    })
    expect(failures).toEqual([])
  }, 300_000)

  it('gets the refusal of its caller for a missing, foreign or invalid token', async () => {
    const failures = await failuresOfAll(async (operation) => {
      const request = await requestFor(operation)
      return wrongTokensFor(operation).map(([token, expected]) => async () => {
        const { authorization: _, ...headers } = request.headers
        const unsigned = {
          ...request,
          path: request.path.replace(/\?.*/, ''),
          headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
        }
        const status = await checkedStatus(operation, unsigned, `token ${token?.slice(0, 20)}`)
        if (!expected.includes(status))
          throw new Error(`${operation.operation.operationId}: ${status} for token ${token}`)
      })
    })
    expect(failures).toEqual([])
  }, 300_000)

  it('gets a 4xx with the error body for other methods and for invalid ids', async () => {
    const failures = await failuresOfAll(async (operation) => {
      const request = await requestFor(operation)
      const isDescribed = (method: string) =>
        operations.some((other) => other.path === operation.path && other.method === method)
      const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
        .filter((method) => !isDescribed(method))
        .map((method) => ({ ...request, method, body: method === 'GET' ? null : request.body }))
      const invalidIds = operation.path.includes('{')
        ? sampleOf(invalidPathSegments, brokenCount).map((segment) => ({
            ...request,
            path: operation.path.replace(/\{\w+\}/, segment),
          }))
        : []
      return [
        ...otherMethods.map((other) => async () => {
          const status = await statusOfError(other)
          if (status < 400) throw new Error(`${other.method} ${other.path}: ${status}`)
        }),
        ...invalidIds.map((other) => () => statusOfError(other)),
      ]
    })
    expect(failures).toEqual([])
  }, 300_000)
})

function exampleError({ operationId }: OperationObject, status: number): string {
  if (operationId in prepared.examples) return `${operationId}: ${status} for its example`
  const provider = paymentProviders.find(({ id }) => operationId.startsWith(`${id}-`))
  return provider
    ? `${operationId}: ${status}; add the emulator to tests/support/payment-emulators.ts`
    : `${operationId}: ${status}; add an example to tests/support/openapi-examples.ts`
}

/** The example of an operation as a request; path parameters without one are looked up. */
async function requestFor({ method, path, operation }: Operation): Promise<TestRequest> {
  await resetLimits()
  const example = (await prepared.examples[operation.operationId]?.()) ?? {}
  const content = Object.values(operation.requestBody?.content ?? {})[0]
  const body = example.body ?? (content?.schema && values.valueFor(content.schema)) ?? null
  const { 'x-caller': caller, parameters } = operation
  const jwt =
    example.jwt ??
    (caller === 'member' || caller === 'guest-or-member' ? prepared.member : undefined)
  const segments: Record<string, string> = { ...example.path }
  for (const { name, in: place } of parameters)
    if (place === 'path') segments[name] ??= await firstIdIn(path, name)
  return {
    method,
    path:
      path.replace(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? name) + searchOf(example),
    headers: {
      'x-client-address': randomAddress(),
      'x-site-host': 'abhyasa.test',
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...example.headers,
    },
    body: body === null || typeof body === 'string' ? body : JSON.stringify(body),
  }
}

const searchOf = ({ query }: Example) => (query ? `?${new URLSearchParams(query)}` : '')

/** The example with random text parameters and a random body, as the document allows them. */
async function generatedRequest(operation: Operation): Promise<TestRequest> {
  const request = await requestFor(operation)
  const { parameters, requestBody } = operation.operation
  const [path = '', search] = request.path.split('?')
  const query = new URLSearchParams(search)
  for (const { name, in: place, schema } of parameters) {
    const isChosen = place === 'query' && schema.type === 'string' && random.integerBelow(2) === 0
    if (isChosen && !query.has(name)) query.set(name, String(values.valueFor(schema, name)))
  }
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  return {
    ...request,
    path: query.size === 0 ? path : `${path}?${query}`,
    body: schema ? JSON.stringify(values.valueFor(schema)) : request.body,
  }
}

/** The id of the first document of a list, for the path of one document. */
async function firstIdIn(path: string, name: string): Promise<string> {
  if (name !== 'documentId') return name
  const list = await call('GET', path.replace(/\/\{documentId\}$/, ''))
  return list.data[0].documentId
}

/** Sends a request -> its status. Errors: throws where the answer is a 5xx, has a status that the
 *  document lacks, or does not fit the schema of its status. */
async function checkedStatus(
  { operation }: Operation,
  request: TestRequest,
  note: string,
): Promise<number> {
  const { answer, text, summary } = await answerTo(request, note)
  // A letter is not sent in the name of a host that is none.
  const isWithoutHost = answer.status === 503 && text.includes('is not configured')
  if (answer.status >= 500 && !isWithoutHost) throw new Error(`A server error: ${summary}`)
  const documented = operation.responses[String(answer.status)]
  if (!documented) throw new Error(`Not documented: ${summary}`)
  const schema = documented.content?.['application/json']?.schema
  if (answer.status === 204 || !schema) return answer.status
  const mismatch = values.mismatchOf(JSON.parse(text), schema)
  if (mismatch !== null) throw new Error(`Not as documented, ${mismatch}: ${summary}`)
  if (answer.status >= 400) checkErrorBody(answer, text, summary)
  return answer.status
}

/** Sends a request that may belong to no operation -> its status. Errors: throws for a 5xx, and
 *  for a 4xx without the error body. */
async function statusOfError(request: TestRequest): Promise<number> {
  const { answer, text, summary } = await answerTo(request, 'no operation')
  if (answer.status >= 500) throw new Error(`A server error: ${summary}`)
  if (answer.status >= 400) checkErrorBody(answer, text, summary)
  return answer.status
}

async function answerTo({ method, path, headers, body }: TestRequest, note: string) {
  const answer = await send(path, { method, headers, body: method === 'GET' ? null : body })
  const text = await answer.text()
  const sent = body === null ? '' : ` ${String(body).slice(0, 200)}`
  const summary = `${method} ${path.slice(0, 200)}${sent} (${note}): ${answer.status} ${text}`
  return { answer, text, summary: summary.slice(0, 800) }
}

type ErrorBody = { error: { status: number; details?: { retryAfterSeconds?: number } } }

function checkErrorBody(answer: Response, text: string, summary: string) {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) throw new Error(`Not JSON: ${summary}`)
  const body: unknown = JSON.parse(text)
  const mismatch = values.mismatchOf(body, errorSchema)
  const { error } = body as ErrorBody
  if (mismatch !== null || error.status !== answer.status)
    throw new Error(`Not the error body: ${summary}`)
  const retryAfter = answer.headers.get('retry-after')
  if (answer.status === 429 && Number(retryAfter ?? NaN) !== error.details?.retryAfterSeconds)
    throw new Error(`Retry-After is not retryAfterSeconds: ${summary}`)
}

async function expectRefused(operation: Operation, broken: BrokenRequest) {
  const status = await checkedStatus(operation, broken, broken.kind)
  const sent = String(broken.body)
  if (broken.mustFail && status < 400)
    throw new Error(
      `Accepted: ${broken.method} ${broken.path} (${broken.kind}) ${sent.slice(0, 300)}`,
    )
}

/** Bodies that the operation cannot accept. One that takes any content type has no 415. */
function invalidBodiesOf({ operation }: Operation, request: TestRequest): BrokenRequest[] {
  const maxBytes = Number(/\d+/.exec(operation.requestBody?.description ?? '')?.[0])
  const isTypeChecked = '415' in operation.responses
  return brokenBodies(request, maxBytes).filter(
    ({ hasWrongType }) => isTypeChecked || !hasWrongType,
  )
}

const mutated = (request: TestRequest, schema: Schema): BrokenRequest[] =>
  mutatedBodies(JSON.parse(String(request.body)) as Schema, random, mutatedCount).map((body) => ({
    ...request,
    kind: 'field',
    body: JSON.stringify(body),
    mustFail: !values.isValid(body, schema),
  }))

/** Tokens that an operation refuses, null for none, and the statuses with which it may do so. */
function wrongTokensFor({ path, operation }: Operation): [string | null, number[]][] {
  const invalid = ['a.b.c', 'x', `${prepared.member.slice(0, -3)}abc`].map(
    (token): [string, number[]] => [token, [401]],
  )
  switch (operation['x-caller']) {
    case 'public':
    case 'provider':
      return []
    case 'anyone':
      return invalid
    case 'guest-or-member':
      return [[null, [403]], ...invalid]
    case 'member':
      return [[null, [403]], [prepared.guest, [403]], ...invalid]
    case 'signature': {
      // Some of them take no bearer token, so they refuse the missing signature. The credential of
      // a handoff is in its path, which stays.
      const statuses = [400, 401, 403, 404]
      if (path.includes('{token}')) return []
      return [[null, statuses], ...invalid.map(([token]): [string, number[]] => [token, statuses])]
    }
  }
}

/** Runs every check for every operation -> the messages of those that failed. */
async function failuresOfAll(
  checksOf: (operation: Operation) => Check[] | Promise<Check[]>,
): Promise<string[]> {
  const failures: string[] = []
  for (const operation of operations) {
    const own: string[] = []
    for (const check of await checksOf(operation))
      await check().catch((error: unknown) => own.push(String(error)))
    failures.push(...own.slice(0, maxFailuresPerOperation))
  }
  return failures
}
type Check = () => Promise<unknown>

/** Some of the items, in random order. */
const sampleOf = <Item>(items: readonly Item[], count: number): Item[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ item }) => item)
