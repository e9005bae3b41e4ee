import { seededRandom } from './seeded-random.ts'

/** The calls that browsers may make through the site. A list of its own, so that tests do not
 *  depend on the site's. */
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

/** Calls whose responses contain tokens. */
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

type SeededRandom = ReturnType<typeof seededRandom>

const at = (text: string, offset: number, piece: string) =>
  text.slice(0, offset) + piece + text.slice(offset)

/** Mutations of a path. After some it still addresses the same call, after most none. */
const mutations: ((path: string, random: SeededRandom) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path, { integerBelow }) => at(path, integerBelow(path.length), '/'),
  (path, { integerBelow, itemOf }) =>
    at(
      path,
      integerBelow(path.length) + 1,
      itemOf(['.', '..', '%2e', '%2f', '%5c', ';', '%00', '%20']),
    ),
  (path, { itemOf }) =>
    path + itemOf(['/1', '/../tags', '/%2e%2e/users', '/..%2fusers', ';a=b', '.json', '%3f', '\\']),
  (path, { itemOf }) => itemOf(['/en', '/kn', '/te', '/x', '/api', '/.', '/..', '/%2e']) + path,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api/x/%2E%2e/'),
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/api/admin/'),
  (path) => path.slice(0, -1),
  (path, { integerBelow }) => {
    const place = 5 + integerBelow(path.length - 5)
    return path.slice(0, place) + path.slice(place).toUpperCase()
  },
  (path, { itemOf }) =>
    path.replace(/\d+$/, () =>
      itemOf(['0', '07', '-1', 'me', '7e3', '12345678901', '1/roles', '٧']),
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

function drawQuery(allowed: readonly string[], random: SeededRandom): string {
  const pairs = Array.from({ length: random.integerBelow(4) }, () => {
    const key =
      allowed.length > 0 && random.next() < 0.8
        ? random.itemOf(allowed) + random.itemOf(nesting)
        : random.itemOf(unlistedKeys)
    return key + random.itemOf(['=', '=1', '=draft', '=a%26status=draft', '=%3Bstatus', ''])
  })
  return pairs.length === 0 ? '' : `?${pairs.join(random.itemOf(['&', '&', '&&', ';']))}`
}

/** Headers that a browser may send. Every value contains `of-browser`, so that tests can find
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
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const [right, base, queries = []] = random.itemOf(table)
    const method =
      random.next() < 0.8
        ? right
        : random.itemOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    let path = base
    const mutationCount = random.itemOf([0, 0, 0, 1, 1, 1, 1, 2, 3])
    for (let count = 0; count < mutationCount; count++)
      path = random.itemOf(mutations)(path, random)
    const headers = Object.fromEntries(browserHeaders.filter(() => random.next() < 0.3))
    const from = random.itemOf([
      { isForeign: false },
      { isForeign: false, headers: { origin } },
      { isForeign: false, headers: { 'sec-fetch-site': 'same-origin', origin } },
      { isForeign: false, headers: { 'sec-fetch-site': 'none' } },
      { isForeign: true, headers: { 'sec-fetch-site': 'cross-site' } },
      {
        isForeign: true,
        headers: {
          origin: random.itemOf(['https://evil.example', 'null', `${origin}.evil.example`]),
        },
      },
    ])
    return {
      method,
      path: path + drawQuery(queries, random),
      headers: { ...headers, ...from.headers },
      body: method === 'GET' ? null : bodyOf(random),
      isForeign: from.isForeign && !['GET', 'OPTIONS'].includes(method),
    }
  })
}

const bodyOf = (random: SeededRandom) =>
  random.next() < 0.03
    ? 'x'.repeat(maxBodyBytes + random.itemOf([-1, 0, 1, 9000]))
    : random.itemOf(['', '{}', '{"data":{"of":"browser"}}', 'not json'])

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
