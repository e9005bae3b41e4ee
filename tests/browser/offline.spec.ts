import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright/test'
import { killableBrowser } from '../support/killable-browser.ts'
import { networkSwitch } from '../support/network-switch.ts'
import { expect, test } from '../support/page.ts'
import { site, sitePort } from '../support/ports.ts'

// What was kept for offline opens after the browser's process was killed, with the network off;
// what is done then arrives once.

const paper = '/en/all-india/ssc-gd-constable'

async function keep(page: Page, pack: string, origin = site) {
  await page.goto(`${origin}/en/offline/${pack}`)
  await page.getByRole('button', { name: 'Keep on this phone' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Kept: it opens without internet/, {
    timeout: 60_000,
  })
}

const firstPage = async (context: BrowserContext) => context.pages()[0] ?? (await context.newPage())

/** Clears the browser's own cache, which has pages for a minute. */
async function withoutCache(context: BrowserContext): Promise<Page> {
  const page = await firstPage(context)
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.clearBrowserCache')
  await protocol.detach()
  return page
}

/** The attempts of this browser's reader, as the site lists them. */
async function attemptCount(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/en/attempts`)
  return page.locator('a[href$="/result"]').count()
}

test('a pack is used without a network after kills, and what was done arrives once', async () => {
  test.setTimeout(180_000)
  const browser = killableBrowser()
  const network = await networkSwitch(sitePort)
  const site = network.origin
  try {
    let page = await firstPage(await browser.open())
    await keep(page, 'ssc-gd-constable', site)
    const index = (await (
      await page.request.get(`${site}/en/offline/ssc-gd-constable/pages`)
    ).json()) as {
      pages: { path: string }[]
    }
    const path = index.pages.find((each) => each.path.startsWith(paper))!.path
    await keep(page, 'cards', site)
    await page.waitForTimeout(500)
    await browser.kill()

    network.turn(false)
    page = await withoutCache(await browser.open())
    await page.goto(`${site}/en/ssc-gd-constable`)
    await expect(page.locator('main')).toContainText('This is the copy kept on this phone')
    await page.goto(site + path)
    // The page that begins a test with a clock is not in the pack.
    await expect(page.getByRole('link', { name: 'Start test' })).toBeHidden()
    await page.getByRole('link', { name: 'Answer it on this page' }).click()
    await expect(page.locator('#answer')).toBeInViewport()
    await page.locator('form.paper fieldset').first().locator('label').nth(1).click()
    await page.locator('form.paper fieldset').nth(1).locator('label').nth(2).click()
    await page.waitForTimeout(500)
    await browser.kill()

    page = await withoutCache(await browser.open())
    await page.goto(site + path)
    await expect(page.locator('form.paper :checked')).toHaveCount(2)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/en\/offline#kept$/)
    await expect(page.locator('[data-kind=forms]')).toContainText('sent when there is internet')

    await page.goto(`${site}/en/flash-cards/constitution`)
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    await page.getByRole('button', { name: 'Show the answer' }).click()
    await page.getByRole('button', { name: /^Good/ }).click()
    await page.waitForTimeout(500)
    await browser.kill()

    network.turn(true)
    page = await firstPage(await browser.open())
    const sent = page.waitForResponse(
      (response) => response.url().includes('/flash-cards/reviews') && response.ok(),
    )
    await page.goto(`${site}/en/current-affairs`)
    await sent
    const result = page.locator('[data-kind=forms] a[href$="/result"]')
    await expect(async () => {
      await page.goto(`${site}/en/offline`)
      await expect(result).toHaveCount(1, { timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    expect(await attemptCount(page, site)).toBe(1)
    await page.goto(`${site}/en/vao`)
    await page.waitForTimeout(3000)
    expect(await attemptCount(page, site)).toBe(1)
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('abhyasa.card.')),
    )
    expect(left).toEqual([])
  } finally {
    await browser.kill()
    browser.removeProfile()
    network.close()
  }
})

test('answers of a closed hall go out when any other page opens', async ({ page, context }) => {
  await page.goto('/en/karnataka/vao-paper-1/vao-paper-1-full-1/instructions')
  await page.locator('[name=declared]').check()
  await page.getByRole('button', { name: 'I am ready to begin' }).click()
  await page.locator('form.hall[data-live]').waitFor()
  const hall = new URL(page.url()).pathname
  await context.setOffline(true)
  await page.locator('fieldset.question.current label').nth(2).click()
  await page.getByRole('button', { name: 'Save & Next' }).click()
  await page.waitForTimeout(300)
  const other = await context.newPage()
  await page.close()
  await context.setOffline(false)
  const sent = other.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(`${hall.slice(3)}/events`),
  )
  await other.goto('/en/terms')
  await (await sent).response()
  await expect
    .poll(async () => {
      const answer = await other.request.get(`${hall.slice(3)}/events?after=0`)
      const { data } = (await answer.json()) as { data: { events: { kind: string }[] } }
      return data.events.filter(({ kind }) => kind === 'save').length
    })
    .toBe(1)
})

test.describe('a submission that alone failed', () => {
  // Playwright answers no requests of pages that a service worker controls.
  test.use({ serviceWorkers: 'block' })

  test('is nowhere said to be one, and is sent by the next page', async ({ page, context }) => {
    await page.goto('/en/karnataka/vao-paper-1/vao-paper-1-full-1/instructions')
    await page.locator('[name=declared]').check()
    await page.getByRole('button', { name: 'I am ready to begin' }).click()
    await page.locator('form.hall[data-live]').waitFor()
    const hall = new URL(page.url()).pathname
    const isSubmission = ({ pathname }: URL) => pathname.endsWith('/submit')
    await context.route(isSubmission, (route) => route.fulfill({ status: 500, body: 'failed' }))
    await page.locator('fieldset.question.current label').nth(2).click()
    await page.getByRole('button', { name: 'Save & Next' }).click()
    await expect(page.locator('.save-status .label')).toHaveText('Sent')
    const failed = page.waitForResponse((response) => isSubmission(new URL(response.url())))
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, submit' }).click()
    await failed
    await expect(page.getByRole('heading', { name: 'Not submitted yet' })).toBeVisible()
    await expect(page.getByText('has been submitted')).toHaveCount(0)
    const other = await context.newPage()
    await other.goto('/en/attempts')
    await expect(other.locator(`a[href$="${hall}/result"]`)).toHaveCount(0)
    await page.close()
    await context.unroute(isSubmission)
    const sent = other.waitForResponse((response) => isSubmission(new URL(response.url())))
    await other.goto('/en/terms')
    expect((await sent).status()).toBe(200)
    await other.goto('/en/attempts')
    await expect(other.locator(`a[href$="${hall}/result"]`)).toHaveCount(1)
    let requests = 0
    other.on('request', (request) => {
      if (isSubmission(new URL(request.url()))) requests++
    })
    await other.goto('/en/terms')
    await other.waitForTimeout(4000)
    expect(requests).toBe(0)
  })
})

test('after a first test, every address leads back into its hall without a network', async ({
  page,
}) => {
  const network = await networkSwitch(sitePort)
  await page.goto(`${network.origin}/en/karnataka/vao-paper-1/vao-paper-1-full-1/instructions`)
  await page.locator('[name=declared]').check()
  await page.getByRole('button', { name: 'I am ready to begin' }).click()
  await page.locator('form.hall[data-live]').waitFor()
  const hall = new URL(page.url()).pathname
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/complete'))))
    .toBe(true)
  network.turn(false)
  for (const other of [hall.slice(3), hall.replace('/en', '/te'), '/', '/te/vao']) {
    await page.goto(network.origin + other)
    await expect(page).toHaveURL(network.origin + hall)
    await page.locator('form.hall[data-live]').waitFor()
  }
  network.close()
})

test('pages read last open without a network; others say what is on this phone', async ({
  page,
  context,
}) => {
  await page.goto('/te/offline/cards')
  await page.evaluate(() => {
    document.cookie = 'today=1;path=/;secure'
  })
  await page.goto('/te/vao')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('/te/ap-pet')
  // A page that is rendered for one reader is sent before it is known to be for all; the next
  // response is the stored one.
  await page.goto('/te/terms')
  await page.waitForTimeout(500)
  await page.goto('/te/terms')
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/te/offline'))))
    .toBe(true)
  await withoutCache(context)
  await context.setOffline(true)
  await page.goto('/te/terms')
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-kept', '')
  await page.goto('/te/rrb')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ఈ ఫోన్‌లో ఉన్నవి')
  await expect(page.locator('[data-kind=read] a').first()).toBeVisible()
  await expect(page.locator('.when-offline')).toBeVisible()
})

test('a phone without space says so and keeps what it has', async ({ page, context }) => {
  const protocol = await context.newCDPSession(page)
  await page.goto('/en/offline/ssc-gd-constable')
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: site, quotaSize: 150_000 })
  await page.getByRole('button', { name: 'Keep on this phone' }).click()
  await expect(page.getByRole('status')).toHaveText(/^This phone has no space left\. \d+ of \d+/, {
    timeout: 30_000,
  })
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: site })
  await page.getByRole('button', { name: 'Keep on this phone' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Kept/, { timeout: 60_000 })
})

test('a browser that keeps nothing says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'caches', {
      get: () => ({ keys: () => Promise.reject(new DOMException('no', 'SecurityError')) }),
    })
  })
  await page.goto('/en/offline/cards')
  await expect(page.getByRole('status')).toContainText(
    'This browser does not let the site keep anything',
  )
  await expect(page.getByRole('button', { name: 'Keep on this phone' })).toBeHidden()
})

test('what was kept is updated by the changed pages alone', async ({ page }) => {
  await keep(page, 'ssc-gd-constable')
  await page.evaluate(async () => {
    const cache = await caches.open('pack-1 ssc-gd-constable en')
    const [first] = (await cache.keys()).filter(({ url }) => url.endsWith('/ssc-gd-constable'))
    const stored = (await cache.match(first!))!
    const headers = new Headers(stored.headers)
    headers.set('x-kept-version', 'earlier')
    await cache.put(first!, new Response(await stored.text(), { headers }))
  })
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.locator('[data-size]')).toHaveText(/^Pages changed since: 1,/)
  fetched.length = 0
  await page.getByRole('button', { name: 'Download only what changed' }).click()
  await expect(page.getByRole('button', { name: 'Download only what changed' })).toBeHidden()
  const pages = fetched.filter((path) => !/assets|offline|worker/.test(path))
  expect(pages).toEqual(['/en/ssc-gd-constable'])
})

test('the size that is said before the download is about what it costs', async ({ request }) => {
  for (const pack of ['vao-paper-1', 'cards', 'ap-tet-paper-1'])
    for (const language of ['', '/en']) {
      const address = `${language}/offline/${pack}/pages`
      const { pages } = (await (await request.get(address)).json()) as {
        pages: { path: string; bytes: number }[]
      }
      let [said, real] = [0, 0]
      for (const { path, bytes } of pages) {
        said += bytes
        const html = await (await request.get(path)).body()
        real += brotliCompressSync(html, { params: { 1: 5 } }).byteLength
      }
      expect(said / real, `${address}: said ${said}, real ${real}`).toBeGreaterThan(0.7)
      expect(said / real, `${address}: said ${said}, real ${real}`).toBeLessThan(1.4)
    }
})

test('a first visit installs nothing, and the service worker stays within its budget', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/en', { waitUntil: 'networkidle' })
  await page.waitForTimeout(2500)
  expect(asked.filter((url) => /worker|offline|returning/.test(url))).toEqual([])
  const bytes = brotliCompressSync(readFileSync('dist/client/service-worker.js')).byteLength
  expect(bytes).toBeLessThanOrEqual(4500)
})
