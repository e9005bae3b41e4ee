import { killableBrowser } from '../support/killable-browser.ts'
import { expect, test } from '../support/page.ts'
import { site } from '../support/ports.ts'

// What Chromium itself says of the site as an app: its manifest, in each language, and whether it
// can be installed.

type Protocol = {
  send: (
    method: string,
    params?: object,
  ) => Promise<{
    url: string
    data: string
    errors: { message: string }[]
    installabilityErrors: { errorId: string }[]
  }>
}

test('Chromium reads each language’s manifest and could install the site', async () => {
  const browser = killableBrowser()
  try {
    const context = await browser.open()
    const page = await context.newPage()
    const protocol = (await context.newCDPSession(page)) as unknown as Protocol
    for (const [path, name] of [
      ['/', 'ಅಭ್ಯಾಸ'],
      ['/en', 'Abhyasa'],
      ['/te', 'అభ్యాస'],
    ] as const) {
      await page.goto(site + path)
      const manifest = await protocol.send('Page.getAppManifest')
      expect(manifest.errors).toEqual([])
      const parsed = JSON.parse(manifest.data) as {
        short_name: string
        icons: { src: string; purpose?: string }[]
        shortcuts: { url: string; icons: { src: string }[] }[]
      }
      expect(parsed.short_name).toBe(name)
      const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([])
      expect(parsed.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
      const files = [...parsed.icons, ...parsed.shortcuts.flatMap(({ icons }) => icons)]
      for (const { src } of files) {
        const icon = await context.request.get(site + src)
        expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png'])
      }
      for (const { url } of parsed.shortcuts)
        expect((await context.request.get(site + url)).status()).toBe(200)
    }
  } finally {
    await browser.kill()
    browser.removeProfile()
  }
})

test('the hall keeps a pull at its top from reloading the page', async ({ page }) => {
  await page.goto('/en/karnataka/vao-paper-1/vao-paper-1-full-1/instructions')
  await page.locator('[name=declared]').check()
  await page.getByRole('button', { name: 'I am ready to begin' }).click()
  await page.locator('form.hall[data-live]').waitFor()
  const behaviour = await page.evaluate(
    () => getComputedStyle(document.documentElement).overscrollBehaviorY,
  )
  expect(behaviour).toBe('contain')
})
