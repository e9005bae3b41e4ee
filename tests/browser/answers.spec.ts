import type { Page } from 'playwright/test'
import { questionIdsIn } from '../../domain/attempt/question-ids.ts'
import { expect, overflowPx, test, untranslatedTexts } from '../support/page.ts'

const instructions = '/karnataka/vao-paper-2/vao-paper-2-model-paper-1/instructions'

async function startExam(page: Page, prefix = '') {
  await page.goto(prefix + instructions)
  await page.locator('input[name=declared]').check()
  await page.locator('form.start button').click()
  await expect(page).toHaveURL(/\/attempts\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname
}

const questionsIn = async (page: Page): Promise<string[]> => {
  const props = await page.locator('x-island[name=exam-hall]').getAttribute('props')
  return questionIdsIn((JSON.parse(props ?? '{}') as { questions: string }).questions)
}

/** Answers a question on a device that delivers now what it wrote some seconds ago. */
async function deliver(
  page: Page,
  path: string,
  sent: { device: string; question: string; option: number; secondsAgo: number },
) {
  const { device, question, option, secondsAgo } = sent
  const at = Date.now() - secondsAgo * 1000
  const event = { writer: `${device}-page`, tick: 1, at, kind: 'save', question, option }
  const answer = await page.request.post(`${path.replace(/^\/(en|te)/, '')}/events`, {
    data: { events: [event], device, sentAt: Date.now() },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const [locale, prefix] of [
    ['kn', ''],
    ['en', '/en'],
    ['te', '/te'],
  ] as const)
    test(`a reader saves, and chooses between two phones' answers, in ${locale}`, async ({
      page,
      pageErrors,
    }) => {
      const path = await startExam(page, prefix)
      const questions = await questionsIn(page)
      await page.locator('fieldset.question').nth(2).getByRole('radio').nth(1).check()
      await page.locator('button[name=do]').click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.locator('fieldset.question').nth(2).getByRole('radio').nth(1)).toBeChecked()

      const question = questions[0]!
      await deliver(page, path, { device: 'phone-of-a', question, option: 0, secondsAgo: 2 })
      await deliver(page, path, { device: 'phone-of-b', question, option: 3, secondsAgo: 2 })
      await page.goto(`${path}/answers`)
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(await untranslatedTexts(page)).toEqual([])
      await expect(page.locator('.journal li')).toHaveCount(3)
      await page.locator('.pairs button').click()
      await expect(page).toHaveURL(/answers\?choice=done$/)
      await expect(page.locator('.pairs')).toHaveCount(0)

      await page.goto(path)
      await page.locator('.keys > button').last().click()
      await expect(page).toHaveURL(new RegExp(`${path}/result$`))
      await page.locator(`a[href$="/answers"]`).click()
      await expect(page.locator('.history h1')).toBeVisible()
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      expect(pageErrors).toEqual([])
    })
})

test.describe('with cookies refused', () => {
  test.use({ javaScriptEnabled: false })

  test('a filled hall form is scored and its result shown', async ({ page }) => {
    await page.route('**/*', async (route) => {
      const headers = { ...route.request().headers() }
      delete headers.cookie
      await route.continue({ headers })
    })
    await page.context().clearCookies()
    await page.goto(`/en${instructions}`)
    await page.locator('input[name=declared]').check()
    await page.locator('form.start button').click()
    await page.context().clearCookies()
    await expect(page.locator('fieldset.question').first()).toBeVisible()
    await page.locator('fieldset.question').first().getByRole('radio').first().check()
    await page.locator('.keys > button').last().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Your score')
  })
})
