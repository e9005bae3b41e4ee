/** The calls of the specification, listed a second time: the tests' own list, independent of the
 *  site's. */
const lists = ['filters', 'populate', 'sort', 'fields', 'pagination', 'locale']
const table: readonly [method: string, path: string, queries?: readonly string[]][] = [
  ['POST', '/api/auth/local'],
  ['POST', '/api/auth/local/register'],
  ['POST', '/api/auth/local/registerPhone'],
  ['POST', '/api/auth/local/verifyOtp'],
  ['POST', '/api/auth/local/resend-otp'],
  ['POST', '/api/auth/forgot-password'],
  ['POST', '/api/auth/reset-password'],
  ['POST', '/api/auth/change-password'],
  ['GET', '/api/auth/google/callback', ['id_token', 'nonce', 'access_token']],
  ['GET', '/api/users/7'],
  ['GET', '/api/users/9999999999'],
  ['PUT', '/api/update-profile'],
  ['GET', '/api/guest/token'],
  ['GET', '/api/i18n/locales'],
  ['GET', '/api/states', lists],
  ['GET', '/api/pages', lists],
  ['GET', '/api/categories', lists],
  ['GET', '/api/flash-cards', lists],
  ['GET', '/api/tags', lists],
  ['GET', '/api/practice-tests', lists],
  ['GET', '/api/practice-tests/get-explanation', [...lists, 'attempt', 'id']],
  ['GET', '/api/subscription-plans', lists],
  ['GET', '/api/user-subscriptions', lists],
  ['GET', '/api/user-test-progresses', lists],
  ['GET', '/api/payment-transactions', lists],
  ['POST', '/api/payment-transactions'],
  ['GET', '/api/payment-transactions/transaction/details', ['id', 'transactionId', 's']],
  ['POST', '/api/payment-transactions/paypal/checkout'],
  ['POST', '/api/payment-transactions/phonepe/checkout'],
  ['GET', '/api/referral-transactions', lists],
  ['POST', '/api/referral-transactions'],
  ['POST', '/api/feedbacks'],
  ['POST', '/api/front-end-logs'],
  ['POST', '/api/nextroute'],
]

/** Calls whose answers bring tokens. */
export const signInCalls = [
  ['POST', '/api/auth/local'],
  ['POST', '/api/auth/local/register'],
  ['POST', '/api/auth/local/verifyOtp'],
  ['POST', '/api/auth/reset-password'],
  ['POST', '/api/auth/change-password'],
  ['GET', '/api/auth/google/callback'],
  ['GET', '/api/guest/token'],
] as const

export const maxBodyBytes = 65_536

/** Pseudo-random numbers, the same in every run for a seed. */
function seededDraws(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, oneOf: <Item>(items: readonly Item[]) => items[below(items.length)]! }
}
type Draws = ReturnType<typeof seededDraws>

const at = (text: string, place: number, piece: string) =>
  text.slice(0, place) + piece + text.slice(place)

/** Mutations of a path. Some still mean the same call, most mean none. */
const mutations: ((path: string, draw: Draws) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path, { below }) => at(path, below(path.length), '/'),
  (path, { below, oneOf }) =>
    at(path, below(path.length) + 1, oneOf(['.', '..', '%2e', '%2f', '%5c', ';', '%00', '%20'])),
  (path, { oneOf }) =>
    path + oneOf(['/1', '/../tags', '/%2e%2e/users', '/..%2fusers', ';a=b', '.json', '%3f', '\\']),
  (path, { oneOf }) => oneOf(['/en', '/kn', '/te', '/x', '/api', '/.', '/..', '/%2e']) + path,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api/x/%2E%2e/'),
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/api/admin/'),
  (path) => path.slice(0, -1),
  (path, { below }) => {
    const place = 5 + below(path.length - 5)
    return path.slice(0, place) + path.slice(place).toUpperCase()
  },
  (path, { oneOf }) =>
    path.replace(/\d+$/, () =>
      oneOf(['0', '07', '-1', 'me', '7e3', '12345678901', '1/roles', '٧']),
    ),
  (path) => path.replace(/[^/]+$/, (last) => encodeURIComponent(last).replaceAll('-', '%2d')),
]

const unlistedKeys = [
  ...['status', 'publicationState', 'unknown', '__proto__', 'constructor', 'preview', 'token'],
  ...[
    '[status]',
    '[filters][id]',
    'filters.status',
    ' status',
    'Filters',
    'populate%00',
    '%73tatus',
  ],
  ...['status%5B%5D', 'status[]', '', 'filters%2Fstatus', 'locale;status', 'hasPublishedVersion'],
]
const nesting = ['', '[id][$eq]', '[$or][0][a][$in]', '%5Bid%5D%5B%24eq%5D', '[0]', '[status]', '[']

function drawQuery(allowed: readonly string[], draw: Draws): string {
  const pairs = Array.from({ length: draw.below(4) }, () => {
    const key =
      allowed.length > 0 && draw.next() < 0.8
        ? draw.oneOf(allowed) + draw.oneOf(nesting)
        : draw.oneOf(unlistedKeys)
    return key + draw.oneOf(['=', '=1', '=draft', '=a%26status=draft', '=%3Bstatus', ''])
  })
  return pairs.length === 0 ? '' : `?${pairs.join(draw.oneOf(['&', '&', '&&', ';']))}`
}

/** Headers that a client may send; every value contains `of-browser`, by which tests recognise
 *  it. */
const browserHeaders: [string, string][] = [
  ['authorization', 'Bearer of-browser'],
  ['x-forwarded-for', 'of-browser'],
  ['x-forwarded-host', 'of-browser'],
  ['x-real-ip', 'of-browser'],
  ['forwarded', 'for=of-browser'],
  ['x-device-kind', 'of-browser'],
  ['x-client-address', 'of-browser'],
  ['x-site-host', 'of-browser'],
  ['x-locale', 'of-browser'],
  ['x-request-id', 'of-browser'],
  ['x-http-method-override', 'DELETE of-browser'],
  ['accept', 'of-browser/x'],
  ['accept-language', 'of-browser'],
  ['referer', 'https://of-browser.example/'],
  ['if-none-match', '"of-browser"'],
  ['range', 'bytes=0-of-browser'],
]

export type GeneratedCall = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  isForeign: boolean
}

/** Generated calls: a third exactly as listed, the rest mutated. The same for the same seed. */
export function generatedCalls(count: number, seed: number, origin: string): GeneratedCall[] {
  const draw = seededDraws(seed)
  return Array.from({ length: count }, () => {
    const [right, base, queries = []] = draw.oneOf(table)
    const method =
      draw.next() < 0.8 ? right : draw.oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    let path = base
    const turns = draw.oneOf([0, 0, 0, 1, 1, 1, 1, 2, 3])
    for (let turn = 0; turn < turns; turn++) path = draw.oneOf(mutations)(path, draw)
    const headers = Object.fromEntries(browserHeaders.filter(() => draw.next() < 0.3))
    const from = draw.oneOf([
      { isForeign: false },
      { isForeign: false, headers: { origin } },
      { isForeign: false, headers: { 'sec-fetch-site': 'same-origin', origin } },
      { isForeign: false, headers: { 'sec-fetch-site': 'none' } },
      { isForeign: true, headers: { 'sec-fetch-site': 'cross-site' } },
      {
        isForeign: true,
        headers: { origin: draw.oneOf(['https://evil.example', 'null', `${origin}.evil.example`]) },
      },
    ])
    return {
      method,
      path: path + drawQuery(queries, draw),
      headers: { ...headers, ...from.headers },
      body: method === 'GET' ? null : bodyOf(draw),
      isForeign: from.isForeign && !['GET', 'OPTIONS'].includes(method),
    }
  })
}

const bodyOf = (draw: Draws) =>
  draw.next() < 0.03
    ? 'x'.repeat(maxBodyBytes + draw.oneOf([-1, 0, 1, 9000]))
    : draw.oneOf(['', '{}', '{"data":{"of":"browser"}}', 'not json'])

/** Whether a method and address are a listed call, with its query parameters. */
export function isListed(method: string, { pathname, search }: URL): boolean {
  const found = table.find(
    ([known, path]) =>
      known === method && path.replace(/\d+$/, '#') === pathname.replace(/[1-9]\d{0,9}$/, '#'),
  )
  if (!found) return false
  const [, , allowed = []] = found
  return search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .every((pair) => {
      const [key = ''] = pair.split('=')
      const [name = ''] = decodeURIComponent(key.replaceAll('+', ' ')).split('[')
      return allowed.includes(name)
    })
}
