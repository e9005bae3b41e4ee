import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { inlineScripts } from 'virtual:client'
import { inlineStyles } from 'virtual:styles'
import { isProviderAddress } from '../../domain/payment.ts'
import type { BrowserPurpose } from '../../domain/privacy.ts'
import { purposesOf, type Config } from '../config.ts'
import { isCheckout, isPaymentPath } from '../addresses/address.ts'
import { mayHaveTags } from '../addresses/paths.ts'
import { hostsOfScripts } from '../payment-scripts.ts'
import type { InlineAssets } from '../ui/inline-assets.tsx'
import type { AppEnv } from '../app-env.ts'
import { loggedPath } from '../../http/logged-path.ts'

/** Where browsers report what the policy refused (routes/site-files/csp-reports.ts). */
const cspReportPath = '/csp-reports'

/** Referrer-Policy: a payment provider may refuse payers who arrive without a referrer. */
const headersOfEveryResponse = Object.entries({
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
  'reporting-endpoints': `csp="${cspReportPath}"`,
})

/** For responses other than HTML. */
const policyWithoutHtml = "default-src 'none'; frame-ancestors 'none'"

/** Sets the security headers of every response. The Content-Security-Policy of a page allows
 *  exactly the inline assets, payment scripts and analytics that the page uses. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.status >= 300 && c.res.status < 400) keepRedirectOnSite(c)
  // Not c.header, which would copy the Response for each header.
  const { headers } = c.res
  for (const [name, value] of headersOfEveryResponse)
    if (name !== 'referrer-policy' || !headers.has(name)) headers.set(name, value)
  // Images may be shown by others; everything else is for this site's pages.
  const isImage = headers.get('content-type')?.startsWith('image/') === true
  headers.set('cross-origin-resource-policy', isImage ? 'cross-origin' : 'same-origin')
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const config = c.get('config')
  const { path } = c.get('page')
  headers.set(
    'content-security-policy',
    isPage
      ? pagePolicy(c.get('inlineAssets'), {
          origin: new URL(c.req.url).origin,
          purposes: mayHaveTags(path) ? purposesOf(config) : [],
          formTargets: formTargets(config, path),
          humanCheckHost: config.turnstile && new URL(config.turnstile.scriptUrl).origin,
          paymentHosts:
            isCheckout(path) || (isPaymentPath(path) && config.PAYMENT_LAUNCH !== 'redirect')
              ? hostsOfScripts(config.PAYMENT_SCRIPTS)
              : [],
        })
      : policyWithoutHtml,
  )
})

/** The last check of every redirect, whatever route made it: to this site, to a payment provider or
 *  to Google; any other goes to the home page, and the log names it. */
function keepRedirectOnSite(c: Context<AppEnv>) {
  const { config, page, requestId } = c.var
  const location = c.res.headers.get('location')
  if (location === null || isAllowedTarget(location, c)) return
  console.error(
    JSON.stringify({ requestId, path: loggedPath(c.req.path), refusedRedirect: location }),
  )
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
    isProviderAddress(location, config.PAYMENT_ORIGINS)
  )
}

/** Other origins to which the forms of a page may lead. Browsers apply form-action to redirects of
 *  a form, too. */
function formTargets({ google, PAYMENT_ORIGINS }: Config, path: string): readonly string[] {
  if (isPaymentPath(path)) return PAYMENT_ORIGINS
  return google && path.startsWith('/login') ? [new URL(google.authorizeUrl).origin] : []
}

/** The source of the site's own scripts. Vite's development server serves them from other paths. */
const scriptFolder = (origin: string) => (import.meta.env.DEV ? "'self'" : `${origin}/assets/`)

/** The hosts of Google's scripts, by purpose. Those of advertising are what adsbygoogle.js
 *  requests; Google publishes no complete list, so /csp-reports shows what is missing. */
const tagHosts: Record<BrowserPurpose, { scripts: string[]; others: string[]; frames: string[] }> =
  {
    analytics: {
      scripts: ['https://www.googletagmanager.com'],
      others: [
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
        'https://*.googletagmanager.com',
      ],
      frames: [],
    },
    advertising: {
      scripts: [
        'https://*.googlesyndication.com',
        'https://*.doubleclick.net',
        'https://*.adtrafficquality.google',
      ],
      others: [
        'https://*.googlesyndication.com',
        'https://*.doubleclick.net',
        'https://*.adtrafficquality.google',
        'https://www.google.com',
      ],
      frames: [
        'https://googleads.g.doubleclick.net',
        'https://*.safeframe.googlesyndication.com',
        'https://tpc.googlesyndication.com',
        'https://*.adtrafficquality.google',
        'https://www.google.com',
      ],
    },
  }

/** The Content-Security-Policy of a page. Pages may be stored, so it allows their inline scripts
 *  and styles by hash and not by a nonce. */
function pagePolicy(
  { styles, scripts }: InlineAssets,
  options: {
    origin: string
    purposes: readonly BrowserPurpose[]
    formTargets: readonly string[]
    paymentHosts: readonly string[]
    /** Of Turnstile; null: not configured. */
    humanCheckHost: string | null
  },
): string {
  const { purposes } = options
  // Only where the page has the widget.
  const checkHosts =
    options.humanCheckHost !== null && scripts.has('human-check') ? [options.humanCheckHost] : []
  const paymentHosts = [...options.paymentHosts, ...checkHosts]
  const tags = purposes.map((purpose) => tagHosts[purpose])
  const hosts = [...tags.flatMap(({ others }) => others), ...paymentHosts]
  const frames = [...tags.flatMap((tag) => tag.frames), ...paymentHosts]
  const scriptSources = [
    scriptFolder(options.origin),
    ...[...scripts].map((name) => `'${inlineScripts[name].hash}'`),
    ...tags.flatMap((tag) => tag.scripts),
    ...paymentHosts,
  ]
  const styleSources = [...styles].map((name) => `'${inlineStyles[name].hash}'`)
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', ...scriptSources],
    ['style-src', ...styleSources],
    ['img-src', "'self'", 'data:', ...hosts],
    ['connect-src', "'self'", ...hosts],
    ...(frames.length > 0 ? [['frame-src', ...frames]] : []),
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    ['form-action', "'self'", ...options.formTargets],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['report-uri', cspReportPath],
    ['report-to', 'csp'],
    // Third-party scripts and Vite's development server do not support trusted types.
    ...(tags.length > 0 || paymentHosts.length > 0 || import.meta.env.DEV
      ? []
      : [
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', 'app'],
        ]),
  ]
  return directives.map((words) => words.join(' ')).join('; ')
}
