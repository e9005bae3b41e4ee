import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from 'playwright/test'
import { replay, type JournalEvent } from '../../domain/attempt/journal.ts'
import { questionIdsIn } from '../../domain/attempt/question-ids.ts'
import { axeViolations, expect, test } from '../support/page.ts'
import { site } from '../support/ports.ts'

// Takes complete papers in a real browser, from the start to the result.

const paper = '/en/karnataka/vao-paper-1/vao-paper-1-full-1'

async function startTest(page: Page, address = paper) {
  await page.goto(`${address}/instructions`)
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await page.getByRole('button', { name: 'I am ready to begin' }).click()
  await page.waitForURL(/\/attempts\/[0-9a-f-]{36}$/)
  await hallReady(page)
}

const hallReady = (page: Page) => page.locator('form.hall[data-live]').waitFor()

/** Answers `count` questions with Save & Next, starting with the current one. Returns the chosen
 *  option by question id. */
async function answer(page: Page, count: number, shift = 0): Promise<Map<string, number>> {
  const tapped = new Map<string, number>()
  const props = await page.locator('x-island[name=exam-hall]').getAttribute('props')
  const ids = questionIdsIn((JSON.parse(props ?? '{}') as { questions: string }).questions)
  let before = ''
  for (let index = 0; index < count; index++) {
    const question = page.locator('fieldset.question.current')
    const circle = question.getByRole('radio').first()
    await expect(circle).not.toHaveAttribute('name', before)
    const number = await circle.getAttribute('name')
    before = number ?? ''
    const id = ids[Number(number) - 1] ?? ''
    const option = (index + shift) % 4
    await question.locator('label').nth(option).click()
    tapped.set(id, option)
    await page.getByRole('button', { name: 'Save & Next' }).click()
  }
  return tapped
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, submit' }).click()
}

const attemptOf = (page: Page) => /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''

/** The journal of an attempt on the server. */
async function journalOf(context: BrowserContext, attempt: string): Promise<JournalEvent[]> {
  const response = await context.request.get(`${site}/attempts/${attempt}/events?after=0`)
  const { data } = (await response.json()) as { data: { events: JournalEvent[] } }
  return data.events
}

/** Expects every answer in the journal, and each event exactly once. */
async function expectJournal(
  context: BrowserContext,
  attempt: string,
  tapped: Map<string, number>,
) {
  const events = await journalOf(context, attempt)
  const ids = events.map(({ writer, tick }) => `${writer}.${tick}`)
  expect(new Set(ids).size).toBe(ids.length)
  const saved = [...replay(events).questions].flatMap(([id, { saved }]) =>
    saved === null ? [] : [[id, saved] as const],
  )
  expect(Object.fromEntries(saved)).toEqual(Object.fromEntries(tapped))
}

test('a visitor takes 100 questions online and gets no key before submission', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const bodies: Promise<string>[] = []
  let isSubmitted = false
  page.on('response', (response) => {
    if (!isSubmitted) bodies.push(response.text().catch(() => ''))
  })
  await startTest(page)
  const tapped = await answer(page, 100)
  const attempt = attemptOf(page)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const sent = (await Promise.all(bodies)).join('\n')
  isSubmitted = true
  await page.getByRole('button', { name: 'Yes, submit' }).click()
  await page.waitForURL(/\/result$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your score')
  await expectJournal(context, attempt, tapped)

  expect(sent).toContain('/attempts/')
  expect(sent).not.toMatch(/"accepted"|"correct_?[oO]ption"|"explanation"/)
  const explanations = explanationStartsIn('vao-paper-1/vao-paper-1-full-1')
  expect(explanations.length).toBeGreaterThan(150)
  expect(explanations.filter((explanation) => sent.includes(explanation))).toEqual([])
})

/** The beginning of every explanation of a paper, in both languages. */
const explanationStartsIn = (file: string) =>
  [
    ...readFileSync(`content/papers/${file}.txt`, 'utf8').matchAll(
      /^why (?:kn|en): ([^<&'"]{30,60})/gm,
    ),
  ].map(([, text = '']) => text)

test('a visitor offline is interrupted twice, and every answer is received once', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  await startTest(page)
  const attempt = attemptOf(page)
  const hall = page.url()
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const names = await caches.keys()
        return registration.active?.state === 'activated' && names.length > 0
      }),
    )
    .toBe(true)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
  await context.setOffline(true)
  const first = await answer(page, 40)
  const second = await crashAndReopen(page, context)
  await second.goto(hall)
  await hallReady(second)
  await expect(second.getByText('Offline').first()).toBeVisible()
  await goTo(second, 41)
  const more = await answer(second, 30, 1)
  const third = await crashAndReopen(second, context)
  await third.goto(hall)
  await hallReady(third)
  await goTo(third, 71)
  const rest = await answer(third, 30, 2)
  await submit(third)
  await expect(third.getByText(/answers are safe on this phone/).first()).toBeVisible()

  await context.setOffline(false)
  await third.waitForURL(/\/result$/, { timeout: 60_000 })
  await expectJournal(context, attempt, new Map([...first, ...more, ...rest]))
})

/** Kills the process of the page while it works, and opens another page. */
async function crashAndReopen(page: Page, context: BrowserContext): Promise<Page> {
  const next = await context.newPage()
  const isDead = page.waitForEvent('crash')
  const browser = await context.newCDPSession(page)
  // The killed page never responds.
  void browser.send('Page.crash').catch(() => undefined)
  await isDead
  await page.close()
  return next
}

/** Goes to a question through the palette. */
async function goTo(page: Page, number: number) {
  const shown = page.locator('fieldset.question.current h3')
  if ((await shown.textContent())?.endsWith(` ${number}`)) return
  await page.getByRole('button', { name: /^Question \d+ \/ 100/ }).click()
  await page
    .locator('.cell', { hasText: new RegExp(`^${number}$`) })
    .first()
    .click()
  await expect(shown).toHaveText(new RegExp(` ${number}$`))
}

test('a jump in the palette does not save an answer, and the summary lists it', async ({
  page,
}) => {
  await startTest(page)
  await page.locator('fieldset.question.current label').first().click()
  await goTo(page, 5)
  await expect(page.getByText(/What you chose in question 1 was not saved/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText(/Chosen but not saved: 1/)).toBeVisible()
})

test('the language of a question switches at once without a request', async ({ page }) => {
  await startTest(page)
  // The copy for use without a network fetches what it still needs.
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/complete'))))
    .toBe(true)
  await page.waitForLoadState('networkidle')
  const question = page.locator('fieldset.question.current legend')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.locator('.shows label', { hasText: 'ಕನ್ನಡ' }).click()
  await expect(question).toContainText(/[\u0c80-\u0cff]{4}/, { useInnerText: true })
  await page.locator('.shows label', { hasText: 'Both' }).click()
  await expect(question).toContainText(/[A-Za-z]{4}/, { useInnerText: true })
  await expect(page.getByText('The English version prevails in case of doubt')).toBeVisible()
  expect(requests.filter((url) => !url.includes('/events'))).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor submits the complete paper as a form and gets the correct score', async ({
    page,
  }) => {
    await page.goto(`${paper}/instructions`)
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await page.getByRole('button', { name: 'I am ready to begin' }).click()
    await page.waitForURL(/\/attempts\/[0-9a-f-]{36}$/)
    const questions = page.locator('fieldset.question')
    await expect(questions).toHaveCount(100)
    const keys = keysOf('vao-paper-1/vao-paper-1-full-1')
    // Ten right, eight wrong, two by the fifth option; the others left blank, which costs a quarter
    // each.
    for (let index = 0; index < 20; index++) {
      const key = keys[index] ?? 0
      const option = index < 10 ? key : index < 18 ? (key + 1) % 4 : 4
      await questions.nth(index).getByRole('radio').nth(option).check()
    }
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL(/\/result$/)
    // 10 - 8/4 - 80/4 = -12
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/−12(?!\d)/)
  })
})

/** The right option of each question, in the order of the paper. */
const keysOf = (file: string) =>
  readFileSync(`content/papers/${file}.txt`, 'utf8')
    .split(/^--- /m)
    .slice(1)
    .map((question) =>
      [...question.matchAll(/^\(( |\*)\)/gm)].findIndex(([, sign]) => sign === '*'),
    )

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 80 && !(await isThere()); presses += 1)
    await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

test('a short paper is taken from start to result with the keyboard only', async ({ page }) => {
  await page.goto('/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1/instructions')
  const tapped = async (key: string, name: RegExp | string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await page.keyboard.press(key)
  }
  await tabTo(page, page.getByRole('checkbox', { name: /I have read/ }))
  await page.keyboard.press('Space')
  await tapped('Enter', 'I am ready to begin')
  await page.waitForURL(/\/attempts\/[0-9a-f-]{36}$/)
  await hallReady(page)
  const hall = await page.locator('form.hall').ariaSnapshot()
  expect(hall).toMatch(/timer/)
  expect(hall).toMatch(/group "Question 1/)
  expect(hall).toMatch(/button "Save & Next"/)
  const question = page.locator('fieldset.question.current')
  for (let number = 1; number <= 10; number += 1) {
    await expect(question.getByRole('heading')).toHaveText(`Question ${number}`)
    await tabTo(page, question.getByRole('radio').first())
    await page.keyboard.press(number % 2 === 0 ? 'Space' : 'ArrowDown')
    await tapped('Enter', 'Save & Next')
  }
  await expect(page.getByRole('button', { name: 'Computer knowledge 3/3' })).toBeVisible()
  await tapped('Enter', 'Submit')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tapped('Space', 'Yes, submit')
  await page.waitForURL(/\/result$/)
  expect(await page.locator('main').ariaSnapshot()).toMatch(/heading "Your score/)
})

test.describe('with axe injected from outside, bypassing the Content-Security-Policy', () => {
  test.use({ bypassCSP: true })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds no violations in the instructions and the hall (${colorScheme})`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${paper}/instructions`)
      expect(await axeViolations(page)).toEqual([])
      await startTest(page)
      expect(await axeViolations(page)).toEqual([])
    })
})
