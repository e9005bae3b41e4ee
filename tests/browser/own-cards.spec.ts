import { writeFileSync } from 'node:fs'
import { axeViolations, expect, overflowPx, test, untranslatedTexts } from '../support/page.ts'

for (const prefix of ['', '/en', '/te'])
  test.describe(`without script (${prefix || '/kn'})`, () => {
    test.use({ javaScriptEnabled: false })

    test('cards are written, imported, exported and deleted', async ({
      page,
      pageErrors,
    }, info) => {
      await page.goto(`${prefix}/flash-cards/mine`)
      await page.locator('[name=front]').fill('1 + 1')
      await page.locator('[name=back]').fill('2')
      await page.locator('form[action$="/mine"] button').click()
      await expect(page.locator('details.card')).toHaveCount(1)
      await page.locator('details.manage summary').first().click()
      const file = info.outputPath('cards.csv')
      writeFileSync(file, 'a,b\nc,"d\ne"')
      await page.locator('[name=file]').setInputFiles(file)
      await page.locator('form[action$="/import"] button').click()
      await expect(page.locator('details.card')).toHaveCount(3)
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(await untranslatedTexts(page)).toEqual([])
      const exported = await page.request.get(`${prefix}/flash-cards/mine/export`)
      expect(await exported.text()).toBe('\uFEFF"1 + 1","2"\r\n"a","b"\r\n"c","d\ne"\r\n')
      await page.goto(`${prefix}/flash-cards/mine`)
      await page.locator('details.manage summary').last().click()
      await page.locator('form[action$="/delete"] button').first().click()
      await expect(page.locator('details.card')).toHaveCount(2)
      expect(pageErrors).toEqual([])
    })

    test('a file that is no text is refused in words', async ({ page }, info) => {
      await page.goto(`${prefix}/flash-cards/mine`)
      await page.locator('details.manage summary').first().click()
      const file = info.outputPath('deck.apkg')
      writeFileSync(file, new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff, 0xfe]))
      await page.locator('[name=file]').setInputFiles(file)
      await page.locator('form[action$="/import"] button').click()
      await expect(page.getByRole('alert')).toContainText('Anki')
    })

    test('a question of a result is bookmarked, noted and removed', async ({ page }) => {
      await page.goto(`${prefix}/karnataka/vao-paper-2/vao-paper-2-model-paper-1`)
      await page.locator('form.paper > button').press('Enter')
      await expect(page).toHaveURL(/\/result$/)
      await page.locator('form[action$="/bookmarks"] button').first().click()
      await expect(page).toHaveURL(/kept=1#/)
      await page.locator('p.note a[href$="/bookmarks"]').click()
      await expect(page.locator('details.card')).toHaveCount(1)
      await page.locator('details.card summary').click()
      await page.locator('[name=note]').fill('ಓದಬೇಕು')
      await page.locator('form.kept button').first().click()
      await expect(page.locator('details.card summary')).toContainText('ಓದಬೇಕು')
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      await page.locator('form.kept button').last().click()
      await expect(page.locator('details.card')).toHaveCount(0)
    })
  })

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, bypassCSP: true })

    test('axe finds nothing on own cards, bookmarks and in a review', async ({ page }) => {
      await page.goto('/en/flash-cards/mine')
      await page.locator('[name=front]').fill('1 + 1')
      await page.locator('[name=back]').fill('2')
      await page.locator('form[action$="/mine"] button').click()
      await expect(page.locator('details.card')).toHaveCount(1)
      for (const summary of await page.locator('details.manage > summary').all())
        await summary.click()
      expect(await axeViolations(page)).toEqual([])
      await page.screenshot({ path: `test-results/mine-${colorScheme}.png`, fullPage: true })
      await page.getByRole('button', { name: 'Start reviewing' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Show the answer' }).click()
      await page.getByRole('button', { name: /^Easy/ }).click()
      await expect(page.getByRole('heading', { name: 'The next two weeks' })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await page.screenshot({ path: `test-results/finished-${colorScheme}.png` })
    })
  })
