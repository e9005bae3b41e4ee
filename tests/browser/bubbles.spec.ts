import type { Page } from 'playwright/test'
import { expect, overflowPx, test } from '../support/page.ts'

// The bubbles of an answer sheet: options, and the picture of the sheet in a result.

const paper = '/en/karnataka/vao-paper-1/vao-paper-1-full-1'
const short = '/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1'
const day = '/en/current-affairs/2026-11-01'

async function openHall(page: Page, mode = 'exam', address = paper) {
  await page.goto(`${address}/instructions`)
  await page.locator(`[name=mode][value=${mode}]`).check()
  await page.locator('[name=declared]').check()
  await page.locator('form.start button').last().click()
  await page.waitForURL(/\/attempts\//)
  await page.locator('form.hall[data-live]').waitFor()
}

const firstQuestion = (page: Page) => page.locator('fieldset.question:visible').first()

/** How a bubble looks: its fill, its number's colour and its number. */
const lookOf = (page: Page, nth: number) =>
  firstQuestion(page)
    .locator('input[type=radio]')
    .nth(nth)
    .evaluate((radio) => {
      const { backgroundColor, backgroundImage, color } = getComputedStyle(radio)
      const { content } = getComputedStyle(radio, '::before')
      return { fill: `${backgroundColor} ${backgroundImage}`, color, content }
    })

for (const [name, open] of [
  ['the exam hall', (page: Page) => openHall(page)],
  ['practice', (page: Page) => openHall(page, 'practice')],
  ['the paper as a form', (page: Page) => page.goto(short)],
  ['the quiz of a day', (page: Page) => page.goto(day)],
] as const)
  for (const forcedColors of ['none', 'active'] as const)
    test(`a chosen option differs from others in ${name}, forced colours: ${forcedColors}`, async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors })
      await open(page)
      const question = firstQuestion(page)
      await question.locator('label').nth(1).click()
      await expect(question.getByRole('radio').nth(1)).toBeChecked()
      const [empty, filled] = [await lookOf(page, 0), await lookOf(page, 1)]
      expect(filled.fill).not.toBe(empty.fill)
      expect(filled.color).not.toBe(empty.color)
      expect(empty.content).toContain('counter(option)')
    })

test('an option is named by its text, without the number of its bubble', async ({ page }) => {
  await page.goto(short)
  const option = page.locator('fieldset.question label').first()
  const text = (await option.locator('span').first().innerText()).trim()
  await expect(option.getByRole('radio')).toHaveAccessibleName(text)
})

test('a wrong option in practice is crossed in the colour of wrong', async ({ page }) => {
  await openHall(page, 'practice')
  await firstQuestion(page).locator('label').first().click()
  await page.getByRole('button', { name: 'Check the answer' }).click()
  await expect(page.getByText('The right option: 2')).toBeVisible()
  const wrong = firstQuestion(page).locator('label').first()
  const colours = await wrong.evaluate((label) => {
    const radio = label.querySelector('input')!
    const probe = document.createElement('i')
    probe.style.color = 'var(--wrong)'
    document.body.appendChild(probe)
    const { borderTopColor, backgroundImage, color } = getComputedStyle(radio)
    return { borderTopColor, backgroundImage, color, wrong: getComputedStyle(probe).color }
  })
  expect(colours.borderTopColor).toBe(colours.wrong)
  expect(colours.backgroundImage).toContain(colours.wrong)
  expect(await overflowPx(page)).toBeLessThanOrEqual(0)
})

test.describe('a cancelled question', () => {
  // Playwright answers no requests of pages that a service worker controls.
  test.use({ serviceWorkers: 'block' })

  test('has no right option in practice, and says so', async ({ page }) => {
    await page.route(/\/reveal$/, (route) => {
      const { question } = route.request().postDataJSON() as { question: string }
      const key = {
        question,
        accepted: [],
        explanation: null,
        outcome: 'void',
        cancelled: 'nobody',
      }
      return route.fulfill({ json: { data: key } })
    })
    await openHall(page, 'practice')
    await firstQuestion(page).locator('label').first().click()
    await page.getByRole('button', { name: 'Check the answer' }).click()
    await expect(page.getByText('This question was cancelled')).toBeVisible()
    await expect(page.getByText('The right option')).toBeHidden()
  })
})

test('a question checked in practice is kept in the bookmarks, also after a failed try', async ({
  page,
}) => {
  await openHall(page, 'practice')
  await firstQuestion(page).locator('label').first().click()
  await page.getByRole('button', { name: 'Check the answer' }).click()
  const keep = page.getByRole('button', { name: 'Keep in my bookmarks' })
  await expect(keep).toBeVisible()
  await page.context().setOffline(true)
  await keep.click()
  await expect(page.getByText('It could not be kept now.')).toBeVisible()
  await page.context().setOffline(false)
  await keep.click()
  await page.getByRole('link', { name: 'It is in your bookmarks.' }).click()
  await expect(page).toHaveURL(/\/en\/bookmarks$/)
  await expect(page.locator('details.card')).toHaveCount(1)
})

for (const [width, height] of [
  [360, 640],
  [640, 360],
] as const)
  test(`the hall's bars take at most 30 % of ${width} x ${height}; options are in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openHall(page, 'exam', paper.replace('/en', ''))
    const taken = await page.evaluate(() => {
      const bars = [...document.querySelectorAll('.hall > x-island, .hall > .keys')]
      const across = bars.filter((bar) => bar.clientWidth > innerWidth / 2)
      return across.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
    })
    expect(taken / height).toBeLessThanOrEqual(0.3)
    const options = await firstQuestion(page).locator('label').all()
    const visible = []
    for (const option of options) {
      const { y, height: tall } = (await option.boundingBox())!
      if (y >= 0 && y + tall <= height) visible.push(option)
    }
    expect(visible.length).toBeGreaterThanOrEqual(3)
    for (const name of ['ಉಳಿಸಿ, ಮುಂದೆ', 'ಸಲ್ಲಿಸಿ'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  })

test('the submit dialog shows its buttons without scrolling at 360 x 640', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openHall(page, 'exam', paper.replace('/en', ''))
  await page.getByRole('button', { name: 'ಸಲ್ಲಿಸಿ', exact: true }).click()
  for (const name of ['ಹೌದು, ಸಲ್ಲಿಸಿ', 'ಪರೀಕ್ಷೆಗೆ ಹಿಂತಿರುಗಿ'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
})

test.describe('the result of a paper of 100 questions, without script', () => {
  test.use({ javaScriptEnabled: false })

  test('is a sheet whose bubbles name their outcome and lead to the solution', async ({ page }) => {
    await page.goto(paper)
    const questions = page.locator('form.paper fieldset')
    for (const index of [0, 1, 2, 30]) {
      const radios = questions.nth(index).getByRole('radio')
      await (index === 2 ? radios.last() : radios.nth(1)).check()
    }
    await page.locator('form.paper > button').press('Enter')
    await expect(page).toHaveURL(/\/result$/)
    const sheet = page.getByRole('list', { name: 'Your answer sheet' })
    await expect(sheet.getByRole('link')).toHaveCount(100)
    await expect(sheet.getByRole('link').nth(0)).toHaveAccessibleName('1 Right')
    await expect(sheet.getByRole('link').nth(2)).toHaveAccessibleName(/^3 Not answered/)
    await expect(sheet.getByRole('link').nth(3)).toHaveAccessibleName('4 Left blank')
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)

    await sheet.getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/result#q2$/)
    await expect(page.locator('#q2')).toBeInViewport()
    await sheet.getByRole('link').nth(30).click()
    await expect(page).toHaveURL(/\/result\?page=2#q31$/)
    await expect(page.locator('#q31')).toBeInViewport()
    await expect(page.locator('#q31')).toContainText('your answer')
  })
})

test('the bubbles of outcomes differ in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(short)
  const questions = page.locator('form.paper fieldset')
  for (let index = 0; index < (await questions.count()) - 2; index++)
    await questions.nth(index).getByRole('radio').first().check()
  await questions.last().getByRole('radio').last().check()
  await page.locator('form.paper > button').press('Enter')
  await expect(page.locator('.answer-sheet')).toBeVisible()
  const looks = await page.evaluate(() =>
    ['right', 'wrong', 'blank', 'not-answered'].map((outcome) => {
      const bubble = document.querySelector(`.answer-sheet .${outcome}`)
      if (!bubble) return `no ${outcome}`
      const { backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(bubble)
      return `${backgroundColor} ${backgroundImage} ${borderTopStyle}`
    }),
  )
  expect(looks.filter((look) => look.startsWith('no '))).toEqual([])
  expect(new Set(looks).size).toBe(4)
})
