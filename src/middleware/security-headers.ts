import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { inlineScripts } from 'virtual:client'
import { inlineStyles } from 'virtual:styles'
import { isOfProvider } from '../../domain/payment.ts'
import type { Config } from '../config.ts'
import { isCheckout, isPaymentPath } from '../addresses/address.ts'
import { mayHaveTags } from '../addresses/paths.ts'
import { hostsOfScripts } from '../payment-scripts.ts'
import type { InlineAssets } from '../ui/inline-assets.tsx'
import type { AppEnv } from '../app-env.ts'

/** Referrer-Policy: PhonePe refuses payments that arrive without a referrer. */
const headersOfEveryAnswer = Object.entries({
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': [
    ...['accelerometer', 'browsing-topics', 'camera', 'geolocation', 'gyroscope'],
    ...['magnetometer', 'microphone', 'usb'],
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
  'cross-origin-opener-policy': 'same-origin',
})

/** For answers that are no pages. */
const policyWithoutPage = "default-src 'none'; frame-ancestors 'none'"

/** Sets the security headers of every answer; the Content-Security-Policy of a page allows what it
 *  consists of. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.status >= 300 && c.res.status < 400) keepRedirectOnSite(c)
  // Set on the answer itself: c.header would copy the whole answer for each of them.
  const { headers } = c.res
  for (const [name, value] of headersOfEveryAnswer)
    if (name !== 'referrer-policy' || !headers.has(name)) headers.set(name, value)
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const config = c.get('config')
  const { path } = c.get('page')
  headers.set(
    'content-security-policy',
    isPage
      ? pagePolicy(c.get('inlineAssets'), {
          origin: new URL(c.req.url).origin,
          hasTags:
            mayHaveTags(path) &&
            config.ANALYTICS_ID + config.TAG_MANAGER_ID + config.ADVERTISING_ID !== '',
          formTargets: formTargets(config, path),
          paymentHosts: isCheckout(path) ? hostsOfScripts(config.PAYMENT_SCRIPTS) : [],
        })
      : policyWithoutPage,
  )
})

/** The last check of every redirect, whatever route made it: to this site, to a payment provider or
 *  to Google; any other goes to the home page, and the log names it. */
function keepRedirectOnSite(c: Context<AppEnv>) {
  const { config, page, requestId } = c.var
  const location = c.res.headers.get('location')
  if (location === null || isAllowedTarget(location, c)) return
  console.error(JSON.stringify({ requestId, path: c.req.path, refusedRedirect: location }))
  c.res.headers.set('location', config.SITE_URL === '' ? '/' : page.origin)
}

function isAllowedTarget(location: string, c: Context<AppEnv>): boolean {
  const { config, page } = c.var
  if (!URL.canParse(location, c.req.url)) return false
  const { origin } = new URL(location, c.req.url)
  return (
    origin === page.origin ||
    origin === new URL(c.req.url).origin ||
    (config.google !== null && origin === new URL(config.google.authorizeUrl).origin) ||
    isOfProvider(location, config.PAYMENT_ORIGINS)
  )
}

/** Where the forms of a page may lead besides ourselves: browsers check redirects, too. */
function formTargets({ google, PAYMENT_ORIGINS }: Config, path: string): readonly string[] {
  if (isPaymentPath(path)) return PAYMENT_ORIGINS
  return google && path.startsWith('/login') ? [new URL(google.authorizeUrl).origin] : []
}

/** Where our scripts are. The development server has them anywhere, and its own way of
 *  reloading. */
const scriptFolder = (origin: string) => (import.meta.env.DEV ? "'self'" : `${origin}/assets/`)

const tagScriptHosts = ['https://www.googletagmanager.com', 'https://pagead2.googlesyndication.com']
const tagHosts = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/** A page that streams late parts carries a nonce; one that is whole, and therefore can be stored,
 *  names its few inline scripts and styles by their hashes. */
function pagePolicy(
  { nonce, styles, scripts }: InlineAssets,
  options: {
    origin: string
    hasTags: boolean
    formTargets: readonly string[]
    paymentHosts: readonly string[]
  },
): string {
  const { hasTags, paymentHosts } = options
  const hosts = [...(hasTags ? tagHosts : []), ...paymentHosts]
  const scriptSources = nonce
    ? [`'nonce-${nonce}'`, "'strict-dynamic'"]
    : [
        scriptFolder(options.origin),
        ...[...scripts].map((name) => `'${inlineScripts[name].hash}'`),
        ...(hasTags ? tagScriptHosts : []),
        ...paymentHosts,
      ]
  const styleSources = nonce
    ? [`'nonce-${nonce}'`]
    : [...styles].map((name) => `'${inlineStyles[name].hash}'`)
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', ...scriptSources],
    ['style-src', ...styleSources],
    ['img-src', "'self'", 'data:', ...hosts],
    ['connect-src', "'self'", ...hosts],
    ...(paymentHosts.length > 0 ? [['frame-src', ...paymentHosts]] : []),
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    ['form-action', "'self'", ...options.formTargets],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    // Scripts of others, and the development server's, do not use trusted types.
    ...(hasTags || paymentHosts.length > 0 || import.meta.env.DEV
      ? []
      : [
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', 'app'],
        ]),
  ]
  return directives.map((words) => words.join(' ')).join('; ')
}
