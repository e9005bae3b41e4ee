import type { Page } from 'playwright/test'
import { loadFile } from '../../authoring/loading/load-file.ts'
import { stageLiveMock } from '../../authoring/loading/live-mock-rows.ts'
import { codeOf, codeText } from '../../domain/live-mock/opening-code.ts'
import { readCodeAsOperator } from '../../product-api/live-mocks/operator-code.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import { localizedPath } from '../../src/addresses/address.ts'
import { locales } from '../../domain/locale.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'
import { draftOf, secretWords } from '../support/live-mock-source.ts'
import { axeViolations, expect, overflowPx, test } from '../support/page.ts'
import { runProductApiCron } from '../support/ports.ts'

// A live mock on one phone from the entry to the rank: the paper is kept before the bell, opened
// without a network by the code that is typed, answered, delivered, and ranked.

test.describe.configure({ timeout: 480_000 })

const state = '.wrangler/test-state'
const inDatabase = <Value>(work: (database: Database) => Promise<Value>) =>
  withLocalDatabase(state, work)

/** Brings a live mock of four questions to the database whose bell rings in so many seconds. */
async function createLiveMock(slug: string, bellInSeconds: number): Promise<string> {
  const bell = new Date(Date.now() + bellInSeconds * 1000)
  const draft = draftOf({ slug, bell, questions: 4 })
  draft.bellAt = bell.toISOString()
  const now = new Date().toISOString()
  return inDatabase(async (database) => {
    await loadFile(database, { path: draft.file, digest: slug, now }, stageLiveMock(draft, now))
    return (await readCodeAsOperator(database, slug, new Date()))?.code ?? ''
  })
}

async function enter(page: Page, slug: string) {
  await page.goto(`/live-mocks/${slug}`)
  await page.getByLabel('ನಿಮ್ಮ ರಾಜ್ಯ').selectOption('29')
  await page.getByRole('button', { name: 'ಈಗ ಪತ್ರಿಕೆ ಡೌನ್‌ಲೋಡ್ ಮಾಡಿ' }).click()
  await page.waitForURL(/\/attempts\/[0-9a-f-]{36}$/)
}

const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('ತೆರೆಯುವ ಕೋಡ್').fill(code)
  await page.getByRole('button', { name: 'ಪತ್ರಿಕೆ ತೆರೆಯಿರಿ' }).click()
}
const current = (page: Page) => page.locator('fieldset.question.current')

test('a sealed paper opens without a network by the typed code, and is ranked', async ({
  page,
  context,
}) => {
  const slug = 'live-offline'
  const code = await createLiveMock(slug, 45)
  await enter(page, slug)
  await expect(page.getByText('ಪತ್ರಿಕೆ ಈ ಫೋನ್‌ನಲ್ಲಿದೆ')).toBeVisible({ timeout: 30_000 })
  expect(await overflowPx(page)).toBe(0)
  const kept = await page.content()
  for (const secret of [...secretWords, code]) expect(kept).not.toContain(secret)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('ಪತ್ರಿಕೆ ಈ ಫೋನ್‌ನಲ್ಲಿದೆ')).toBeVisible({ timeout: 30_000 })
  await typeCode(page, code.slice(0, 15) + String((Number(code[15]) + 1) % 10))
  await expect(page.getByRole('alert')).toContainText('ಅದಲುಬದಲಾಗಿವೆ')
  await typeCode(page, codeOf('123456789012345'))
  await expect(page.getByRole('alert')).toContainText('ಈ ಪತ್ರಿಕೆಯ ಕೋಡ್ ಅಲ್ಲ')
  await expect(page.getByText('ಇಂಟರ್ನೆಟ್ ಇಲ್ಲ:')).toBeVisible({ timeout: 90_000 })
  await typeCode(page, codeText(code))

  await page.locator('form.hall[data-live]').waitFor({ timeout: 30_000 })
  for (const option of [0, 1, 0]) {
    await expect(current(page)).toContainText('ಝಡ್ಪ್ರಶ್ನೆ')
    const radio = current(page).getByRole('radio').first()
    const number = (await radio.getAttribute('name')) ?? ''
    await current(page).locator('label').nth(option).click()
    await page.getByRole('button', { name: 'ಉಳಿಸಿ, ಮುಂದೆ', exact: true }).click()
    // Not before the next question is shown: the next tap would be for this one.
    await expect(radio).not.toHaveAttribute('name', number)
  }
  await page.reload()
  await page.locator('form.hall[data-live]').waitFor({ timeout: 30_000 })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'ಸಲ್ಲಿಸಿ', exact: true }).click()
  await page.getByRole('button', { name: 'ಹೌದು, ಸಲ್ಲಿಸಿ', exact: true }).click()
  await page.waitForURL(`**/live-mocks/${slug}/result`, { timeout: 120_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ನಿಮ್ಮ ಉತ್ತರಗಳು ತಲುಪಿವೆ')
  await expect(page.locator('main')).toContainText('4ರಲ್ಲಿ 3')

  await inDatabase((database) =>
    runStatements(database, [
      {
        text: 'UPDATE live_mocks SET results_at = ? WHERE slug = ?',
        values: [new Date().toISOString(), slug],
      },
    ]),
  )
  await expect(async () => {
    await runProductApiCron()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 ಜನರಲ್ಲಿ 1ನೇ ಸ್ಥಾನ', {
      timeout: 2000,
    })
  }).toPass({ timeout: 60_000 })
  // Two right, one wrong: 2 − ¼.
  await expect(page.locator('dl.three')).toContainText('1.75')
  await expect(page.locator('dl.three')).toContainText('100.00000')
  await expect(page.locator('svg.distribution')).toBeVisible()
  expect(await overflowPx(page)).toBe(0)
})

test('the paper opens by itself at the bell, with one cached request for the code', async ({
  page,
  request,
}) => {
  const slug = 'live-online'
  const code = await createLiveMock(slug, 25)
  const early = await request.get(`/live-mocks/${slug}/code`)
  expect([early.status(), early.headers()['cache-control']]).toEqual([425, 'no-store'])
  expect(await early.text()).not.toContain(code)
  await enter(page, slug)
  await expect(page.getByText('ಪತ್ರಿಕೆ ಈ ಫೋನ್‌ನಲ್ಲಿದೆ')).toBeVisible({ timeout: 30_000 })
  const codes: string[] = []
  const halls: boolean[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/code')) codes.push(response.url())
    if (response.request().isNavigationRequest()) halls.push(response.fromServiceWorker())
  })
  await page.locator('form.hall[data-live]').waitFor({ timeout: 90_000 })
  await expect(current(page)).toContainText('ಝಡ್ಪ್ರಶ್ನೆ')
  // The hall comes from the phone.
  expect([codes.length, halls]).toEqual([1, [true]])
  const given = await request.get(`/live-mocks/${slug}/code`)
  expect(await given.json()).toEqual({ data: { code } })
  expect(given.headers()['cache-control']).toBe('public, max-age=3600')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the paper is served at the bell, and not before', async ({ page }) => {
    const slug = 'live-plain'
    await createLiveMock(slug, 12)
    await enter(page, slug)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ಕಾಯುವ ಕೊಠಡಿ')
    await expect(page.getByText('ಸ್ಕ್ರಿಪ್ಟ್ ನಡೆಯುತ್ತಿಲ್ಲ')).toBeVisible()
    expect(await page.content()).not.toContain('ಝಡ್ಪ್ರಶ್ನೆ')
    await page.waitForTimeout(13_000)
    await page.getByRole('link', { name: 'ಮತ್ತೆ ತೆರೆಯಿರಿ' }).click()
    await expect(page.locator('form.hall')).toContainText('ಝಡ್ಪ್ರಶ್ನೆ 0')
  })
})

test('no page, list, feed or file of the site has a word of a sealed paper or its code', async ({
  request,
}) => {
  const slug = 'live-secret'
  const code = await createLiveMock(slug, 3600)
  const secrets = [...secretWords, code, codeText(code)]
  const pages = [
    ...knownAddresses().map(({ path }) => path),
    ...[`/live-mocks/${slug}`, `/live-mocks/${slug}/result`, `/karnataka/vao-paper-1/${slug}`],
    ...[`/karnataka/vao-paper-1/${slug}/print`, `/karnataka/vao-paper-1/${slug}/instructions`],
    ...['/search?q=Zyxquestion', '/search?q=ಝಡ್ಪ್ರಶ್ನೆ', '/vao-paper-1/previous-papers'],
  ]
  const files = [
    ...['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-papers.xml', '/robots.txt'],
    ...['/sitemap-current-affairs.xml', '/current-affairs/feed.xml', `/live-mocks/${slug}/code`],
    '/api/practice-tests?pagination[pageSize]=100&populate=*&sort=id:desc',
    '/api/categories?populate=*',
    '/api/tags?populate=*&pagination[pageSize]=100',
    '/api/pages?populate=*&pagination[pageSize]=100',
  ]
  const found: string[] = []
  for (const path of [
    ...pages.flatMap((path) => locales.map((locale) => localizedPath(path, locale))),
    ...files,
  ]) {
    const body = (await (await request.get(path)).body()).toString('utf8')
    if (secrets.some((secret) => body.includes(secret) && !path.includes(secret))) found.push(path)
  }
  expect(found).toEqual([])
})

test.describe('looked at', () => {
  test.use({ bypassCSP: true })

  for (const path of ['/live-mocks', '/live-mocks/vao-live-2026-12-13'])
    test(`${path} fits the phone and passes axe in every language`, async ({ page }) => {
      for (const locale of locales) {
        await page.goto(localizedPath(path, locale))
        expect(await overflowPx(page)).toBe(0)
        expect(await axeViolations(page)).toEqual([])
      }
    })
})
