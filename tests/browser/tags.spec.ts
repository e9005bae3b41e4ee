import type { BrowserContext, Page } from 'playwright/test'
import { createGoogleTags } from '../../emulators/google-tags/google-tags.ts'
import { localizedPath } from '../../src/addresses/address.ts'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import { localAccounts } from '../../tasks/local-accounts.ts'
import { expect, overflowPx, test } from '../support/page.ts'
import { taggedSite, taggedSiteIds } from '../support/ports.ts'

// A site with the ids of Google Analytics, Tag Manager and AdSense, against emulators of their
// scripts under their own host names.

test.use({ baseURL: taggedSite })

const consentCookie = '__Host-consent'
const examPage = '/en/sda-fda'

/** Answers every request to another host by the emulator, and records it. */
async function emulateTags(context: BrowserContext) {
  const tags = createGoogleTags()
  await context.route(
    (url) => url.origin !== taggedSite,
    async (route) => {
      const request = route.request()
      const answer = await tags.fetch(new Request(request.url(), { method: request.method() }))
      await route.fulfill({
        ...{ status: answer.status, body: await answer.text() },
        headers: Object.fromEntries(answer.headers),
      })
    },
  )
  return tags
}

const notice = (page: Page) => page.locator('form.consent')
const choose = async (page: Page, ...purposes: string[]) => {
  for (const purpose of purposes) await notice(page).locator(`[name=${purpose}]`).check()
  await notice(page).getByRole('button', { name: 'Save my choice' }).click()
}
const pathsOf = ({ requests }: ReturnType<typeof createGoogleTags>) =>
  requests.map(({ path }) => path)

test('the emulated gtag.js takes commands as arguments, and none as arrays', async ({
  page,
  context,
}) => {
  const tags = await emulateTags(context)
  await page.goto('https://www.googletagmanager.com/pagead/ads')
  const run = (push: string) =>
    page.evaluate(
      `dataLayer = []; ${push};
       new Promise((done) => document.head.appendChild(Object.assign(
         document.createElement('script'), { src: '/gtag/js?id=G-TEST', onload: done })))`,
    )
  await run(`dataLayer.push(['js', new Date()], ['config', 'G-TEST'])`)
  await page.waitForTimeout(200)
  expect(pathsOf(tags)).not.toContain('/g/collect')
  await run(`function gtag() { dataLayer.push(arguments) }
    gtag('js', new Date()); gtag('config', 'G-TEST')`)
  await expect.poll(() => pathsOf(tags)).toContain('/g/collect')
})

test('nothing is loaded before consent or after refusal', async ({ page, context, pageErrors }) => {
  const tags = await emulateTags(context)
  await page.goto(examPage, { waitUntil: 'networkidle' })
  await expect(notice(page)).toBeVisible()
  for (const box of await notice(page).getByRole('checkbox').all())
    await expect(box).not.toBeChecked()
  expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  await notice(page).getByRole('button', { name: 'Refuse all' }).click()
  await expect(notice(page)).toBeHidden()
  await page.goto(examPage, { waitUntil: 'networkidle' })
  await expect(notice(page)).toBeHidden()
  expect(tags.requests).toEqual([])
  await expect(page.locator('[data-ad]')).toBeHidden()
  expect(pageErrors).toEqual([])
})

test('a yes to analytics alone counts the visit, by gtag and Tag Manager, without ads', async ({
  page,
  context,
  pageErrors,
}) => {
  const tags = await emulateTags(context)
  await page.goto(examPage)
  await choose(page, 'analytics')
  await expect.poll(() => pathsOf(tags)).toEqual(expect.arrayContaining(['/g/collect', '/a']))
  const visit = tags.requests.find(({ path }) => path === '/g/collect')!
  expect(visit.parameters).toMatchObject({ tid: 'G-TEST', en: 'page_view', gcs: 'G101', npa: '1' })
  expect(tags.requests.find(({ path }) => path === '/a')!.parameters).toMatchObject({
    ...{ id: 'GTM-TEST', e: 'gtm.js', gcs: 'G101' },
  })
  expect(tags.requests.filter(({ path }) => path === '/g/collect')).toHaveLength(1)
  expect(pathsOf(tags)).not.toContain('/pagead/js/adsbygoogle.js')
  const cookies = (await context.cookies(taggedSite)).map(({ name }) => name)
  expect(cookies).toContain('_ga')
  expect(pageErrors).toEqual([])
})

test('a yes to advertising alone fills the place with an ad that follows nobody', async ({
  page,
  context,
  pageErrors,
}) => {
  const tags = await emulateTags(context)
  await page.goto(examPage)
  await choose(page, 'advertising')
  const place = page.locator('ins.adsbygoogle')
  await expect(place).toHaveAttribute('data-ad-status', 'filled')
  await expect(page.frameLocator('[data-ad] iframe').getByText('Advertisement')).toBeVisible()
  expect(pathsOf(tags)).toEqual(['/pagead/js/adsbygoogle.js', '/pagead/ads'])
  expect(tags.requests.at(-1)?.parameters).toEqual({
    ...{ client: taggedSiteIds.ADVERTISING_ID, slot: taggedSiteIds.ADVERTISING_SLOT, npa: '1' },
  })
  expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  expect(pageErrors).toEqual([])
})

test('withdrawing takes one touch more than nothing: the cookie goes and nothing is sent', async ({
  page,
  context,
}) => {
  const tags = await emulateTags(context)
  await page.goto(examPage)
  await choose(page, 'analytics', 'advertising')
  await expect.poll(() => pathsOf(tags)).toContain('/g/collect')
  await page.getByRole('link', { name: 'Cookie choices' }).click()
  await expect(notice(page).locator('[name=analytics]')).toBeChecked()
  const reloaded = page.waitForEvent('load')
  await notice(page).getByRole('button', { name: 'Refuse all' }).click()
  await reloaded
  tags.requests.length = 0
  await page.goto(examPage, { waitUntil: 'networkidle' })
  expect(tags.requests).toEqual([])
  expect((await context.cookies(taggedSite)).map(({ name }) => name)).not.toContain('_ga')
})

test('where somebody under 18 is signed in, nothing is asked and nothing is loaded', async ({
  page,
  context,
}) => {
  const tags = await emulateTags(context)
  await page.goto('/en/login/register?callbackUrl=/en/vao')
  await page.getByLabel('E-mail address').fill(`minor-${Date.now()}@abhyasa.example`)
  await page.getByLabel('Password').fill('a long password 1')
  await page.getByLabel('Under 18').check()
  await page.getByRole('button', { name: 'Open an account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A parent’s consent')
  await page.goto(examPage, { waitUntil: 'networkidle' })
  await expect(notice(page)).toBeHidden()
  await page.getByRole('link', { name: 'Cookie choices' }).click()
  await expect(notice(page)).toBeHidden()
  expect(tags.requests).toEqual([])
})

test.describe('a crawl of every family of pages', () => {
  /** Pages on which there is never anything of others, whatever was agreed to. */
  const isPrivate = (path: string) =>
    /^\/(login|account|attempts\/|payment\/)|subscription\/checkout|officer-pack/.test(path)
  const families = [
    ...new Map(knownAddresses().map(({ family, path }) => [family, path])).values(),
    ...['/terms', '/karnataka/vao-paper-2/vao-paper-2-model-paper-1', '/flash-cards/constitution'],
    ...['/plan', '/plan/pdo', '/current-affairs/2026-11-01', '/search?q=a', '/nosuch', '/attempts'],
    ...['/login?islogin=true', '/login/register', '/login/forgot-password'],
    ...['/login/reset-password?code=x', '/account/contact', '/account/delete', '/account/privacy'],
    ...['/account/age', '/subscription/checkout', '/village-administrative-officer-pack'],
  ]

  /** A member registers: the demo account may be signed in elsewhere meanwhile. */
  async function register(page: Page) {
    await page.goto('/en/login/register?callbackUrl=/en/account')
    await page.getByLabel('E-mail address').fill(`crawler-${Date.now()}@abhyasa.example`)
    await page.getByLabel('Password').fill('a long password 1')
    await page.getByLabel('18 or older').check()
    await page.getByRole('button', { name: 'Open an account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
  }

  async function signInAsPremium(page: Page) {
    const { email, password } = localAccounts.premium
    await page.goto('/en/login?islogin=true&callbackUrl=/en/account')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
  }

  /** Starts a test and returns the address of its hall. */
  async function openHall(page: Page) {
    await page.goto('/en/karnataka/vao-paper-2/vao-paper-2-model-paper-1/instructions')
    await page.locator('[name=declared]').check()
    await page.locator('main form button').first().click()
    await page.waitForURL(/\/attempts\/[0-9a-f-]{36}$/)
    return new URL(page.url()).pathname.replace(/^\/en/, '')
  }

  const readers = {
    visitor: () => Promise.resolve(),
    member: register,
    'premium member': signInAsPremium,
  }
  for (const [who, begin] of Object.entries(readers))
    test(`as ${who}: nobody else is asked before consent, and never on pages of one's own`, async ({
      page,
      context,
    }) => {
      test.setTimeout(400_000)
      const tags = await emulateTags(context)
      await begin(page)
      const paths = [...families, await openHall(page)]
      for (const path of paths) await page.goto(localizedPath(path, 'en'))
      await page.waitForTimeout(300)
      expect(tags.requests).toEqual([])

      await page.goto('/en')
      await page.evaluate(
        (cookie) => (document.cookie = `${cookie};path=/;max-age=3600;samesite=lax;secure`),
        `${consentCookie}=analytics.advertising`,
      )
      for (const path of paths.filter((one) => !isPrivate(one))) {
        tags.requests.length = 0
        await page.goto(localizedPath(path, 'en'))
        // The script waits for an idle moment.
        await expect.poll(() => tags.requests.length, path).toBeGreaterThan(0)
      }
      // What a page before has begun is not counted.
      await page.goto('about:blank')
      await page.waitForTimeout(1000)
      tags.requests.length = 0
      for (const path of paths.filter(isPrivate)) {
        await page.goto(localizedPath(path, 'en'))
        await page.waitForTimeout(300)
        expect([path, tags.requests]).toEqual([path, []])
      }
    })
})
