// The ports of the browser tests' servers, on 127.0.0.1 only.
export const sitePort = 8791
/** A site whose product API is behind the proxy of fault-proxy.ts. */
export const proxiedSitePort = 8792
export const faultProxyPort = 8793
export const productApiPort = 8794
/** A site with ids for analytics and advertising. */
export const taggedSitePort = 8795

/** The emulators listen on the ports after this one: messages, Google, PayPal and PhonePe. */
export const emulatorsPort = 8796

export const messages = `http://127.0.0.1:${emulatorsPort + 1}`
export const paypal = `http://127.0.0.1:${emulatorsPort + 3}`
export const phonepe = `http://127.0.0.1:${emulatorsPort + 4}`
export const site = `http://localhost:${sitePort}`
export const proxiedSite = `http://localhost:${proxiedSitePort}`
export const taggedSite = `http://localhost:${taggedSitePort}`
export const faultProxy = `http://127.0.0.1:${faultProxyPort}`
/** Runs the product API's cron trigger now. */
export const runProductApiCron = () =>
  fetch(`http://127.0.0.1:${productApiPort}/cdn-cgi/local/scheduled`)
