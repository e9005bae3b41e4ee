import type { BrowserContext, Page } from 'playwright/test'
import { expect, test } from '../support/page.ts'

// The submission of a paper's form fails once. What was chosen stays, until its result is shown.

const paper = '/en/karnataka/vao-paper-1/vao-paper-1-full-1'
const second = '/en/karnataka/vao-paper-1/vao-paper-1-mental-ability-2'

const checked = (page: Page, form = 'form.paper') =>
  page.locator(`${form} input[type=radio]:checked:not([value=""])`)

async function fill(page: Page, count: number) {
  await page.locator('form.paper [name=sending]').waitFor({ state: 'attached' })
  for (let index = 0; index < count; index++)
    await page
      .locator('form.paper fieldset')
      .nth(index)
      .locator('label')
      .nth(index % 4)
      .click()
  await expect(checked(page)).toHaveCount(count)
}

/** By the keyboard: on a busy machine the end of a long paper still moves while it is scrolled to,
 *  and a mouse that is pressed on the button is released beside it. */
const submit = (page: Page) => page.locator('form.paper button.btn.wide').press('Enter')

/** Answers the submissions of papers in place of the site. 'down': the connection breaks. */
async function failWith(context: BrowserContext, answer: number | 'down' | 'portal') {
  const isForm = ({ pathname }: URL) => /^\/en\/karnataka\/vao-paper-1\/[^/]+$/.test(pathname)
  await context.route(isForm, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (answer === 'down') return route.abort()
    const portal = { status: 200, contentType: 'text/html', body: '<h1>Pay for Wi-Fi</h1>' }
    return route.fulfill(answer === 'portal' ? portal : { ...portal, status: answer })
  })
  return () => context.unroute(isForm)
}

async function withWorker(page: Page) {
  await page.goto('/en/offline/cards')
  await page.evaluate(() => {
    document.cookie = 'today=1;path=/;secure'
  })
  await page.goto('/en/terms')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

for (const fault of [500, 503, 429, 'down', 'portal'] as const) {
  test(`without a service worker, ${fault} loses no answer of a paper`, async ({
    page,
    context,
  }) => {
    await page.goto(paper)
    await fill(page, 12)
    const mend = await failWith(context, fault)
    await submit(page).catch(() => undefined)
    await page.waitForTimeout(500)
    await mend()
    const next = await context.newPage()
    await next.goto(paper)
    await expect(checked(next)).toHaveCount(12)
    await submit(next)
    await expect(next).toHaveURL(/\/result$/)
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(async () => {
      await next.goto(paper)
      await next.locator('form.paper [name=sending]').waitFor({ state: 'attached' })
      await next.waitForTimeout(300)
      await expect(checked(next)).toHaveCount(0, { timeout: 500 })
    }).toPass()
  })

  test(`with a service worker, ${fault} keeps the form, which is sent once`, async ({
    page,
    context,
  }) => {
    await withWorker(page)
    await page.goto(paper)
    await fill(page, 12)
    const mend = await failWith(context, fault)
    await submit(page)
    await expect(page).toHaveURL(/\/en\/offline#kept$/)
    await expect(page.locator('[data-kind=forms]')).toContainText('kept on this phone')
    await mend()
    await page.goto('/en/terms')
    const result = page.locator('[data-kind=forms] a[href*="/result"]')
    await expect(async () => {
      await page.goto('/en/offline')
      await expect(result).toHaveCount(1, { timeout: 2000 })
    }).toPass()
    await page.goto(paper)
    await page.waitForTimeout(500)
    await expect(checked(page)).toHaveCount(0)
    await page.goto('/en/attempts')
    await expect(page.locator('a[href$="/result"]')).toHaveCount(1)
  })
}

test('an answer tapped just before a submission that fails is kept', async ({ page, context }) => {
  // A busy phone stores slowly: 300 ms for each write.
  await page.addInitScript(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its store below
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...entry: Parameters<typeof put>) {
      const until = performance.now() + 300
      const read = (): IDBRequest<IDBValidKey> => {
        const reading = this.get('') as IDBRequest<IDBValidKey>
        reading.onsuccess = () => (performance.now() < until ? read() : put.apply(this, entry))
        return reading
      }
      return read()
    }
  })
  await page.goto(paper)
  await fill(page, 3)
  const mend = await failWith(context, 500)
  await page.evaluate(() => {
    document.querySelectorAll('form.paper fieldset')[3]?.querySelector('label')?.click()
    document.querySelector<HTMLButtonElement>('form.paper button.btn.wide')?.click()
  })
  await expect(page.getByRole('heading', { name: 'Pay for Wi-Fi' })).toBeVisible()
  await mend()
  const next = await context.newPage()
  await next.goto(paper)
  await expect(checked(next)).toHaveCount(4)
})

test('a form that the server refuses says why and does not hold up the next', async ({
  page,
  context,
}) => {
  await withWorker(page)
  await page.goto(paper)
  await fill(page, 3)
  const other = await context.newPage()
  await other.goto(second)
  await fill(other, 4)
  const mend = await failWith(context, 'down')
  await submit(page)
  await expect(page).toHaveURL(/#kept$/)
  await submit(other)
  await expect(other).toHaveURL(/#kept$/)
  await mend()
  await context.route(
    ({ pathname }) => pathname === paper,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const body = '<script src="/assets/entry-AAAA1111.js"></script><h1>The paper has changed</h1>'
      return route.fulfill({ status: 409, contentType: 'text/html', body })
    },
  )
  await other.goto('/en/terms')
  const forms = other.locator('[data-kind=forms]')
  await expect(async () => {
    await other.goto('/en/offline')
    await expect(forms.locator('a[href*="/result"]')).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await expect(forms).toContainText('not accepted; it stays on this phone: The paper has changed')
})

test('the circles of an answer sheet stay on the phone until its result', async ({
  page,
  context,
}) => {
  await page.goto(`${paper}/sheet`)
  await page.locator('.sheet-form [name=sending]').waitFor({ state: 'attached' })
  for (let row = 0; row < 20; row++)
    await page
      .locator('.sheet-rows fieldset')
      .nth(row)
      .locator('label')
      .nth(1 + (row % 4))
      .click()
  const mend = await failWith(context, 500)
  await page.locator('.sheet-form button.btn.wide').click()
  await page.waitForTimeout(500)
  await mend()
  const next = await context.newPage()
  await next.goto(`${paper}/sheet`)
  await expect(checked(next, '.sheet-form')).toHaveCount(20)
  await expect(next.getByText('The answers that you chose earlier')).toBeVisible()
})

test('of a paper that has changed, the answers that still fit are filled in', async ({ page }) => {
  await page.goto(paper)
  await fill(page, 6)
  await page.waitForTimeout(300)
  let isChanged = true
  await page.route(paper, async (route) => {
    const response = await route.fetch()
    let html = await response.text()
    // The paper has other digests, and other options in its first two questions.
    const names = [
      ...new Set([...html.matchAll(/type="radio" name="([^"]+)"/g)].map(([, n]) => n!)),
    ]
    html = html.replace(/(name="digest" value=")\w{4}/, '$1ffff')
    for (const name of isChanged ? names.slice(0, 2) : [])
      html = html.replaceAll(`name="${name}"`, `name="${name.slice(0, -3)}zzz"`)
    await route.fulfill({ response, body: html })
  })
  await page.goto(paper)
  await expect(checked(page)).toHaveCount(4)
  await expect(page.getByText('Answers filled in: 4 of 6')).toBeVisible()
  await page.locator('form.paper fieldset').nth(0).locator('label').nth(3).click()
  await page.waitForTimeout(300)
  isChanged = false
  // The earlier paper again: the other question's answer has not been overwritten.
  await page.goto(paper)
  await expect(page.getByText('Answers filled in: 5 of 6')).toBeVisible()
  await expect(checked(page)).toHaveCount(5)
})

test('answers that a changed paper has no place for are counted, and named in the result', async ({
  page,
}) => {
  await page.goto(paper)
  await fill(page, 6)
  await page.waitForTimeout(300)
  await page.route(paper, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const html = (await response.text())
      .replace(/(name="digest" value=")\w{4}/, '$1ffff')
      .replace(/(type="radio" name="\w{10})\w{3}"/g, '$1zzz"')
    await route.fulfill({ response, body: html })
  })
  await page.goto(paper)
  await expect(page.getByText('Answers filled in: 0 of 6')).toBeVisible()
  await expect(checked(page)).toHaveCount(0)
  await page.locator('form.paper fieldset').nth(0).locator('label').nth(1).click()
  await submit(page)
  await expect(page).toHaveURL(/\/result$/)
  // The options of the answer to the first question are not those of the paper either.
  await expect(page.getByText('is no longer in the paper')).toHaveCount(6)
  for (let number = 1; number <= 6; number++)
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: 'is no longer in the paper' })
        .nth(number - 1),
    ).toContainText(`Question ${number}`)
})

test('a tap while kept answers are read replaces none of them', async ({ page, context }) => {
  await page.goto(paper)
  await fill(page, 12)
  await page.waitForTimeout(300)
  const next = await context.newPage()
  await next.addInitScript(() => {
    const getAll = Reflect.get(IDBObjectStore.prototype, 'getAll') as (
      range: unknown,
    ) => IDBRequest<unknown[]>
    // The draft has been read; whether its form was sent, is asked now.
    IDBObjectStore.prototype.getAll = function (range) {
      if (range instanceof IDBKeyRange && String(range.lower).startsWith('form/'))
        document
          .querySelectorAll('form.paper fieldset')[20]!
          .querySelector<HTMLElement>('label')!
          .click()
      return getAll.call(this, range)
    }
  })
  await next.goto(paper)
  await expect(checked(next)).toHaveCount(13)
  await next.waitForTimeout(300)
  const last = await context.newPage()
  await last.goto(paper)
  await expect(checked(last)).toHaveCount(13)
})
