import { brotliCompressSync, constants } from 'node:zlib'
import { expect, overflowPx, test } from '../support/page.ts'

const figures = '/all-india/ssc-gd-constable/ssc-gd-constable-figure-questions-1'
const passages = '/andhra-pradesh/ap-tet-paper-1/ap-tet-paper-1-full-1'

test.describe('questions with forms, without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, shown] of [
    [figures, 'svg[role=img]'],
    [`/te${figures}`, 'svg[role=img]'],
    [`/en${figures}`, 'svg[role=img]'],
    [passages, '[data-q^=passage]'],
    [passages, '[data-q=match]'],
  ] as const)
    test(`${path} shows ${shown} and weighs at most 40 KB with its figures`, async ({
      page,
      request,
    }) => {
      await page.goto(path)
      await expect(page.locator(shown).first()).toBeVisible()
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      const html = await (await request.get(path)).text()
      const bytes = brotliCompressSync(html, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      }).byteLength
      console.log(`${path}: ${bytes} bytes`)
      expect(bytes).toBeLessThanOrEqual(40 * 1024)
    })

  test('every figure is described, and differs from the other options in words', async ({
    page,
  }) => {
    await page.goto(figures)
    for (const fieldset of await page.locator('fieldset').all()) {
      const words = await fieldset
        .locator('label svg')
        .evaluateAll((all) => all.map((svg) => svg.getAttribute('aria-label')))
      expect(words.every((text) => text !== null && text.length > 3)).toBe(true)
      expect(new Set(words).size).toBe(words.length)
    }
  })
})

test('columns to match line up row by row at 360 px', async ({ page }) => {
  await page.goto(passages)
  const cells = page.locator('[data-q=match]').first().locator('p:not(.h)')
  await cells.first().scrollIntoViewIfNeeded()
  const boxes = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const { x, y } = cell.getBoundingClientRect()
      return { x: Math.round(x), y: Math.round(y) }
    }),
  )
  for (let row = 0; row < boxes.length; row += 2) {
    expect(boxes[row]!.y).toBe(boxes[row + 1]!.y)
    expect(boxes[row]!.x).toBe(boxes[0]!.x)
    expect(boxes[row + 1]!.x).toBe(boxes[1]!.x)
  }
})

test('no question with a figure is cut by the end of an A4 page', async ({ page }) => {
  await page.goto(`${figures}/print`)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  // The page without its margins of 12 and 15 mm, at 96 px an inch.
  const pageHeight = Math.floor(((297 - 27) / 25.4) * 96)
  const questions = await page
    .locator('.questions > li:has(svg)')
    .evaluateAll((all) =>
      all.map((item) => [getComputedStyle(item).breakInside, item.getBoundingClientRect().height]),
    )
  expect(questions).toHaveLength(15)
  for (const [breakInside, height] of questions) {
    expect(breakInside).toBe('avoid')
    expect(height).toBeLessThan(pageHeight)
  }
  // Figures have thick lines and large letters, which the bubbles of the answer sheet do not take.
  const bubbles = page.locator('.omr svg[role=img]')
  const looks = await bubbles.evaluateAll((all) =>
    all.map((svg) => {
      const digits = svg.querySelector('.digits')
      return [
        parseFloat(getComputedStyle(svg).strokeWidth),
        digits && parseFloat(getComputedStyle(digits).fontSize),
      ]
    }),
  )
  expect(looks.length).toBeGreaterThan(4)
  for (const [line, digit] of looks) {
    expect(line).toBeLessThan(0.5)
    expect(digit ?? 0).toBeLessThan(5)
  }
  expect((await page.pdf({ preferCSSPageSize: true })).byteLength).toBeGreaterThan(10_000)
})
