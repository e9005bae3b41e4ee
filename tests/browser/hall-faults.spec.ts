import type { BrowserContext, Page } from 'playwright/test'
import { replay, type JournalEvent } from '../../domain/attempt/journal.ts'
import { expect, test } from '../support/page.ts'
import { site } from '../support/ports.ts'

// What the hall shows and keeps when the clock, the network, the server or another device does
// something unexpected.

const paper = '/en/karnataka/vao-paper-1/vao-paper-1-full-1'

async function startTest(page: Page, address = paper) {
  await page.goto(`${address}/instructions`)
  await page.locator('[name=declared]').check()
  await page.locator('form:has([name=declared]) button').last().click()
  await page.waitForURL(/\/attempts\//)
}

const hallReady = (page: Page) => page.locator('form.hall[data-live]').waitFor()
const current = (page: Page) => page.locator('fieldset.question.current')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sign = (page: Page) => page.locator('.save-status .label')

/** Answers the question that is shown, and waits for the next one: a click on an option of a
 *  question that the hall is about to hide would wait for ever. */
async function save(page: Page, option: number) {
  const heading = current(page).getByRole('heading')
  const saved = await heading.innerText()
  await current(page).locator('label').nth(option).click()
  await press(page, 'Save & Next')
  await expect(heading).not.toHaveText(saved)
}

async function savedOnServer(context: BrowserContext, page: Page) {
  const attempt = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''
  const response = await context.request.get(`${site}/attempts/${attempt}/events?after=0`)
  const { data } = (await response.json()) as { data: { events: JournalEvent[] } }
  return data.events.filter(({ kind }) => kind === 'save').map(({ option }) => option)
}

/** Hides the page, lets the phone's clock jump, and shows it again. */
const jumpWhileHidden = (page: Page, hours: number) =>
  page.evaluate((ms) => {
    const show = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    show('hidden')
    const before = Date.now
    Date.now = () => before() + ms
    show('visible')
  }, hours * 3_600_000)

test('a clock that jumps while the hall is hidden offline ends nothing that has time left', async ({
  page,
  context,
}) => {
  await startTest(page)
  await hallReady(page)
  await save(page, 1)
  await page.waitForTimeout(2500)
  await context.setOffline(true)
  await jumpWhileHidden(page, 5)
  await expect(page.getByRole('heading', { name: 'Is the time over?' })).toBeFocused()
  await context.setOffline(false)
  await expect(current(page)).toBeVisible({ timeout: 15_000 })
  await expect(page.locator('.clock')).toContainText(/1:\d\d:\d\d/)
  await save(page, 2)
  await expect(sign(page)).toHaveText('Sent')
  expect(await savedOnServer(context, page)).toEqual([1, 2])
})

test.describe('a server that does not accept events', () => {
  // Playwright answers no requests of pages that a service worker controls.
  test.use({ serviceWorkers: 'block' })

  for (const [name, answer] of [
    ['400', { status: 400, json: { error: { status: 400 } } }],
    ['413', { status: 413, json: { error: { status: 413 } } }],
    [
      '200 without acknowledgements',
      { status: 200, json: { data: { attempt: { status: 'running' } } } },
    ],
  ] as const)
    test(`answers refused with ${name} are shown as not accepted and sent again`, async ({
      page,
      context,
    }) => {
      await startTest(page)
      await hallReady(page)
      const events = /\/attempts\/[0-9a-f-]+\/events$/
      await page.route(events, (route) => route.fulfill(answer))
      await save(page, 3)
      await expect(sign(page)).toHaveText('Not accepted', { timeout: 15_000 })
      await press(page, 'More')
      await expect(page.getByText(/has not accepted yet/).last()).toBeVisible()
      await press(page, 'Close')
      await page.unroute(events)
      await expect(sign(page)).toHaveText('Sent', { timeout: 25_000 })
      expect(await savedOnServer(context, page)).toEqual([3])
    })
})

test.describe('before the script', () => {
  // A service worker would have the script already.
  test.use({ serviceWorkers: 'block' })

  test('circles filled before the script is ready are answers', async ({ page, context }) => {
    let release = () => {}
    const isReleased = new Promise<void>((done) => (release = done))
    await page.route(/\/assets\/entry-/, async (route) => {
      if (page.url().includes('/attempts/')) await isReleased
      await route.continue()
    })
    await page.goto(`${paper}/instructions`)
    await page.locator('[name=declared]').check()
    await page.locator('form:has([name=declared]) button').last().click({ noWaitAfter: true })
    await page.waitForURL(/\/attempts\//, { waitUntil: 'commit' })
    const questions = page.locator('fieldset.question')
    await questions.nth(0).locator('label').nth(2).click()
    await questions.nth(1).locator('label').nth(3).click()
    release()
    await hallReady(page)
    await expect(current(page).getByRole('radio').nth(2)).toBeChecked()
    await expect(sign(page)).toHaveText('Sent')
    expect(await savedOnServer(context, page)).toEqual([2, 3])
  })
})

test('a submission that waits for the network has the focus on its heading', async ({
  page,
  context,
}) => {
  await startTest(page)
  await hallReady(page)
  await page.waitForTimeout(2500)
  await context.setOffline(true)
  await save(page, 1)
  await press(page, 'Submit')
  await press(page, 'Yes, submit')
  await expect(page.locator('.submitted h2')).toBeVisible()
  await expect(page.locator('.submitted h2')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Not submitted yet' })).toBeVisible()
  await context.setOffline(false)
  await page.waitForURL(/\/result$/, { timeout: 30_000 })
})

test('a phone that stores nothing never says that answers are safe on it', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'indexedDB', { get: refuse })
  })
  await startTest(page)
  await hallReady(page)
  await context.setOffline(true)
  await save(page, 1)
  await expect(sign(page)).toHaveText('Offline', { timeout: 15_000 })
  expect(await page.locator('body').innerText()).not.toContain('safe on this phone')
  await expect(page.getByText(/does not keep your answers/).first()).toBeVisible()
})

test('an answer that another device replaced is shown, and one tap chooses it', async ({
  page,
  context,
  browser,
}) => {
  await startTest(page)
  await hallReady(page)
  await page.waitForTimeout(2500)
  await context.setOffline(true)
  await save(page, 1)
  await page.waitForTimeout(1200)
  const laptop = await browser.newContext({
    ...{ baseURL: site, storageState: { ...(await context.storageState()), origins: [] } },
  })
  const other = await laptop.newPage()
  await other.goto(page.url())
  await hallReady(other)
  await save(other, 2)
  await expect(sign(other)).toHaveText('Sent')
  await context.setOffline(false)
  await expect(
    page.getByText('Question 1: another of your devices answered later: 3 instead of 2.'),
  ).toBeVisible({ timeout: 20_000 })
  await press(page, 'Choose 2')
  await expect(page.locator('.replaced')).toBeHidden()
  await page.getByRole('button', { name: /^Question \d+ \/ 100/ }).click()
  await page.locator('.cell', { hasText: /^1$/ }).first().click()
  await expect(current(page).getByRole('radio').nth(1)).toBeChecked()
  await laptop.close()
})

test('an answer that an online device had not fetched is shown when this one replaces it', async ({
  page,
  context,
  browser,
}) => {
  await startTest(page)
  await hallReady(page)
  const laptop = await browser.newContext({
    ...{ baseURL: site, storageState: { ...(await context.storageState()), origins: [] } },
  })
  const other = await laptop.newPage()
  await other.goto(page.url())
  await hallReady(other)
  await other.waitForTimeout(2500)
  await save(page, 1)
  await save(page, 2)
  await expect(sign(page)).toHaveText('Sent')
  // It still shows blanks: one is answered, one is walked over.
  await save(other, 3)
  await press(other, 'Save & Next')
  await expect(
    other.getByText('Question 1: your later answer here, 4, counts instead of 2'),
  ).toBeVisible({ timeout: 20_000 })
  await press(other, 'Choose 2')
  await expect(other.locator('.replaced')).toBeHidden()
  await expect(sign(other)).toHaveText('Sent')
  const { data } = (await (
    await context.request.get(`${page.url().replace('/en', '')}/events?after=0`)
  ).json()) as { data: { events: JournalEvent[] } }
  const { questions } = replay(data.events)
  expect([...questions.values()].slice(0, 2).map(({ saved }) => saved)).toEqual([1, 2])
  await laptop.close()
})

for (const [language, prefix] of [
  ['Kannada', ''],
  ['Telugu', '/te'],
  ['English', '/en'],
] as const)
  test(`at 360 px in ${language} the question stays visible with letters of 200 %`, async ({
    page,
  }) => {
    await startTest(page, paper.replace('/en', prefix))
    await hallReady(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.waitForTimeout(300)
    const legend = current(page).locator('legend')
    await expect(legend).toBeInViewport()
    const found = await legend.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      const { scrollWidth, clientWidth } = document.documentElement
      const isOnTop = element.contains(document.elementFromPoint(left + 20, top + 20))
      return { isOnTop, overflow: scrollWidth - clientWidth }
    })
    expect(found).toEqual({ isOnTop: true, overflow: 0 })
    const options = current(page).locator('label')
    await options.last().scrollIntoViewIfNeeded()
    await options.last().click()
    await expect(options.last().getByRole('radio')).toBeChecked()
    for (const control of await page.locator('.bar > *, .keys .btn').all()) {
      const box = await control.boundingBox()
      if (box && box.width > 2) expect(box.x + box.width).toBeLessThanOrEqual(360)
    }
  })

test('Back warns once, and pressed again it leaves', async ({ page }) => {
  await startTest(page)
  await hallReady(page)
  await save(page, 1)
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leave the hall' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to the test' }).click()
  await expect(dialog).toBeHidden()
  await expect(current(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/instructions$/)
})

test('the hall opens where the reader was, also on another device', async ({
  page,
  context,
  browser,
}) => {
  await startTest(page)
  await hallReady(page)
  for (const option of [0, 1, 2]) await save(page, option)
  await expect(current(page).getByRole('heading')).toHaveText('Question 4')
  await expect(sign(page)).toHaveText('Sent', { timeout: 15_000 })
  await page.reload()
  await hallReady(page)
  await expect(current(page).getByRole('heading')).toHaveText('Question 4')
  const laptop = await browser.newContext({
    ...{ baseURL: site, storageState: { ...(await context.storageState()), origins: [] } },
  })
  const other = await laptop.newPage()
  await other.goto(page.url())
  await hallReady(other)
  await expect(current(other).getByRole('heading')).toHaveText('Question 4')
  await laptop.close()
})

test('a tap and its Save & Next, three seconds later, are one request', async ({ page }) => {
  await startTest(page)
  await hallReady(page)
  await page.waitForTimeout(12_000)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/events')) posts++
  })
  await current(page).locator('label').nth(1).click()
  await page.waitForTimeout(3000)
  expect(posts).toBe(0)
  await press(page, 'Save & Next')
  await expect.poll(() => posts).toBe(1)
  await page.waitForTimeout(2000)
  expect(posts).toBe(1)
})

for (const [language, prefix] of [
  ['Kannada', ''],
  ['Telugu', '/te'],
  ['English', '/en'],
] as const)
  test(`the bar is one row at 320 to 360 px in ${language}, whatever the sign says`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await startTest(page, paper.replace('/en', prefix))
    await hallReady(page)
    const height = () =>
      page.locator('.bar').evaluate((bar) => Math.round(bar.getBoundingClientRect().height))
    const online = await height()
    expect(online).toBeLessThanOrEqual(56)
    await context.setOffline(true)
    await current(page).locator('label').first().click()
    await page.locator('.buttons .main').click()
    await expect(page.locator('.save-status.offline')).toBeVisible({ timeout: 15_000 })
    expect(await height()).toBe(online)
    await page.setViewportSize({ width: 360, height: 640 })
    expect(await height()).toBe(online)
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY),
    ).toBe('contain')
  })
