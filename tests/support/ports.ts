// The ports of the browser tests' servers, on 127.0.0.1 only. `npm test` chooses ten free ones and
// names the first in TEST_PORT, so that neither `npm start` nor another run is disturbed.
const firstPort = Number(process.env.TEST_PORT ?? 8791)

export const sitePort = firstPort
/** A site whose product API is behind the proxy of fault-proxy.ts. */
export const proxiedSitePort = firstPort + 1
export const faultProxyPort = firstPort + 2
export const productApiPort = firstPort + 3
/** A site with ids for analytics and advertising. */
export const taggedSitePort = firstPort + 4
export const taggedSiteIds = {
  ANALYTICS_ID: 'G-TEST',
  TAG_MANAGER_ID: 'GTM-TEST',
  ADVERTISING_ID: 'ca-pub-1234',
  ADVERTISING_SLOT: '5678',
}

export const deskPort = firstPort + 5
export const desk = `http://localhost:${deskPort}`

/** The emulators listen on the ports after this one: messages, Google, PayPal and PhonePe. */
export const emulatorsPort = firstPort + 5

export const messages = `http://127.0.0.1:${emulatorsPort + 1}`
export const google = `http://localhost:${emulatorsPort + 2}`
export const paypal = `http://127.0.0.1:${emulatorsPort + 3}`
export const phonepe = `http://127.0.0.1:${emulatorsPort + 4}`
export const site = `http://localhost:${sitePort}`
export const proxiedSite = `http://localhost:${proxiedSitePort}`
export const taggedSite = `http://localhost:${taggedSitePort}`
export const faultProxy = `http://127.0.0.1:${faultProxyPort}`
/** Runs the product API's cron trigger now. */
export const runProductApiCron = () =>
  fetch(`http://127.0.0.1:${productApiPort}/cdn-cgi/local/scheduled`)
