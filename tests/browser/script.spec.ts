import { expect, test } from '../support/page.ts'

test('a page without an island loads the entry script and no React', async ({
  page,
  pageErrors,
}) => {
  const scripts: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  )
  await page.goto('/vao-paper-1', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([expect.stringMatching(/\/assets\/entry-/)])
  expect(pageErrors).toEqual([])
})

test.describe('flash cards', () => {
  test('React is loaded at the first touch, and the touch takes effect', async ({
    page,
    pageErrors,
  }) => {
    const scripts: string[] = []
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(request.url()),
    )
    await page.goto('/en/flash-cards/constitution', { waitUntil: 'networkidle' })
    expect(scripts.join()).not.toContain('react')
    const count = await page.locator('details.card').count()
    expect(count).toBeGreaterThanOrEqual(12)
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    await expect(page.getByRole('status').first()).toHaveText(`Due 0 · New ${count} · Learned 0`)
    expect(scripts.join()).toContain('react')
    await page.getByRole('button', { name: 'Show the answer' }).click()
    await expect(page.getByRole('button', { name: /^Good/ })).toBeVisible()
    await page.getByRole('button', { name: 'All cards' }).click()
    await expect(page.locator('details.card')).toHaveCount(count)
    expect(pageErrors).toEqual([])
  })

  test("cards still open when the island's code cannot be loaded", async ({ page }) => {
    await page.route('**/assets/mount-*', (route) => route.abort())
    await page.goto('/en/flash-cards/constitution')
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    await page.locator('details.card summary').first().click()
    await expect(page.locator('details.card[open] .answer')).toBeVisible()
  })

  test("a crashed island keeps the server's markup and is reported", async ({ page }) => {
    await page.route('**/assets/flash-deck-*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        // The bundler exports a module under a generated name where another file shares it.
        body: [
          'const island = () => { throw new Error("crashed island") }',
          'export const t = { default: island }',
          'export default island',
        ].join(';'),
      }),
    )
    const report = page.waitForRequest('**/api/front-end-logs')
    await page.goto('/en/flash-cards/constitution')
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    expect((await report).postDataJSON()).toMatchObject({
      logJson: {
        ...{ message: 'Error: crashed island', island: 'flash-deck' },
        release: expect.stringMatching(/^[0-9a-z]{8}$/),
      },
      logTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    await expect(page.locator('details.card')).not.toHaveCount(1)
    await page.locator('details.card summary').first().click()
    await expect(page.locator('details.card[open] .answer')).toBeVisible()
  })

  test('without script every card is a details element', async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto('/en/flash-cards/constitution')
    await page.locator('details.card summary').first().click()
    await expect(page.locator('details.card[open] .answer')).toBeVisible()
  })
})

test('a figure is loaded when nearly visible, in the width of the screen', async ({ page }) => {
  await page.goto('/andhra-pradesh/ap-dsc-sa-mathematics/ap-dsc-sa-mathematics-practice-1')
  const figure = page.getByRole('img', { name: /త్రిభుజం ABC/ })
  await expect(figure).toHaveAttribute('loading', 'lazy')
  await expect(figure).toHaveAttribute('width', '1280')
  await figure.scrollIntoViewIfNeeded()
  await expect
    .poll(() => figure.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await figure.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
    /\/image\/640\?url=/,
  )
})

test('the filter updates while typing and shows a message when nothing matches', async ({
  page,
}) => {
  await page.goto('/en/vao-paper-1')
  const all = await page.locator('.papers li:visible').count()
  expect(all).toBeGreaterThan(2)
  await page.getByRole('searchbox').pressSequentially('pattern of')
  await expect(page.locator('.papers li:visible')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Model papers' })).toBeHidden()
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByText('No paper has these words in its title.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page.locator('.papers li:visible')).toHaveCount(all)
})

test('without script the filter is a form', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto('/en/vao-paper-1')
  await page.getByRole('searchbox').fill('pattern')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\?q=pattern$/)
  await expect(page.locator('.papers li')).toHaveCount(1)
})

test.describe('copying and searching in the page', () => {
  test('are blocked on content, but not in form fields and not on the support address', async ({
    page,
  }) => {
    await page.goto('/en/feedback')
    const isPrevented = (selector: string, type: 'copy' | 'keydown', key = 'f') =>
      page.evaluate(
        ([selector, type, key]) => {
          const event =
            type === 'copy'
              ? new ClipboardEvent('copy', { bubbles: true, cancelable: true })
              : new KeyboardEvent('keydown', {
                  key,
                  ctrlKey: key === 'f',
                  bubbles: true,
                  cancelable: true,
                })
          document.querySelector(selector)!.dispatchEvent(event)
          return event.defaultPrevented
        },
        [selector, type, key] as const,
      )
    expect(await isPrevented('h1', 'copy')).toBe(true)
    expect(await isPrevented('h1', 'keydown')).toBe(true)
    expect(await isPrevented('h1', 'keydown', 'F3')).toBe(true)
    expect(await isPrevented('textarea', 'copy')).toBe(false)
    expect(await isPrevented('textarea', 'keydown')).toBe(false)
    expect(await isPrevented('[data-copyable]', 'copy')).toBe(false)
  })
})

test('the overlay covers a page being submitted, and is removed after going back', async ({
  page,
}) => {
  await page.goto('/en/feedback')
  await page.getByLabel('Your message').fill('hello')
  // Playwright cannot inspect a page that is navigating away, so the submission hangs as on a slow
  // connection.
  await page.evaluate(() =>
    addEventListener('submit', (event) => event.preventDefault(), { once: true }),
  )
  await page.getByRole('button', { name: 'Send' }).click()
  const overlay = page.getByText("Don't refresh the screen while loading...")
  await expect(overlay).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(overlay).toBeHidden()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your message has reached us.')).toBeVisible()
})

test.describe('traffic source', () => {
  const storedSource = async (page: import('playwright/test').Page) => {
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'user_source')
    const stored = await page.evaluate(() => localStorage.getItem('user_source'))
    return [cookie?.value ?? null, stored]
  }

  test('is mirrored in storage, restored from it, and removed after a day', async ({ page }) => {
    await page.goto('/sda-fda?user_source=whatsapp', { waitUntil: 'networkidle' })
    const [cookie, stored] = await storedSource(page)
    expect(cookie).toMatch(/^whatsapp\.\d{10}$/)
    expect(stored).toBe(cookie)

    await page.context().clearCookies({ name: 'user_source' })
    await page.goto('/sda-fda', { waitUntil: 'networkidle' })
    expect(await storedSource(page)).toEqual([stored, stored])

    await page.clock.setSystemTime(Date.now() + 25 * 3600_000)
    await page.goto('/sda-fda', { waitUntil: 'networkidle' })
    expect(await storedSource(page)).toEqual([null, null])
  })

  test('is replaced in both places by a newer visit from elsewhere', async ({ page }) => {
    await page.goto('/sda-fda?user_source=whatsapp', { waitUntil: 'networkidle' })
    await page.waitForTimeout(1100)
    await page.goto('/sda-fda?user_source=telegram', { waitUntil: 'networkidle' })
    const [cookie, stored] = await storedSource(page)
    expect(cookie).toMatch(/^telegram\./)
    expect(stored).toBe(cookie)
  })
})

test('the chosen language is stored and offered, without a redirect', async ({ page }) => {
  await page.goto('/sda-fda', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'English' }).click()
  await page.waitForURL('**/en/sda-fda')
  for (const path of ['/vao', '/']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'kn')
    await expect(page.locator('.lang [data-chosen]')).toHaveText('English')
  }
})
