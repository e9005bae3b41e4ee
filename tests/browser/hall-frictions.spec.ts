import type { Page } from 'playwright/test'
import { expect, overflowPx, test } from '../support/page.ts'

// What was in the way of somebody who takes a test on a small phone with a poor line.

test.use({ viewport: { width: 360, height: 640 } })

async function openHall(page: Page) {
  await page.goto('/karnataka/vao-paper-1/vao-paper-1-full-1/instructions')
  await page.locator('[name=declared]').check()
  await page.locator('form.start button').last().click()
  await page.waitForURL(/\/attempts\//)
  await page.locator('form.hall[data-live]').waitFor()
}

test('the bar keeps its height and the question its place when the line drops, in Kannada', async ({
  page,
  context,
}) => {
  await openHall(page)
  const placeOf = () =>
    page.evaluate(() => ({
      bar: document.querySelector('.bar')!.getBoundingClientRect().height,
      question:
        document.querySelector('fieldset.current legend')!.getBoundingClientRect().y + scrollY,
    }))
  const before = await placeOf()
  await context.setOffline(true)
  await page.locator('fieldset.question.current label').nth(1).click()
  await expect(page.locator('.save-status.offline')).toBeVisible()
  expect(await placeOf()).toEqual(before)
  expect(await overflowPx(page)).toBeLessThanOrEqual(0)
})

test('after a submission without network, the heading is in sight and has the focus', async ({
  page,
  context,
}) => {
  await openHall(page)
  await page.waitForTimeout(1500)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'ಸಲ್ಲಿಸಿ', exact: true }).click()
  await page.getByRole('button', { name: 'ಹೌದು, ಸಲ್ಲಿಸಿ' }).click()
  const heading = page.locator('.submitted h2')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(heading).toBeFocused()
})

test('the clock stands still while the page is hidden, and is right when it is shown', async ({
  page,
}) => {
  await openHall(page)
  const changesIn = (state: 'hidden' | 'visible', ms: number) =>
    page.evaluate(
      async ([state, ms]) => {
        for (const [name, value] of [
          ['visibilityState', state],
          ['hidden', state === 'hidden'],
        ] as const)
          Object.defineProperty(document, name, { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
        let changes = 0
        const observer = new MutationObserver((records) => (changes += records.length))
        const clock = document.querySelector('.clock [role=timer]')!
        observer.observe(clock, { characterData: true, childList: true, subtree: true })
        await new Promise((done) => setTimeout(done, ms))
        observer.disconnect()
        return changes
      },
      [state, ms] as const,
    )
  expect(await changesIn('hidden', 3200)).toBe(0)
  expect(await changesIn('visible', 3200)).toBeGreaterThanOrEqual(3)
})

test('the focus is marked with a contrast of 3 to 1 to the page, light and dark', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/en')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const colours = await page.evaluate(() => ({
      outline: getComputedStyle(document.activeElement!).outlineColor,
      page: getComputedStyle(document.documentElement).backgroundColor,
    }))
    expect(contrast(colours.outline, colours.page)).toBeGreaterThanOrEqual(3)
  }
})

test('without script no button of flash cards is dead, and a long deck is folded', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto('/en/flash-cards')
  await expect(page.getByRole('button', { name: 'Start reviewing' })).toBeHidden()
  await expect(page.locator('details.card').first()).toBeVisible()
  const count = await page.locator('details.card').count()
  expect(count).toBeGreaterThan(20)
  await expect(page.locator('.deck > details.card')).toHaveCount(20)
  await page.locator('.more-cards > summary').click()
  await expect(page.locator('details.card').last()).toBeVisible()
  await context.close()
})

test('a link whose page is slow shows that it was tapped', async ({ page }) => {
  await page.goto('/en')
  const opacity = await page.evaluate(() => {
    const link = document.querySelectorAll<HTMLAnchorElement>('.dock a')[2]!
    link.click()
    return getComputedStyle(link).opacity
  })
  expect(opacity).toBe('0.6')
  await page.waitForURL(/flash-cards$/)
  await expect(page.locator('.dock a').nth(2)).toHaveCSS('opacity', '1')
})

/** The contrast of two colours, by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
