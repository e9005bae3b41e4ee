import { checkoutApiPath, providerIds } from '../../domain/payment.ts'

/** Strapi's query parameters that are forwarded. `status` is not: it would return drafts. */
const strapiParameters = ['filters', 'populate', 'sort', 'fields', 'pagination', 'locale'] as const

type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  path: RegExp
  queries: readonly string[]
  /** Whether its response contains tokens, which stay in the session and never reach a browser. */
  returnsTokens: boolean
}

const endpoint = (
  method: Endpoint['method'],
  path: string,
  {
    queries = [],
    returnsTokens = false,
  }: { queries?: readonly string[]; returnsTokens?: boolean } = {},
): Endpoint => ({
  method,
  path: new RegExp(`^${path.replace('{id}', '[1-9][0-9]{0,9}')}$`),
  queries,
  returnsTokens,
})

const signsIn = { returnsTokens: true }
const lists = { queries: strapiParameters }

/** The method and path pairs of the product API that browsers may call through the site, as the
 *  specification lists them. */
const endpoints: readonly Endpoint[] = [
  endpoint('POST', '/api/auth/local', signsIn),
  endpoint('POST', '/api/auth/local/register', signsIn),
  endpoint('POST', '/api/auth/local/registerPhone'),
  endpoint('POST', '/api/auth/local/verifyOtp', signsIn),
  endpoint('POST', '/api/auth/local/resend-otp'),
  endpoint('POST', '/api/auth/forgot-password'),
  endpoint('POST', '/api/auth/reset-password', signsIn),
  endpoint('POST', '/api/auth/change-password', signsIn),
  endpoint('GET', '/api/auth/google/callback', {
    queries: ['id_token', 'nonce', 'access_token'],
    returnsTokens: true,
  }),
  endpoint('GET', '/api/users/{id}'),
  endpoint('PUT', '/api/update-profile'),
  endpoint('POST', '/api/token/refresh', signsIn),
  endpoint('GET', '/api/guest/token', signsIn),
  endpoint('GET', '/api/i18n/locales'),
  endpoint('GET', '/api/states', lists),
  endpoint('GET', '/api/pages', lists),
  endpoint('GET', '/api/categories', lists),
  endpoint('GET', '/api/flash-cards', lists),
  endpoint('GET', '/api/tags', lists),
  endpoint('GET', '/api/practice-tests', lists),
  endpoint('GET', '/api/practice-tests/get-explanation', {
    queries: [...strapiParameters, 'attempt', 'id'],
  }),
  endpoint('GET', '/api/subscription-plans', lists),
  endpoint('GET', '/api/user-subscriptions', lists),
  endpoint('GET', '/api/user-test-progresses', lists),
  endpoint('GET', '/api/payment-transactions', lists),
  endpoint('POST', '/api/payment-transactions'),
  endpoint('GET', '/api/payment-transactions/transaction/details', {
    queries: ['id', 'transactionId', 's'],
  }),
  ...providerIds.map((provider) => endpoint('POST', checkoutApiPath(provider))),
  endpoint('GET', '/api/referral-transactions', lists),
  endpoint('POST', '/api/referral-transactions'),
  endpoint('POST', '/api/feedbacks'),
  endpoint('POST', '/api/front-end-logs'),
  endpoint('POST', '/api/nextroute'),
]

/** The endpoint of a request, or why the request is not forwarded. */
export function findEndpoint(method: string, url: URL): Endpoint | 'unknown' | 'bad-query' {
  const found = endpoints.find(
    (endpoint) => endpoint.method === method && endpoint.path.test(url.pathname),
  )
  if (!found) return 'unknown'
  const names = [...url.searchParams.keys()].map((key) => /^[^[]*/.exec(key)?.[0] ?? key)
  return names.every((name) => found.queries.includes(name)) ? found : 'bad-query'
}
