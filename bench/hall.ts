import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { userAgent } from './phone.ts'

export type HallVisit = {
  firstPaintMs: number
  /** When the first question stood on the page for the first time. */
  readableMs: number
  /** Until the palette answered: the hall works. */
  worksMs: number
}

export type Answering = {
  longestTaskMs: number
  tasksAbove50Ms: number
  /** From the tap on another language to the next frame's end. */
  switchMs: number
  heapMB: number
  nodes: number
}

/** A cheap phone that comes for the first time, with the cookie of whoever began the attempt. */
export async function newPhone(
  browser: Browser,
  origin: string,
  cookie: { name: string; value: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent,
    ignoreHTTPSErrors: true,
  })
  await context.addCookies([
    { ...cookie, url: origin, secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  await context.addInitScript(noteFirstQuestion)
  return context
}

/** Opens a hall and waits until it works and everything that it keeps for later has been fetched. */
export async function enterHall(page: Page, url: string, cpu: number): Promise<HallVisit> {
  await throttled(page, cpu)
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
  await page.waitForFunction(() => 'readableAt' in window, null, { timeout: 60_000 })
  const firstPaint = await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    readableMs: (window as unknown as { readableAt: number }).readableAt,
  }))
  await page.locator('form.hall[data-live]').waitFor({ timeout: 60_000 })
  const worksMs = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  return { ...firstPaint, worksMs }
}

/** The constant string beside it: when it paints. */
export async function paintOf(page: Page, url: string, cpu: number): Promise<number> {
  await throttled(page, cpu)
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime)
}

/** Answers questions one after the other on a processor `cpu` times slower, and switches the language. */
export async function answer(page: Page, questions: number, cpu: number): Promise<Answering> {
  const cdp = await throttled(page, cpu)
  await page.evaluate(watchTasks)
  for (let question = 0; question < questions; question++) {
    await page
      .locator('fieldset.question:visible label')
      .nth(question % 4)
      .tap()
    await page.locator('.keys .btn.main').tap()
  }
  const [longestTaskMs, tasksAbove50Ms] = await page.evaluate(() => {
    const { tasks } = window as unknown as { tasks: number[] }
    return [Math.max(0, ...tasks), tasks.length] as const
  })
  const switchMs = await page.evaluate(switchLanguage)
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  return {
    ...{ longestTaskMs, tasksAbove50Ms, switchMs },
    heapMB: metric('JSHeapUsedSize') / 1e6,
    nodes: metric('Nodes'),
  }
}

async function throttled(page: Page, cpu: number): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return cdp
}

/** Runs in the page: each frame looks whether the first question has been laid out. */
function noteFirstQuestion() {
  const look = () => {
    const question = document.querySelector('fieldset.question, .question')
    if (question && question.getBoundingClientRect().height > 0)
      Object.assign(window, { readableAt: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page. */
function watchTasks() {
  const tasks: number[] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** Runs in the page: from the tap to the end of the frame that shows it. */
async function switchLanguage(): Promise<number> {
  const other = document.querySelector<HTMLInputElement>('input[name=shows]:not(:checked)')
  if (!other) return NaN
  await new Promise(requestAnimationFrame)
  const startedAt = performance.now()
  other.click()
  await new Promise(requestAnimationFrame)
  await new Promise((done) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = done
    channel.port2.postMessage(null)
  })
  return performance.now() - startedAt
}
