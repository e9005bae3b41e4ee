import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { userAgent } from './phone.ts'

export type HallVisit = {
  firstPaintMs: number
  /** When the first question was laid out. */
  readableMs: number
  /** When the hall's script was running. */
  worksMs: number
}

export type Answering = {
  maxTaskMs: number
  tasksAbove100Ms: number
  tasksAbove50Ms: number
  /** From the tap on another language to the end of the next frame. */
  switchMs: number
  heapMB: number
  nodes: number
}

/** The browser context of a low-end phone on its first visit, with the cookie of the attempt. */
export async function newPhoneContext(
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
  })
  await context.addCookies([
    { ...cookie, url: origin, secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  await context.addInitScript(recordFirstQuestion)
  return context
}

/** Opens a hall and waits until its script runs and the network is idle. */
export async function openHall(page: Page, url: string, cpu: number): Promise<HallVisit> {
  await throttled(page, cpu)
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
  await page.waitForFunction(() => 'readableAt' in window, null, { timeout: 60_000 })
  const readableMs = await page.evaluate(
    () => (window as unknown as { readableAt: number }).readableAt,
  )
  const firstPaintMs = await firstPaintOf(page)
  await page.locator('form.hall[data-live]').waitFor({ timeout: 60_000 })
  const worksMs = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  return { firstPaintMs, readableMs, worksMs }
}

/** Waits until the hall's offline copy is complete. */
export async function waitForOfflineCopy(page: Page): Promise<void> {
  const isComplete = () =>
    page.evaluate(async () => {
      const names = [...(await caches.keys())].filter((name) =>
        name.includes(location.pathname.slice(-36)),
      )
      const copies = await Promise.all(
        names.map(async (name) => (await caches.open(name)).match('/complete')),
      )
      return copies.some(Boolean)
    })
  for (let tries = 0; !(await isComplete()); tries++) {
    if (tries === 120) throw new Error('the offline copy did not become complete')
    await page.waitForTimeout(500)
  }
}

/** Opens the page with the constant string and returns its first paint. */
export async function measureFirstPaint(page: Page, url: string, cpu: number): Promise<number> {
  await throttled(page, cpu)
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
  return firstPaintOf(page)
}

/** A page that is loaded may not have been painted yet. */
async function firstPaintOf(page: Page): Promise<number> {
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    null,
    { timeout: 60_000 },
  )
  return (await paint.jsonValue()) ?? NaN
}

/** Answers questions one after the other with the CPU throttled `cpu` times, and then switches the
 *  language. */
export async function answerQuestions(
  page: Page,
  questions: number,
  cpu: number,
): Promise<Answering> {
  const cdp = await throttled(page, cpu)
  await page.evaluate(watchTasks)
  const tasks: number[] = []
  for (let question = 0; question < questions; question++) {
    tasks.push(...(await tasksOfTap(page, 'fieldset.question label', question % 4)))
    tasks.push(...(await tasksOfTap(page, '.keys .btn.main', 0)))
  }
  const switchMs = await page.evaluate(switchLanguage)
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  return {
    maxTaskMs: Math.max(0, ...tasks),
    tasksAbove100Ms: tasks.filter((duration) => duration > 100).length,
    tasksAbove50Ms: tasks.length,
    switchMs,
    heapMB: metric('JSHeapUsedSize') / 1e6,
    nodes: metric('Nodes'),
  }
}

/** Taps an element and returns the durations of the tasks over 50 ms that followed. The position is
 *  found before, because finding it causes a task too. */
async function tasksOfTap(page: Page, selector: string, nth: number): Promise<number[]> {
  const { x, y, from } = await page.evaluate(scrollIntoViewAndLocate, { selector, nth })
  await page.waitForTimeout(settlingMs)
  await page.touchscreen.tap(x, y)
  await page.waitForTimeout(settlingMs)
  return page.evaluate(
    (from) =>
      (window as unknown as { tasks: PerformanceEntry[] }).tasks
        .filter(({ startTime }) => startTime > from)
        .map(({ duration }) => duration),
    from,
  )
}

/** Time for all tasks that a tap or the search for its position causes. */
const settlingMs = 700

async function throttled(page: Page, cpu: number): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return cdp
}

/** Runs in the page: checks in every frame whether the first question has been laid out. */
function recordFirstQuestion() {
  const check = () => {
    const question = document.querySelector('fieldset.question, .question')
    if (question && question.getBoundingClientRect().height > 0)
      Object.assign(window, { readableAt: performance.now() })
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/** Runs in the page. */
function watchTasks() {
  const tasks: PerformanceEntry[] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries())
  }).observe({ type: 'longtask' })
}

/** Runs in the page: scrolls a visible element into view and returns its centre. `from`: the time
 *  from which it can be tapped. */
async function scrollIntoViewAndLocate({ selector, nth }: { selector: string; nth: number }) {
  const visible = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const element = visible[nth]
  if (!element) throw new Error(`${selector} ${nth} is not visible`)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  await new Promise(requestAnimationFrame)
  const { left, top, width, height } = element.getBoundingClientRect()
  await new Promise((done) => setTimeout(done, 300))
  return { x: left + width / 2, y: top + height / 2, from: performance.now() }
}

/** Runs in the page: the time from a tap on another language to the end of the next frame. */
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
