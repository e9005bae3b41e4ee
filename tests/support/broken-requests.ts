import type { SeededRandom } from './openapi-values.ts'

export type TestRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** A request that was made invalid in one way. */
export type BrokenRequest = TestRequest & {
  /** How, for error messages. */
  kind: string
  /** Whether every answer but a 4xx is an error; else the request may happen to be valid. */
  mustFail: boolean
  /** The content type is wrong. */
  hasWrongType?: boolean
}

type Json = Record<string, unknown>

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const kannada = 'ಪ್ರಶ್ನೆ ಪತ್ರಿಕೆ'
const wrongValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 9007199254740993, '', ' ', kannada],
  ...['x'.repeat(5001), '\ud800', '\u0000', '1', "'; DROP TABLE users; --", '%s', '../../etc'],
  ...[[], [[[]]], {}, { $eq: 1 }, [null], [{}], { data: {} }, { constructor: { prototype: 1 } }],
]

/** Bodies that no operation can accept. */
export function brokenBodies(request: TestRequest, maxBytes: number): BrokenRequest[] {
  const withBody = (
    kind: string,
    body: BrokenRequest['body'],
    type = 'application/json',
  ): BrokenRequest => ({
    ...request,
    kind,
    body,
    headers: { ...request.headers, 'content-type': type },
    hasWrongType: type !== 'application/json',
    mustFail: true,
  })
  const text = typeof request.body === 'string' ? request.body : '{}'
  const invalidUtf8 = new Uint8Array([
    ...new TextEncoder().encode('{"a":"'),
    ...[0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80],
    ...new TextEncoder().encode('"}'),
  ])
  return [
    withBody('cut off', text.slice(0, -1)),
    withBody('no JSON', 'ಅಲ್ಲ'),
    withBody('two values', `${text} ${text}`),
    withBody('a list', '[]'),
    withBody('a text', '"x"'),
    withBody('a number', '1e400'),
    withBody('null', 'null'),
    withBody('invalid UTF-8', invalidUtf8),
    withBody('too large', JSON.stringify({ filler: 'ಕ'.repeat(maxBytes) })),
    withBody('too large, 100 kB and more', ' '.repeat(Math.max(maxBytes, 100_000)) + text),
    withBody('too deep', `{"deep":${nested(5000)}}`),
    withBody('plain text', text, 'text/plain'),
    withBody('XML', '<a/>', 'application/xml'),
    withBody('a file', text, 'multipart/form-data; boundary=x'),
    withBody('an invalid type', text, 'json; ;=,'),
  ]
}

/** Bodies with one field missing, added or changed. They may still fit their schema. */
export function mutatedBodies(body: Json, random: SeededRandom, count: number): Json[] {
  const inner = typeof body.data === 'object' && body.data !== null ? (body.data as Json) : null
  const fields = inner ?? body
  const wrap = (changed: Json): Json => (inner ? { ...body, data: changed } : changed)
  const names = Object.keys(fields)
  const without = names.map((name) =>
    wrap(Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))),
  )
  const changed = Array.from({ length: count }, () => {
    const name = random.itemOf([...names, ...names, 'unknown', 'id', '__proto__', 'constructor'])
    return wrap({ ...fields, [name]: random.itemOf(wrongValues) })
  })
  return [{}, { data: {} }, { data: null }, ...without, ...changed]
}

/** `invalid`: refused by lists; `unusual`: refused or ignored. */
const queries = {
  invalid: [
    ...['filters[nosuch][$eq]=1', 'filters[slug][$nosuch]=1', 'filters[id][slug][$eq]=1'],
    ...['sort=nosuch', 'sort=slug:sideways', 'fields=nosuch', 'populate=nosuch'],
    ...['populate[nosuch]=*', 'filters=x', `sort=${encodeURIComponent(kannada)}`],
  ],
  unusual: [
    ...['pagination[page]=-1', 'pagination[page]=0', 'pagination[page]=ಒಂದು', 'pagination=x'],
    ...['pagination[pageSize]=-5', 'pagination[page]=999999999&pagination[pageSize]=100'],
    ...[
      'pagination[start]=-1&pagination[limit]=-1',
      'pagination[start]=1e9',
      'pagination[limit]=0',
    ],
    ...['pagination[page][a]=1', 'pagination[withCount]=maybe', 'locale=', 'locale=xx'],
    ...['locale=all', 'locale[]=kn', `locale=${encodeURIComponent(kannada)}`, 'locale=%00'],
    ...['unknown=1', 'status=draft', '__proto__[x]=1', 'constructor[prototype][x]=1'],
    ...[
      'filters[__proto__][x]=1',
      'populate[constructor]=1',
      'sort[]=',
      'sort[0][a]=1',
      'fields=*',
    ],
    ...[
      'filters[$or]=1',
      'filters[$or][0]=x',
      'filters[$not]=',
      'filters[$and][]=',
      '%',
      '%zz=%E0%A4',
    ],
    ...['q=%E0%A4', 'q=%F0%9F%99%82', 'q=%00', `q=${encodeURIComponent('" OR * NEAR( ^')}`],
    ...[`q=${'ಕನ್ನಡ '.repeat(300)}`, 'after=-1', 'after=x', 'after=999999999999999', 'after=1.5'],
    ...['of=nothing', 'attempt=', 'id=', 's=', 'tx=', 'token=', 's=%00&tx=%00&token=%00'],
    ...['id_token=a.b.c', 'id_token=%00', `id_token=${'a'.repeat(3000)}`],
    `filters[slug][$contains]=${'%25_'.repeat(200)}`,
    `filters[slug][$in]=${Array.from({ length: 400 }, (_, index) => `s${index}`).join(',')}`,
    Array.from({ length: 150 }, (_, index) => `filters[slug][$in][${index}]=a`).join('&'),
    Array.from({ length: 150 }, (_, index) => `filters[$or][${index}][slug][$eq]=a`).join('&'),
    Array.from({ length: 150 }, (_, index) => `filters[$and][${index}][slug][$gte]=a`).join('&'),
    `filters${'[$and][0]'.repeat(5)}[slug][$eq]=a`,
    `filters${'[$not]'.repeat(40)}[slug][$eq]=a`,
    `populate[tags]${'[populate][tags]'.repeat(8)}=*`,
    `sort=${Array.from({ length: 300 }, () => 'id').join(',')}`,
    `fields=${Array.from({ length: 300 }, () => 'slug').join(',')}`,
    ...['filters[slug][$eq]=%00', 'filters[slug][$eq]=%ED%A0%80', 'filters[id][$eq]=1e400'],
    ...['filters[id][$gte]=9223372036854775808', 'filters[id][$in]=', 'filters[slug][$eq][a]=1'],
    ...['filters[slug]=x', 'filters[slug][]=x', 'filters[category][slug][$eq]=vao-paper-1'],
    ...['filters[category]=x', 'filters[category][$eq]=1', 'populate=*', 'populate[0]=tags'],
  ],
}

/** Requests with query parameters that no client sends. `hasListQuery`: the operation is a list,
 *  which refuses unknown keys. */
export const brokenQueries = (request: TestRequest, hasListQuery: boolean): BrokenRequest[] =>
  (['invalid', 'unusual'] as const).flatMap((kind) =>
    queries[kind].map((query): BrokenRequest => ({
      ...request,
      kind: `query ${query.slice(0, 60)}`,
      path: `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`,
      mustFail: hasListQuery && kind === 'invalid',
    })),
  )

const headers: readonly [string, string][] = [
  ['authorization', `Bearer ${'x'.repeat(4000)}`],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer'],
  ['x-client-address', '::::::::'],
  ['x-client-address', "'; DROP TABLE users; --"],
  ['x-site-host', 'evil.example/a?b'],
  ['x-locale', 'x'.repeat(4000)],
  ['x-device-kind', '%00'],
  ['x-request-id', '{"a":1}'],
  ['user-agent', 'x'.repeat(8000)],
  ['accept', 'text/html'],
  ['range', 'bytes=9-1'],
  ['strapi-response-format', 'v4'],
  ['sec-purpose', 'prefetch'],
]

export const brokenHeaders = (request: TestRequest): BrokenRequest[] =>
  headers.map(([name, value]) => ({
    ...request,
    kind: `header ${name}`,
    headers: { ...request.headers, [name]: value },
    mustFail: false,
  }))

/** Values of a path parameter that belong to no row. */
export const invalidPathSegments = [
  ...['0', '-1', 'null', '%00', '%E0%A4', encodeURIComponent(kannada), 'x'.repeat(2000)],
  ...["'%20OR%201=1", '%2e%2e', '%2F', '..%2f..', '01JABCDEFGHJKMNPQRSTVWXYZ0', '%F0%9F%99%82'],
  ...['00000000-0000-4000-8000-000000000000', '1e400', '{id}', '%ED%A0%80'],
]
