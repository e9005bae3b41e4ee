import { createMiddleware } from 'hono/factory'
import { inline } from 'virtual:client'
import { sheets } from 'virtual:styles'
import type { Config } from '../config.ts'
import { isCheckout, isPayersWay } from '../addresses/address.ts'
import { reachOfScripts } from '../payment-scripts.ts'
import type { PageParts } from '../ui/page-parts.tsx'
import type { AppEnv } from '../app-env.ts'

/** The headers of every answer. Referrer-Policy: PhonePe refuses payments that arrive without a referrer. */
const always = Object.entries({
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
})

const policyOfNoPage = "default-src 'none'; frame-ancestors 'none'"

export const security = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  // Set on the answer itself: c.header would copy the whole answer for each of them.
  const { headers } = c.res
  for (const [name, value] of always) headers.set(name, value)
  const isPage = headers.get('content-type')?.startsWith('text/html')
  headers.set(
    'content-security-policy',
    isPage
      ? pagePolicy(
          c.get('parts'),
          new URL(c.req.url).origin,
          c.get('config'),
          formTargets(c.get('config'), c.get('page').path),
          providersOn(c.get('config'), c.get('page').path),
        )
      : policyOfNoPage,
  )
})

/** Where the forms of a page may lead besides ourselves: browsers look at redirects, too. */
function formTargets({ google, PAYMENT_ORIGINS }: Config, path: string): string {
  if (isPayersWay(path)) return ` ${PAYMENT_ORIGINS.join(' ')}`
  return google && path.startsWith('/login') ? ` ${new URL(google.authorizeUrl).origin}` : ''
}

/** What the providers' scripts reach, on the checkout and nowhere else. */
const providersOn = ({ PAYMENT_SCRIPTS }: Config, path: string) =>
  isCheckout(path) ? reachOfScripts(PAYMENT_SCRIPTS).map((host) => ` ${host}`) : []

/** Where our scripts are. The development server has them anywhere, and its own way of reloading. */
const scriptFolder = (origin: string) => (import.meta.env.DEV ? "'self'" : `${origin}/assets/`)

/** Allows what the page turned out to be made of, and nothing else. A page that streams late parts carries a nonce;
 *  one that is whole, and therefore can be kept in a cache, names its few inline pieces by their hashes. */
function pagePolicy(
  { nonce, sheets: usedSheets, scripts }: PageParts,
  origin: string,
  tags: { ANALYTICS_ID: string; TAG_MANAGER_ID: string; ADVERTISING_ID: string },
  targets: string,
  providers: readonly string[],
): string {
  const peers = providers.join('')
  const hasTags = tags.ANALYTICS_ID + tags.TAG_MANAGER_ID + tags.ADVERTISING_ID !== ''
  const tagScripts = hasTags
    ? ' https://www.googletagmanager.com https://pagead2.googlesyndication.com'
    : ''
  const tagPeers = hasTags
    ? ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
    : ''
  const script = nonce
    ? `'nonce-${nonce}' 'strict-dynamic'`
    : [scriptFolder(origin), ...[...scripts].map((name) => `'${inline[name].hash}'`)].join(' ') +
      tagScripts +
      peers
  const style = nonce
    ? `'nonce-${nonce}'`
    : [...usedSheets].map((name) => `'${sheets[name].hash}'`).join(' ')
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    `img-src 'self' data:${tagPeers}${peers}`,
    `connect-src 'self'${tagPeers}${peers}`,
    ...(peers === '' ? [] : [`frame-src${peers}`]),
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${targets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(hasTags || peers !== '' || import.meta.env.DEV
      ? []
      : ["require-trusted-types-for 'script'", 'trusted-types app']),
  ].join('; ')
}
