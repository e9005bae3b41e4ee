import { operationExamples, type Example } from './openapi-examples.ts'
import { call, send } from './emulated-product-api.ts'

type Operation = { operationId: string; 'x-caller': string }

/** One operation of the product API's document, and how to ask for it. */
export type DescribedOperation = Operation & {
  method: string
  path: string
  /** A new request as its example has it, in the name of `jwt` where the example names nobody. */
  request: (jwt?: string) => Promise<{ path: string; init: RequestInit }>
}

/** Every operation of the document. Needs `startEmulatedProductApi`. */
export async function describedOperations() {
  const answer = await send('/api/openapi.json', {})
  const document = await answer.json<{ paths: Record<string, Record<string, Operation>> }>()
  const examples = await operationExamples()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DescribedOperation => ({
      ...operation,
      ...{ method: method.toUpperCase(), path },
      request: async (jwt) => {
        const example: Example = (await examples.examples[operation.operationId]?.()) ?? {}
        return requestOf(method.toUpperCase(), path, example, jwt)
      },
    })),
  )
  return { operations, examples }
}

async function requestOf(method: string, path: string, example: Example, jwt?: string) {
  const segments: Record<string, string> = { ...example.path }
  if (path.includes('{documentId}') && !segments.documentId) {
    const { data } = await call('GET', path.replace(/\/\{documentId\}$/, ''))
    segments.documentId = data[0].documentId
  }
  const bearer = jwt ?? example.jwt
  const { body } = example
  const search = example.query ? `?${new URLSearchParams(example.query)}` : ''
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? name) + search,
    init: {
      method,
      headers: {
        'x-client-address': '49.207.50.1',
        'x-site-host': 'abhyasa.test',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...example.headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    },
  }
}
