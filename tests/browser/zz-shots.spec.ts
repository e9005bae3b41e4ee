import { test } from '../support/page.ts'
test('shots', async ({ browser }) => {
  test.setTimeout(300000)
  for (const [prefix, scheme, width] of [['', 'light', 360], ['/te', 'dark', 360], ['/en', 'light', 1280]] as const) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 800 }, javaScriptEnabled: false })
    const page = await context.newPage()
    const name = `/tmp/progress/shot${prefix.replace('/', '-')}-${scheme}-${width}`
    const papers = `${prefix}/karnataka/vao-paper-2`
    const take = async (path: string, option: number) => {
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('form.paper > button').waitFor()
      await page.evaluate((index) => {
        for (const [number, field] of document.querySelectorAll('form.paper fieldset').entries())
          if (number % 5 !== 4) field.querySelectorAll('input')[(index + number) % 4]!.checked = true
        ;(document.querySelector('form.paper') as HTMLFormElement).submit()
      }, option)
      await page.waitForURL(/result$/, { waitUntil: 'commit' })
    }
    await take(`${papers}/vao-paper-2-model-paper-1`, 0)
    await take(`${papers}/vao-paper-2-2024-pattern-1`, 1)
    await take(`${papers}/vao-paper-2-half-1`, 2)
    await page.locator('form[action$="/bookmarks"] button').first().click()
    await page.locator('p.note a[href$="/bookmarks"]').first().waitFor()
    await page.goto(`${prefix}/bookmarks`)
    await page.locator('details.card summary').first().click()
    await page.screenshot({ path: `${name}-bookmarks.png` })
    await page.goto(`${prefix}/progress`)
    await page.locator('[name=percent]').fill('45')
    await page.locator('form.target button').click()
    await page.waitForURL(/exam=/)
    await page.screenshot({ path: `${name}-progress.png`, fullPage: true })
    await page.locator('.weak button').click()
    await page.waitForURL(/drill/)
    await page.screenshot({ path: `${name}-drill.png` })
    await page.locator('form.paper > button').click()
    await page.locator('li.solution').first().waitFor()
    await page.screenshot({ path: `${name}-solved.png` })
    await page.goto(`${prefix}/flash-cards/mine`)
    await page.locator('[name=front]').fill('ಕರ್ನಾಟಕದ ರಾಜ್ಯಪಕ್ಷಿ ಯಾವುದು?')
    await page.locator('[name=back]').fill('ನೀಲಕಂಠ')
    await page.locator('form.fields .btn').first().click()
    await page.locator('details.card').waitFor()
    await page.screenshot({ path: `${name}-mine.png`, fullPage: true })
    await context.close()
  }
})
