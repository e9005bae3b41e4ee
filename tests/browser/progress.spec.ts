import type { Page } from 'playwright/test'
import { axeViolations, expect, overflowPx, test, untranslatedTexts } from '../support/page.ts'

/** Takes a paper by its form: the option with this index in every question but some. */
async function takeByForm(page: Page, path: string, option: number) {
  await page.goto(path)
  await page.evaluate((index) => {
    for (const [number, field] of document.querySelectorAll('form.paper fieldset').entries())
      if (number % 5 !== 4) field.querySelectorAll('input')[index]!.checked = true
  }, option)
  await page.locator('form.paper > button').press('Enter')
  await expect(page).toHaveURL(/\/result$/)
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const prefix of ['', '/en', '/te'])
    test(`papers become pictures, a target and a drill (${prefix || '/kn'})`, async ({
      page,
      pageErrors,
    }) => {
      const papers = `${prefix}/karnataka/vao-paper-2`
      await takeByForm(page, `${papers}/vao-paper-2-model-paper-1`, 0)
      await page.goto(`${prefix}/progress`)
      await expect(page.locator('svg.picture')).toHaveCount(0)
      await takeByForm(page, `${papers}/vao-paper-2-2024-pattern-1`, 1)

      await expect(async () => {
        await page.goto(`${prefix}/progress`)
        await expect(page.locator('svg.picture polyline')).toHaveCount(1, { timeout: 500 })
        // Papers count here once the queue has brought their summaries.
      }).toPass({ timeout: 30_000 })
      await expect(page.locator('.weak li')).not.toHaveCount(0)
      await page.locator('[name=percent]').fill('85')
      await page.locator('form.target button').click()
      await expect(page).toHaveURL(/\/progress\?exam=vao-paper-2$/)
      await expect(page.locator('svg.picture .aim')).toHaveCount(1)
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(await untranslatedTexts(page)).toEqual([])

      await page.locator('.weak button').click()
      await expect(page).toHaveURL(/\/progress\/drill\/[0-9a-f-]{36}$/)
      const questions = page.locator('form.paper fieldset')
      await expect(questions).toHaveCount(10)
      await questions.first().locator('label').first().click()
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      await page.locator('form.paper > button').press('Enter')
      await expect(page.locator('li.solution')).toHaveCount(10)
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(await untranslatedTexts(page)).toEqual([])
      await page.goto(`${prefix}/flash-cards?of=wrong`)
      expect(await page.locator('details.card').count()).toBeGreaterThan(9)
      expect(pageErrors).toEqual([])
    })
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, bypassCSP: true })

    test('axe finds nothing on the progress page with papers, nor in a drill', async ({ page }) => {
      await takeByForm(page, '/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1', 0)
      await takeByForm(page, '/en/karnataka/vao-paper-2/vao-paper-2-2024-pattern-1', 1)
      await expect(async () => {
        await page.goto('/en/progress')
        await expect(page.locator('.weak button')).toHaveCount(1, { timeout: 500 })
      }).toPass({ timeout: 30_000 })
      for (const summary of await page.locator('.figures > summary').all()) await summary.click()
      expect(await axeViolations(page)).toEqual([])
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      await page.locator('.weak button').click()
      await expect(page.locator('form.paper fieldset')).toHaveCount(10)
      expect(await axeViolations(page)).toEqual([])
      await page.locator('form.paper > button').press('Enter')
      await expect(page.locator('li.solution')).toHaveCount(10)
      expect(await axeViolations(page)).toEqual([])
    })
  })
