// Where the browser tests' servers listen, on 127.0.0.1 only.
export const sitePort = 8791
/** A site whose product API stands behind a gate that tests can put into trouble. */
export const gatedSitePort = 8792
export const gatePort = 8793
export const productApiPort = 8794
/** A site with ids for measuring and advertising. */
export const taggedSitePort = 8795

/** The stand-ins listen behind this port: messages on the next one, then Google, PayPal and PhonePe. */
export const emulatorsPort = 8796

export const messages = `http://127.0.0.1:${emulatorsPort + 1}`
export const paypal = `http://127.0.0.1:${emulatorsPort + 3}`
export const phonepe = `http://127.0.0.1:${emulatorsPort + 4}`
export const site = `http://localhost:${sitePort}`
export const gatedSite = `http://localhost:${gatedSitePort}`
export const taggedSite = `http://localhost:${taggedSitePort}`
export const gate = `http://127.0.0.1:${gatePort}`
/** Lets the product API's clock strike now. */
export const runProductApiCron = () => fetch(`http://127.0.0.1:${productApiPort}/cdn-cgi/local/scheduled`)
