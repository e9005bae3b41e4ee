import { brotliCompressSync, constants } from 'node:zlib'
import { expect, overflowPx, test } from '../support/page.ts'

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength

test.describe('long papers', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, questions] of [
    ['/karnataka/vao-paper-1/vao-paper-1-full-1', 100],
    ['/all-india/rrb/rrb-ntpc-full-1', 100],
    ['/te/all-india/rrb/rrb-ntpc-full-1', 100],
    ['/all-india/ssc-gd-constable/ssc-gd-full-1', 80],
    ['/andhra-pradesh/ap-tet-paper-1/ap-tet-paper-1-full-1', 150],
  ] as const)
    test(`${path} works without script and weighs at most 30 KB`, async ({ page, request }) => {
      await page.goto(path)
      await expect(page.locator('fieldset')).toHaveCount(questions)
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      const bytes = brotli(await (await request.get(path)).text())
      console.log(`${path}: ${questions} questions, ${bytes} bytes`)
      expect(bytes).toBeLessThanOrEqual(30_000)
    })

  test('a paper of 100 questions in two languages side by side weighs at most 30 KB', async ({
    request,
  }) => {
    const path = '/karnataka/vao-paper-1/vao-paper-1-full-1/print?beside=en'
    const html = await (await request.get(path)).text()
    console.log(`${path}: ${brotli(html)} bytes`)
    expect(brotli(html)).toBeLessThanOrEqual(30_000)
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'search with script' : 'search without script', () => {
    test.use({ javaScriptEnabled })

    for (const [start, typed, found] of [
      ['/', 'ಸಂವಿಧಾನ', /ಸಂವಿಧಾನ/],
      ['/', 'samvidhana', /ಸಂವಿಧಾನ/],
      ['/', 'grama', /ಗ್ರಾಮ/],
      ['/te', 'రాజ్యాంగ', /రాజ్యాంగ/],
      ['/en', 'constituton', /[Cc]onstitution/],
    ] as const)
      test(`from ${start}, a search for "${typed}" finds and opens a page`, async ({ page }) => {
        await page.goto(start)
        await page
          .getByRole('navigation')
          .getByRole('link', { name: /ಪರೀಕ್ಷೆಗಳು|Exams|పరీక్షలు/ })
          .click()
        await page.getByRole('searchbox').fill(typed)
        await page.getByRole('search').getByRole('button').click()
        await expect(page.getByRole('status').first()).toContainText(typed)
        const results = page.locator('main .papers a')
        await expect(results.filter({ hasText: found }).first()).toBeVisible()
        expect(await overflowPx(page)).toBeLessThanOrEqual(0)
        await results.first().click()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      })
  })

test('a question found by search is scrolled into view on its paper', async ({ page }) => {
  await page.goto('/en/search?q=constitution%20article')
  await page.locator('main .papers a[href*="#q"]').first().click()
  const anchor = new URL(page.url()).hash
  await expect(page.locator(anchor)).toBeInViewport()
})

test('formulas are rendered by the browser as MathML', async ({ page, pageErrors }) => {
  await page.goto('/andhra-pradesh/ap-dsc-sa-mathematics/ap-dsc-sa-mathematics-2024-pattern-1')
  const fraction = page.locator('math mfrac').first()
  await expect(fraction).toBeVisible()
  const [numerator, denominator] = await fraction.evaluate((element) =>
    [...element.children].map((child) => child.getBoundingClientRect().top),
  )
  expect(denominator! - numerator!).toBeGreaterThan(4)
  expect(pageErrors).toEqual([])
})

test('a paper is printed on A4 in one language or two, without the print options', async ({
  page,
}) => {
  await page.goto('/karnataka/vao-paper-1/vao-paper-1-full-1')
  await page.getByRole('link', { name: 'ಮುದ್ರಿಸಿ' }).click()
  await page.getByRole('link', { name: /ಪಕ್ಕ/ }).click()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  await expect(page.getByRole('navigation')).toBeHidden()
  const boxes = await page
    .locator('.questions > li')
    .first()
    .evaluate((element) => [...element.children].map((child) => child.getBoundingClientRect().left))
  expect(boxes[1]! - boxes[0]!).toBeGreaterThan(250)
  expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  await expect(page.locator('.questions > li')).toHaveCount(100)
})

test('metadata for search engines and messengers is consistent', async ({ page, request }) => {
  for (const path of [
    '/en/vao-paper-1',
    '/te/current-affairs/2026-11-01',
    '/pdo',
    '/flash-cards',
    '/karnataka/vao-paper-1/vao-paper-1-full-1',
    // Its paper has no Telugu: the picture is its exam's.
    '/te/karnataka/vao-paper-1/vao-paper-1-full-1',
  ]) {
    await page.goto(path)
    for (const json of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      const data = JSON.parse(json) as Record<string, unknown>
      expect(data['@context']).toBe('https://schema.org')
      expect(['BreadcrumbList', 'Article']).toContain(data['@type'])
    }
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    const picture = await request.get(new URL(image!).pathname)
    expect([path, picture.status(), picture.headers()['content-type']]).toEqual([
      path,
      200,
      'image/png',
    ])
  }
  const article = await page.goto('/current-affairs/2026-11-01')
  expect(await article!.text()).toMatch(/"dateModified":"\d{4}-\d{2}-\d{2}T/)
})
