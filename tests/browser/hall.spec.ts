import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from 'playwright/test'
import { expect, overflowPx, test } from '../support/page.ts'

// Other devices, modes and windows of the exam hall. Whole papers are in sitting.spec.ts.

const paper = '/en/karnataka/vao-paper-1/vao-paper-1-full-1'
const railway = '/en/all-india/rrb/rrb-ntpc-full-1'

async function startTest(page: Page, address = paper, mode = 'Exam') {
  await page.goto(`${address}/instructions`)
  await page.getByRole('radio', { name: new RegExp(`^${mode}`) }).check()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await page.getByRole('button', { name: 'I am ready to begin' }).click()
  await page.waitForURL(/\/attempts\//)
  await hallReady(page)
}

const hallReady = (page: Page) => page.locator('form.hall[data-live]').waitFor()
const current = (page: Page) => page.locator('fieldset.question.current')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function submit(page: Page) {
  await press(page, 'Submit')
  await press(page, 'Yes, submit')
}

test('answers of a phone without network are submitted by rescue code on another phone', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await startTest(page)
  await page.waitForTimeout(3000)
  await context.setOffline(true)
  for (const number of [1, 2, 3]) {
    await expect(current(page).getByRole('heading')).toHaveText(`Question ${number}`)
    await current(page).locator('label').nth(1).click()
    await press(page, 'Save & Next')
  }
  await press(page, 'More')
  await press(page, 'Rescue code')
  await expect(page.getByRole('img', { name: 'The same code as a QR picture' })).toBeVisible()
  const lines = await page.locator('.code li').allTextContents()

  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await otherContext.newPage()
  await other.goto(`/en/attempts/rescue#${lines.join('').replace(/\s/g, '')}`)
  await expect(other.getByLabel('Code')).not.toHaveValue('')
  expect(other.url()).not.toContain('#')
  await other.getByRole('button', { name: 'Send the answers' }).click()
  await expect(other.getByRole('status').first()).toContainText('Counted now: 3')
  await otherContext.close()
})

test('a test that was submitted in another tab shows a link to the result', async ({
  page,
  context,
}) => {
  await startTest(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await hallReady(other)
  await submit(other)
  await other.waitForURL(/\/result$/)
  await expect(
    page.getByText('submitted elsewhere').or(page.getByText('Your score')).first(),
  ).toBeVisible()
})

test('practice mode saves each tap, shows the key, and hides a paused question', async ({
  page,
}) => {
  await startTest(page, paper, 'Practice')
  await current(page).locator('label').first().click()
  await press(page, 'Check the answer')
  await expect(page.getByText('The right option: 2')).toBeVisible()
  await expect(current(page).getByRole('radio').first()).toBeDisabled()
  await press(page, 'Pause')
  await expect(current(page)).toBeHidden()
  await press(page, 'Resume')
  await expect(current(page)).toBeVisible()
})

test('practice mode shows a key later whose response was lost', async ({ page }) => {
  await startTest(page, paper, 'Practice')
  await current(page).locator('label').first().click()
  let lost = 0
  await page.route('**/reveal', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await press(page, 'Check the answer')
  await expect.poll(() => lost).toBe(1)
  await current(page).locator('label').nth(2).click()
  // The answer before the key counts, and the page says why the other does not.
  await expect(page.getByText('The right option: 2')).toBeVisible()
  await expect(current(page).getByRole('radio').first()).toBeChecked()
  await expect(current(page).getByRole('radio').nth(2)).toBeDisabled()
  expect(lost).toBe(2)
})

test('the railway skin has four palette states and stays on a question that is marked', async ({
  page,
}) => {
  await startTest(page, railway)
  await current(page).locator('label').first().click()
  await press(page, 'Mark for Review')
  await expect(current(page).getByRole('heading')).toHaveText('Question 1')
  await page.getByRole('button', { name: /^Question 1 \/ 100/ }).click()
  await expect(page.locator('.counts li')).toHaveCount(4)
  await expect(page.getByRole('button', { name: '1, Marked for review' })).toBeVisible()
})

test('a paper submitted from its own page without script is marked', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1')
  await page.locator('fieldset.question').first().getByRole('radio').last().check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/en\/attempts\/[0-9a-f-]{36}\/result$/)
  await context.close()
})

for (const [name, width, height] of [
  ['narrow phone', 320, 640],
  ['window at 200 %', 640, 400],
] as const)
  test(`in a ${name} nothing overflows the page and the focus is always visible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await startTest(page)
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    for (const option of await current(page).getByRole('radio').all()) {
      await option.focus()
      expect(
        await option.evaluate((radio) => {
          const { x, y, width, height } = radio.getBoundingClientRect()
          const top = document.elementFromPoint(x + width / 2, y + height / 2)
          return top === radio || radio.closest('label')?.contains(top)
        }),
      ).toBe(true)
    }
  })

test('the hall of 100 questions in two languages weighs at most 30 KB', async ({ page }) => {
  await startTest(page)
  const html = await page.evaluate(async () => (await fetch(location.href)).text())
  const bytes = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  expect(html).toContain('Question 100')
  expect(bytes.byteLength).toBeLessThanOrEqual(30_000)
})
