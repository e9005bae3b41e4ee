import { expect, untranslatedTexts, overflowPx, test } from '../support/page.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a visitor opens a paper from the home page and reads it in every language', async ({
      page,
      pageErrors,
    }) => {
      const looksRight = async (lang: string) => {
        await expect(page.locator('html')).toHaveAttribute('lang', lang)
        expect(await overflowPx(page)).toBeLessThanOrEqual(0)
        expect(await untranslatedTexts(page)).toEqual([])
      }
      await page.goto('/')
      await looksRight('kn')
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('ನೀವು ಯಾವ ಪರೀಕ್ಷೆಗೆ ಓದುತ್ತಿದ್ದೀರಿ?')

      await page.getByRole('link', { name: /ವಿಎಒ ಪತ್ರಿಕೆ 1/ }).click()
      await expect(page).toHaveURL(/\/vao-paper-1$/)
      await looksRight('kn')

      await page.getByRole('link', { name: 'ವಿಎಒ ಪತ್ರಿಕೆ 1: ಪೂರ್ಣ ಮಾದರಿ ಪ್ರಶ್ನೆಪತ್ರಿಕೆ 1' }).click()
      await looksRight('kn')
      await expect(page.getByRole('radio')).toHaveCount(500)
      await page.getByRole('radio').first().check()

      await page.getByRole('link', { name: 'English' }).click()
      await expect(page).toHaveURL(/\/en\/karnataka\/vao-paper-1\//)
      await looksRight('en')
      await expect(page.getByRole('radio')).toHaveCount(500)

      await page.getByRole('link', { name: 'తెలుగు' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'te')
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      // The paper exists in Kannada and English; a Telugu page shows it in English with a note.
      await expect(page.locator('fieldset').first()).toHaveAttribute('lang', 'en')
      expect(pageErrors).toEqual([])
    })
  })

test('the main action of the home page is visible at 360x640 without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  await expect(page.getByRole('link', { name: /ವಿಎಒ ಪತ್ರಿಕೆ 1/ })).toBeInViewport({ ratio: 1 })
})

test('touch targets are at least 44 pixels high', async ({ page }) => {
  for (const path of ['/', '/vao-paper-1', '/flash-cards', '/feedback']) {
    await page.goto(path)
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.lang a, .dock a, footer nav a, .btn, .exams a, .years a, summary, .question label',
        ),
      ]
        .filter((element) => element.getBoundingClientRect().height < 43.5)
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(small).toEqual([])
  }
})
