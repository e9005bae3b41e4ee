import type { BrowserPurpose } from '../domain/privacy.ts'

/** The operator's ids; '' for what is not used. */
export type TagIds = { analyticsId: string; tagManagerId: string; advertisingId: string }
type Consent = Readonly<Record<BrowserPurpose, boolean>>
type TagWindow = { dataLayer?: unknown[]; adsbygoogle?: unknown }
type AdQueue = unknown[] & { requestNonPersonalizedAds?: 1 }

const tagManagerOrigin = 'https://www.googletagmanager.com'
const adScript = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'

/** Loads what was agreed to, each script once. Consent Mode 2 is set before any script: storage for
 *  what was agreed to, and never personal profiles. */
export function loadTags(ids: TagIds, consent: Consent) {
  const { analyticsId, tagManagerId, advertisingId } = ids
  const isFirst = tags().dataLayer === undefined
  if (isFirst) gtag('consent', 'default', { ...consentMode(consent), wait_for_update: 500 })
  else gtag('consent', 'update', consentMode(consent))
  if (consent.analytics && tagManagerId !== '') {
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    loadScript(`${tagManagerOrigin}/gtm.js?id=${encodeURIComponent(tagManagerId)}`)
  }
  if (consent.analytics && analyticsId !== '') {
    gtag('js', new Date())
    gtag('config', analyticsId)
    loadScript(`${tagManagerOrigin}/gtag/js?id=${encodeURIComponent(analyticsId)}`)
  }
  if (consent.advertising && advertisingId !== '') loadAds(advertisingId)
}

/** Tells the scripts that have run. Their cookies are deleted. */
export function withdrawTags(consent: Consent) {
  if (tags().dataLayer) gtag('consent', 'update', consentMode(consent))
  if (!consent.analytics) deleteCookies(/^_g(a|id|at)/)
  if (!consent.advertising) deleteCookies(/^(_gcl|__gads|__gpi|__eoi)/)
}

const granted = (isGranted: boolean) => (isGranted ? 'granted' : 'denied')

const consentMode = ({ analytics, advertising }: Consent) => ({
  analytics_storage: granted(analytics),
  ad_storage: granted(advertising),
  ad_user_data: 'denied',
  ad_personalization: 'denied',
})

const tags = () => window as unknown as TagWindow
const dataLayer = () => (tags().dataLayer ??= [])

/** gtag.js executes only `arguments` objects; it ignores arrays. */
function gtag(..._command: unknown[]) {
  // eslint-disable-next-line prefer-rest-params
  dataLayer().push(arguments)
}

/** Fills the page's place for an advertisement, which is hidden until now. A page without one loads
 *  no script. */
function loadAds(advertisingId: string) {
  const place = document.querySelector<HTMLElement>('[data-ad]')
  if (!place || document.documentElement.hasAttribute('data-in-app')) return
  place.hidden = false
  const queue = ((tags() as { adsbygoogle?: AdQueue }).adsbygoogle ??= [])
  queue.requestNonPersonalizedAds = 1
  queue.push({})
  loadScript(`${adScript}?client=${encodeURIComponent(advertisingId)}`)
}

function loadScript(address: string) {
  if (document.head.querySelector(`script[src="${address}"]`)) return
  const script = document.createElement('script')
  script.async = true
  script.crossOrigin = address.startsWith(adScript) ? 'anonymous' : null
  script.src = address
  document.head.appendChild(script)
}

/** Also those that the scripts set for the domain above. */
function deleteCookies(name: RegExp) {
  const parts = location.hostname.split('.')
  const domains = ['', ...parts.map((_, index) => `;domain=${parts.slice(index).join('.')}`)]
  for (const cookie of document.cookie.split('; ')) {
    const [own = ''] = cookie.split('=')
    if (name.test(own))
      for (const domain of domains) document.cookie = `${own}=;path=/;max-age=0${domain}`
  }
}
