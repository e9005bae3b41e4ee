import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { axeViolations, expect, overflowPx, test, untranslatedTexts } from '../support/page.ts'

/** Fills in and submits a short paper as a form; every question but the last is answered with its
 *  first option. */
async function takePaper(page: Page, prefix = '') {
  await page.goto(`${prefix}/karnataka/vao-paper-2/vao-paper-2-model-paper-1`)
  const questions = page.locator('form.paper fieldset')
  const count = await questions.count()
  for (let index = 0; index < count - 1; index++)
    await questions.nth(index).getByRole('radio').first().check()
  await page.locator('form.paper > button').press('Enter')
  await expect(page).toHaveURL(/\/attempts\/[0-9a-f-]{36}\/result$/)
  return { path: new URL(page.url()).pathname, count }
}

/** Renders content below the window, which is otherwise not laid out until it is scrolled to. */
const showAll = (page: Page) =>
  page.evaluate(() =>
    document
      .querySelectorAll<HTMLElement>('.solution, .question')
      .forEach((element) => (element.style.contentVisibility = 'visible')),
  )

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor submits a paper, reports a question and retries the wrong ones', async ({
    page,
    pageErrors,
  }) => {
    const { path, count } = await takePaper(page, '/en')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Your score')
    await expect(page.locator('.sum tbody tr').first()).toContainText(/Right\s*\d+ × 1/)
    await expect(page.locator('.solution')).toHaveCount(count)
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    expect(await untranslatedTexts(page)).toEqual([])

    await page.getByRole('link', { name: /^Unanswered/ }).click()
    await expect(page.locator('.solution')).toHaveCount(1)
    await page.getByRole('link', { name: /^All \(/ }).click()

    const first = page.locator('#q1')
    await first.getByText('Report this question').click()
    await first.getByLabel('What is wrong?').selectOption({ label: 'The key is wrong' })
    await first.getByRole('button', { name: 'Send' }).click()
    await expect(page).toHaveURL(/\?reported=1#q1$/)
    await expect(first.getByRole('status')).toContainText('Thank you.')
    await expect(first).toContainText('Being looked at')

    await page.goto(path.replace('result', 'again'))
    const missed = page.locator('fieldset.question')
    const missedCount = await missed.count()
    expect(missedCount).toBeGreaterThan(0)
    await expect(page.locator('.why')).toHaveCount(0)
    await missed.first().getByRole('radio').nth(1).check()
    await missed.first().getByRole('button').click()
    await expect(page.locator('.why')).toHaveCount(1)
    await expect(page.getByRole('status')).toContainText(/[01] of 1 checked/)

    await page.goto('/en/attempts')
    await page.getByRole('link', { name: /VAO/ }).first().click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('link', { name: 'Score card (image)' })).toBeVisible()
    expect(pageErrors).toEqual([])
  })

  test('a result is accessible only to the reader of the attempt', async ({ page, browser }) => {
    const { path } = await takePaper(page)
    const otherPage = await browser.newPage()
    for (const part of ['result', 'again', 'card.svg', 'print', 'key-sheet']) {
      const answer = await otherPage.goto(path.replace('result', part))
      expect([part, answer?.status()]).toEqual([part, 404])
    }
    await otherPage.close()
  })
})

/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('the score card is rendered as a picture on the device and saved', async ({
  page,
  pageErrors,
}) => {
  await takePaper(page, '/en')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Share the score' }).click(),
  ])
  expect(sizeOf(readFileSync(await download.path()))).toEqual([1200, 630])
  expect(pageErrors).toEqual([])
})

test('the score card is passed to the Web Share API, and cancelling saves nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: string[] = []
    Object.assign(window, { shared })
    navigator.canShare = () => true
    navigator.share = (data) => {
      const [file] = data?.files ?? []
      shared.push(`${file?.type} ${file && file.size > 5000 ? 'whole' : 'empty'}`)
      return Promise.reject(new DOMException('never mind', 'AbortError'))
    }
  })
  await takePaper(page)
  let downloads = 0
  page.on('download', () => downloads++)
  const button = page.getByRole('button', { name: 'ಅಂಕ ಹಂಚಿಕೊಳ್ಳಿ' })
  await button.click()
  await expect(button).toBeEnabled()
  const shared = () => page.evaluate(() => (window as unknown as { shared: string[] }).shared)
  await expect.poll(shared).toEqual(['image/png whole'])
  expect(downloads).toBe(0)
})

test('the main action of a result is visible at 360x640 without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await takePaper(page)
  await expect(page.getByRole('link', { name: 'ಪರಿಹಾರಗಳನ್ನು ಓದಿ' })).toBeInViewport({ ratio: 1 })
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    // The page's Content-Security-Policy does not allow axe, which the test injects.
    test.use({ colorScheme, bypassCSP: true })

    test('axe finds no violations on the pages after a test, in any language', async ({ page }) => {
      const { path } = await takePaper(page)
      for (const prefix of ['', '/en', '/te'])
        for (const part of ['result', 'again', 'print', 'key-sheet', '']) {
          const address = part === '' ? '/attempts' : path.replace('result', part)
          await page.goto(prefix + address)
          await showAll(page)
          const violations = await axeViolations(page)
          expect([prefix + address, violations]).toEqual([prefix + address, []])
          expect(await overflowPx(page)).toBeLessThanOrEqual(0)
        }
    })
  })

/** The number of pages of a printed PDF. */
const printedPageCount = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test.describe('printed', () => {
  for (const [path, circles] of [
    ['/karnataka/vao-paper-1/vao-paper-1-full-1', 5],
    ['/en/all-india/rrb/rrb-ntpc-full-1', 4],
    ['/andhra-pradesh/ap-tet-paper-1/ap-tet-paper-1-full-1', 4],
    ['/te/all-india/ssc-gd-constable/ssc-gd-full-1', 4],
  ] as const)
    test(`the answer sheet of ${path} is one page with ${circles} circles per question`, async ({
      page,
    }) => {
      await page.goto(`${path}/print`)
      const sheet = page.locator('.omr-grid')
      const questions = await page.locator('.questions > li[value]').count()
      const digits = await sheet.locator('.digits').allTextContents()
      expect(digits).toEqual(Array(questions).fill('12345'.slice(0, circles)))
      const all = printedPageCount(await page.pdf({ preferCSSPageSize: true }))
      await page.locator('.with-omr').uncheck()
      const withoutSheet = printedPageCount(await page.pdf({ preferCSSPageSize: true }))
      expect(all - withoutSheet).toBe(1)
      await page.locator('.with-omr').check()
      await page.locator('.with-questions').uncheck()
      expect(printedPageCount(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
    })

  test('the key sheet of a paper is one page', async ({ page }) => {
    const { path } = await takePaper(page)
    await page.goto(path.replace('result', 'key-sheet'))
    expect(printedPageCount(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  })
})
