import type { Browser, BrowserContext, Page } from 'playwright/test'
import { expect, untranslatedTexts, overflowPx, test } from '../support/page.ts'

const deck = '/en/flash-cards/constitution'
const counts = (page: Page) => page.getByRole('status').filter({ hasText: /^Due/ })
const standing = (page: Page) => page.locator('.standing')

/** Returns the number of cards of the deck. */
async function startReviewing(page: Page): Promise<number> {
  await page.goto(deck)
  const all = await page.locator('details.card').count()
  await page.getByRole('button', { name: 'Start reviewing' }).click()
  await expect(counts(page)).toBeVisible()
  return all
}

async function grade(page: Page, how: 'Again' | 'Hard' | 'Good' | 'Easy') {
  await page.getByRole('button', { name: 'Show the answer' }).click()
  await page.getByRole('button', { name: new RegExp(`^${how}`) }).click()
}

/** Another device of the same reader. */
async function secondDevice(browser: Browser, first: BrowserContext) {
  const second = await browser.newContext()
  await second.addCookies(await first.cookies())
  return second
}

test.describe('reviewing cards', () => {
  test('the schedule is loaded only when a review starts', async ({ page }) => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await page.goto(deck, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([expect.stringMatching(/\/assets\/entry-/)])
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    await expect(counts(page)).toBeVisible()
    expect(scripts.join()).toMatch(/review-session/)
  })

  test('reviews are stored on the phone without a network and sent when it is back', async ({
    page,
    context,
    pageErrors,
  }) => {
    const all = await startReviewing(page)
    await expect(counts(page)).toHaveText(`Due 0 · New ${all} · Learned 0`)
    await context.setOffline(true)
    await grade(page, 'Easy')
    await grade(page, 'Easy')
    await expect(counts(page)).toHaveText(`Due 0 · New ${all - 2} · Learned 2`)
    await expect(standing(page)).toHaveText(/^Cards saved on this phone: 2\./)
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(standing(page)).toHaveText('Everything is sent.', { timeout: 20_000 })
    await page.reload()
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    await expect(counts(page)).toHaveText(`Due 0 · New ${all - 2} · Learned 2`)
    expect(
      pageErrors.filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to load|^failed: /.test(line)),
    ).toEqual([])
  })

  test('reviews from before the page was closed are sent when it is opened again', async ({
    page,
    context,
  }) => {
    await startReviewing(page)
    await page.route('**/flash-cards/reviews*', (route) => route.abort())
    await grade(page, 'Good')
    await expect(standing(page)).toHaveText(/^Cards saved on this phone: 1\./)
    const again = await context.newPage()
    await page.close()
    await startReviewing(again)
    await expect(standing(again)).toHaveText(/^($|Everything is sent)/, { timeout: 20_000 })
    const stored = await again.evaluate(async () =>
      (await fetch('/flash-cards/reviews?after=0')).text(),
    )
    expect(stored).toMatch(/"reviews":\[\{[^}]*\}\]/)
  })

  test('two devices that review separately end up with one schedule', async ({ page, browser }) => {
    const all = await startReviewing(page)
    await grade(page, 'Easy')
    await expect(standing(page)).toHaveText('Everything is sent.', { timeout: 20_000 })
    const second = await secondDevice(browser, page.context())
    const other = await second.newPage()
    await startReviewing(other)
    await expect(counts(other)).toHaveText(`Due 0 · New ${all - 1} · Learned 1`, {
      timeout: 20_000,
    })
    await page.context().setOffline(true)
    await grade(page, 'Easy')
    await grade(other, 'Easy')
    await grade(other, 'Again')
    await expect(standing(other)).toHaveText('Everything is sent.', { timeout: 20_000 })
    await page.context().setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(standing(page)).toHaveText('Everything is sent.', { timeout: 20_000 })
    for (const one of [page, other]) {
      await startReviewing(one)
      await expect(counts(one)).toHaveText(new RegExp(`New ${all - 3} · Learned 2$`), {
        timeout: 20_000,
      })
    }
    await second.close()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a card opens, and a form records how well it was known', async ({ page, pageErrors }) => {
    await page.goto(deck)
    const card = page.locator('details.card').first()
    await card.locator('summary').click()
    await card.getByRole('button', { name: 'I knew it' }).click()
    await expect(page).toHaveURL(/\/en\/flash-cards\/constitution#after-/)
    expect(pageErrors).toEqual([])
  })

  test('a wrong answer becomes a card and a revision task of the plan', async ({ page }) => {
    await page.goto('/en/flash-cards?of=wrong')
    await expect(page.getByText('No mistakes yet.')).toBeVisible()
    await page.goto('/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1')
    await page.locator('form.paper > button').press('Enter')
    await expect(page).toHaveURL(/\/result$/)
    await expect(async () => {
      await page.goto('/en/flash-cards?of=wrong')
      expect(await page.locator('details.card').count()).toBeGreaterThan(5)
      // Papers count here once the queue has brought their summaries.
    }).toPass({ timeout: 30_000 })
    await page.locator('details.card summary').first().click()
    await expect(page.locator('details.card[open] .answer')).toBeVisible()
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)

    await page.goto('/en/plan/vao')
    await page.getByRole('button', { name: 'Start today' }).click()
    await expect(page).toHaveURL(/\/en\/plan$/)
    expect(await page.getByText('Extra practice', { exact: false }).count()).toBeGreaterThan(0)
  })

  test('the quiz of a day is submitted and marked with explanations', async ({ page }) => {
    await page.goto('/en/current-affairs/2026-11-01')
    const quiz = page.locator('#quiz')
    const questions = quiz.locator('fieldset')
    await expect(questions).toHaveCount(3)
    expect(await page.content()).not.toContain('right answer')
    for (let index = 0; index < 3; index++)
      await questions.nth(index).getByRole('radio').first().check()
    await quiz.getByRole('button', { name: /Check/ }).click()
    await expect(quiz.getByRole('status')).toHaveText(/[0-3] of 3 right/)
    await expect(quiz.locator('.why')).toHaveCount(3)
    await quiz.getByRole('button').click()
    await expect(questions).toHaveCount(3)
  })

  for (const prefix of ['', '/en', '/te'])
    test(`a plan is started, ticked off and changed (${prefix || '/kn'})`, async ({
      page,
      pageErrors,
    }) => {
      await page.goto(`${prefix}/pdo-30days-material`)
      await page.locator(`a[href="${prefix}/plan/pdo"]`).click()
      await expect(page.locator('.days > li')).toHaveCount(30)
      expect(await untranslatedTexts(page)).toEqual([])
      await page.locator('form.begin button').click()
      await expect(page).toHaveURL(new RegExp(`${prefix}/plan$`))
      const first = page.locator('#today .tasks > li').first()
      await first.getByRole('button').click()
      await expect(page).toHaveURL(/#task-read-local-self-government$/)
      await expect(first.locator('.ticked')).toBeVisible()
      await expect(page.locator('progress')).toHaveAttribute('value', '1')
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(await untranslatedTexts(page)).toEqual([])

      await page.locator('.change summary').click()
      const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
      await page.locator('.change input[type=date]').fill(soon)
      await page.locator('.change form').first().getByRole('button').click()
      await expect(page.locator('progress')).toHaveAttribute('value', '1')
      expect(await page.locator('.day').count()).toBeLessThan(11)
      expect(pageErrors).toEqual([])
    })
})

test.describe('the review over the whole screen', () => {
  test('grades stand at the lower edge; undo shows the card again and counts as before', async ({
    page,
  }) => {
    const all = await startReviewing(page)
    const first = await page.locator('.face .asked').textContent()
    await page.getByRole('button', { name: 'Show the answer' }).click()
    const height = page.viewportSize()!.height
    for (const name of ['Again', 'Hard', 'Good', 'Easy']) {
      const box = (await page.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox())!
      expect(box.y).toBeGreaterThan(height * 0.6)
      expect(box.y + box.height).toBeLessThanOrEqual(height)
    }
    await page.getByRole('button', { name: /^Easy/ }).click()
    await expect(counts(page)).toHaveText(`Due 0 · New ${all - 1} · Learned 1`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(counts(page)).toHaveText(`Due 0 · New ${all} · Learned 0`)
    await expect(page.locator('.face .asked')).toHaveText(first!)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await grade(page, 'Good')
    await expect(standing(page)).toHaveText('Everything is sent.', { timeout: 20_000 })
    await page.goto('/en/flash-cards?of=due')
    await expect(page.getByRole('heading', { name: 'The next two weeks' })).toBeVisible()
  })

  test('closes with the phone’s back button, and one count is shown', async ({ page }) => {
    await startReviewing(page)
    await expect(page.getByText(/^Due \d+ · New/)).toHaveCount(1)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${deck}$`))
    await page.getByRole('button', { name: 'Start reviewing' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const prefix of ['', '/en', '/te'])
    test(`fits a phone, with and without an answer (${prefix || '/kn'})`, async ({ page }) => {
      await page.goto(`${prefix}/flash-cards/constitution`)
      await page.locator('.start button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.screenshot({ path: `test-results/review${prefix.replace('/', '-')}-front.png` })
      await page.locator('.thumb .btn').click()
      await expect(page.locator('.grades .btn')).toHaveCount(4)
      for (const button of await page.locator('.grades .btn').all())
        expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThan(1)
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(await untranslatedTexts(page)).toEqual([])
      await page.screenshot({ path: `test-results/review${prefix.replace('/', '-')}-back.png` })
    })
})
