import type { Browser } from 'playwright'

export type Visit = {
  firstPaintMs: number
  /** When the first frame with the heading was painted. */
  headingMs: number
  loadMs: number
  filterMs: number
  requests: number
  bytes: number
  scriptBytes: number
}

export const userAgent =
  'Mozilla/5.0 (Linux; Android 12; moto e32) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/156.0.0.0 Mobile Safari/537.36'

/** One cold visit of a low-end phone: 360x640 at 2x, CPU throttled four times. After the first
 *  paint it types into the page's filter every 50 ms until the list is filtered. */
export async function measureVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent,
    ignoreHTTPSErrors: true,
    bypassCSP: true,
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let requests = 0
  let bytes = 0
  const scripts = new Set<string>()
  let scriptBytes = 0
  cdp.on('Network.requestWillBeSent', () => requests++)
  cdp.on(
    'Network.responseReceived',
    ({ type, requestId }) => type === 'Script' && scripts.add(requestId),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.addInitScript(typeUntilFiltered)
  await page.addInitScript(watchHeading)
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForFunction(
    () => (window as { filteredAt?: number }).filteredAt !== undefined,
    null,
    { timeout: 30_000 },
  )
  const times = await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    headingMs: (window as unknown as { headingAt: number }).headingAt,
    loadMs: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
      .loadEventEnd,
    filterMs: (window as unknown as { filteredAt: number }).filteredAt,
  }))
  await page.waitForLoadState('networkidle')
  await context.close()
  return { ...times, requests, bytes, scriptBytes }
}

/** Runs in the page: stores the time of the frame after the heading was parsed. */
function watchHeading() {
  const look = () => {
    if (document.querySelector('h1'))
      requestAnimationFrame(() => Object.assign(window, { headingAt: performance.now() }))
    else requestAnimationFrame(look)
  }
  look()
}

/** Runs in the page: stores the time at which the filter took effect. */
function typeUntilFiltered() {
  new PerformanceObserver(() => {
    const typing = setInterval(() => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      if (!field) return
      field.value = 'zzz'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      const items = [...document.querySelectorAll<HTMLElement>('.papers li')]
      if (items.length === 0 || !items.every((item) => item.hidden)) return
      clearInterval(typing)
      Object.assign(window, { filteredAt: performance.now() })
    }, 50)
  }).observe({ type: 'paint', buffered: true })
}
