import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from 'playwright/test'
import { localizedPath } from '../../src/addresses/address.ts'
import { locales } from '../../domain/locale.ts'
import { expect, overflowPx, test, untranslatedTexts } from '../support/page.ts'

// The home page as the place to come back to: what this device knows leads on.

const messages = {
  kn: { first: 'ಮೊದಲ ಪ್ರಶ್ನೆಗೆ ಉತ್ತರಿಸಿ', resume: 'ಮುಂದುವರಿಸಿ', exams: 'ಪರೀಕ್ಷೆಗಳು' },
  en: { first: 'Answer a first question', resume: 'Resume', exams: 'Exams' },
  te: { first: 'మొదటి ప్రశ్నకు జవాబివ్వండి', resume: 'కొనసాగించండి', exams: 'పరీక్షలు' },
}

/** Records how far the content of each page moves (Cumulative Layout Shift). */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifted: number }).shifted += (
          entry as unknown as { value: number }
        ).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

async function shiftOf(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

const lead = (page: Page) => page.locator('[data-slot=lead]')

/** Puts a note where the device's own scripts put it. */
async function store(page: Page, name: string, note: object) {
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(`abhyasa.today.${name}`, text!)
      document.cookie = 'today=1;path=/;secure'
    },
    [name, JSON.stringify({ version: 1, ...note })],
  )
}

const runningTest = (change: object = {}) => ({
  ...{ id: 'a', title: 'Model paper 3', lang: 'en', href: '/en/attempts/a' },
  path: '/en/karnataka/vao-paper-1/vao-paper-1-full-1',
  resume: 'Resume · {time} left',
  ...{
    endsAtMs: Date.now() + 3_700_000,
    storedAtMs: Date.now(),
    answered: 42,
    count: 100,
    ...change,
  },
})

for (const locale of locales)
  test(`a visitor answers a first question in three taps and is led back to it, ${locale}`, async ({
    page,
    pageErrors,
  }) => {
    const { first, resume } = messages[locale]
    await recordShifts(page)
    await page.goto(localizedPath('/', locale))
    expect(await shiftOf(page)).toBe(0)
    await page.locator('a[data-exam]').first().click()
    await page.getByRole('button', { name: first }).click()
    await page.locator('form.hall[data-live]').waitFor()
    await page.locator('fieldset.question.current label').first().click()
    await expect(page.locator('fieldset.question.current').getByRole('radio').first()).toBeChecked()
    const hall = new URL(page.url()).pathname

    await page.waitForTimeout(500)
    await page.goto(localizedPath('/', locale))
    await expect(lead(page).getByRole('link', { name: resume })).toHaveAttribute('href', hall)
    await expect(lead(page)).toContainText('1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await shiftOf(page)).toBe(0)
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    expect(await untranslatedTexts(page)).toEqual([])
    await expect(page.locator('main .btn:not(.quiet):visible')).toHaveCount(1)
    expect(pageErrors).toEqual([])

    await lead(page).getByRole('link', { name: resume }).click()
    await page.locator('form.hall[data-live]').waitFor()
    await expect(page.locator('fieldset.question').first().getByRole('radio').first()).toBeChecked()
    await page.locator('.buttons .submit').click()
    await page.locator('dialog .choices .btn').first().click()
    await page.waitForURL(/\/result$/)
    await page.goto(localizedPath('/', locale))
    await expect(lead(page).getByRole('link', { name: resume })).toHaveCount(0)
  })

test('the home page for everybody is at most 5 % larger than in November 2026', async ({
  request,
}) => {
  const bytesBefore = { kn: 4436, en: 4034, te: 4454 }
  const bytes = await Promise.all(
    locales.map(async (locale) => {
      const html = await (await request.get(localizedPath('/', locale))).text()
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
      return [locale, brotliCompressSync(html, { params }).byteLength / bytesBefore[locale]]
    }),
  )
  for (const [locale, ratio] of bytes) expect(ratio, String(locale)).toBeLessThanOrEqual(1.05)
})

test('a running test is shown with its clock, and no longer once its time is over', async ({
  page,
}) => {
  await page.goto('/en')
  await store(page, 'tests', {
    tests: [
      runningTest({ id: 'b', title: 'Over', endsAtMs: Date.now() - 1000 }),
      runningTest({ id: 'c', title: 'Without a clock', endsAtMs: null }),
      runningTest(),
    ],
  })
  await page.goto('/en')
  await expect(lead(page).getByRole('heading')).toHaveText('Model paper 3')
  await expect(lead(page).getByRole('timer')).toHaveText(/^1:01:\d\d$/)
  const before = await lead(page).getByRole('timer').innerText()
  await expect(lead(page).getByRole('timer')).not.toHaveText(before)
  await expect(lead(page)).toContainText('42 of 100 answered')

  const over = [
    runningTest({ endsAtMs: Date.now() - 1000 }),
    runningTest({ endsAtMs: null, storedAtMs: Date.now() - 31 * 86_400_000 }),
  ]
  await store(page, 'tests', { tests: over })
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Which exam')
})

test('where a running test could be started, it is resumed, with the time left', async ({
  page,
}) => {
  await recordShifts(page)
  await page.goto('/en')
  await store(page, 'tests', { tests: [runningTest()] })
  await page.goto('/en/karnataka/vao-paper-1/vao-paper-1-full-1')
  const link = page.getByRole('link', { name: /^Resume · 1:01:\d\d left$/ })
  await expect(link).toHaveAttribute('href', '/en/attempts/a')
  expect(await shiftOf(page)).toBe(0)
  await page.goto('/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1')
  await expect(page.getByRole('link', { name: 'Start test' })).toBeVisible()
})

test('cards that are due and the task of the plan lead on where no test is running', async ({
  page,
}) => {
  await page.goto('/en')
  const past = Date.now() - 1000
  await store(page, 'cards', { due: { a: past, b: past, c: Date.now() + 100_000 } })
  await page.goto('/en')
  await expect(lead(page).getByRole('heading')).toHaveText('Cards to review: 2')
  await expect(lead(page).getByRole('link')).toHaveAttribute('href', /\/en\/flash-cards\?of=due$/)

  const on = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10)
  const tasks = [
    { name: 'Unification', lang: 'en', isDone: true },
    { name: 'Panchayat Raj', lang: 'en', isDone: false },
  ]
  await store(page, 'plan', { days: [{ on, tasks }] })
  await page.goto('/en')
  await expect(lead(page).getByRole('heading')).toHaveText('Panchayat Raj')
})

test('a plan that is followed shows its task of today, and is gone when it is left', async ({
  page,
}) => {
  await page.goto('/en/plan/vao')
  await page.getByRole('button', { name: 'Start today' }).click()
  await expect(page).toHaveURL(/\/en\/plan$/)
  const task = (await page.locator('#today .task b').first().innerText()).trim()
  await page.goto('/en')
  await expect(lead(page).getByRole('heading')).toHaveText(task)
  await lead(page).getByRole('link', { name: 'Begin' }).click()
  await expect(page).toHaveURL(/\/en\/plan(#today)?$/)
})

test('unreadable notes show the choice of an exam', async ({ page, pageErrors }) => {
  for (const text of ['{', 'null', '[]', '{"version":2,"tests":[1]}', '{"version":1}', '7']) {
    await page.goto('/en', { waitUntil: 'networkidle' })
    await page.evaluate((text) => {
      document.cookie = 'today=1;path=/;secure'
      for (const name of ['exam', 'tests', 'plan', 'cards'])
        localStorage.setItem(`abhyasa.today.${name}`, text)
    }, text)
    await page.goto('/en')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Which exam')
    await page.waitForLoadState('networkidle')
  }
  expect(pageErrors).toEqual([])
})

test('the exam is chosen once, and changed only where the reader comes to change it', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/en')
  await page.getByRole('link', { name: /^PDO Paper 1/ }).click()
  await page.goto('/en')
  await expect(heading).toHaveText('PDO Paper 1: today')
  await page.getByRole('link', { name: messages.en.exams, exact: true }).click()
  await page.getByRole('link', { name: /^RRB NTPC/ }).click()
  await expect(page).toHaveURL(/\/en\/rrb$/)
  await page.goto('/en')
  await expect(heading).toHaveText('PDO Paper 1: today')
  await page.getByRole('link', { name: 'Change exam' }).click()
  await page.getByRole('link', { name: /^RRB NTPC/ }).click()
  await page.goto('/en')
  await expect(heading).toHaveText('RRB NTPC: today')
})

test('the chosen exam has its name and address in the language of the page', async ({ page }) => {
  await page.goto('/en')
  await page.getByRole('link', { name: /^PDO Paper 1/ }).click()
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('ಪಿಡಿಒ ಪತ್ರಿಕೆ 1')
  await expect(page.locator('[data-slot=papers]')).toHaveAttribute('href', '/pdo-paper-1')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of locales)
    test(`a visitor chooses an exam and begins to practise, ${locale}`, async ({ page }) => {
      await page.goto(localizedPath('/', locale))
      await expect(page.locator('a[data-exam]')).toHaveCount(6)
      await page.locator('a[data-exam]').first().click()
      await page.getByRole('button', { name: messages[locale].first }).click()
      await expect(page).toHaveURL(/\/attempts\/[0-9a-f-]{36}$/)
      const question = page.locator('fieldset.question').first()
      await question.locator('label').first().click()
      await expect(question.getByRole('radio').first()).toBeChecked()
    })
})

test('the main navigation fits into 360 pixels in every language', async ({ page }) => {
  for (const locale of locales) {
    await page.goto(localizedPath('/flash-cards', locale))
    const links = page.locator('.dock a')
    await expect(links).toHaveCount(4)
    for (const link of await links.all()) {
      await expect(link).toBeInViewport({ ratio: 1 })
      expect(await link.evaluate((own) => own.scrollWidth - own.clientWidth)).toBeLessThanOrEqual(0)
    }
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    await expect(page.locator('.dock [aria-current]')).toHaveCount(1)
  }
})
