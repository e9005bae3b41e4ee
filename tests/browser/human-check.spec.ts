import { createServer, type AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright/test'
import { createTurnstile, turnstileKeys } from '../../emulators/turnstile/turnstile.ts'
import { expect, overflowPx, test } from '../support/page.ts'
import { startWorkers } from '../../tasks/local-workers.ts'
import { faultProxy } from '../support/ports.ts'

// Turnstile's widget on a site that always asks, against the emulator under its own host name.

test.describe.configure({ mode: 'serial' })

let site = ''
let stop: () => Promise<void>

test.beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => probe.once('listening', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  const started = await startWorkers({
    ...{ port, state: '.wrangler/test-state-human-check', quiet: true },
    bindings: {
      PRODUCT_API_URL: faultProxy,
      SESSION_KEYS: 'the-key-of-the-browser-tests-0123456789',
      TURNSTILE_SITE_KEY: turnstileKeys.site,
      TURNSTILE_WHEN: 'always',
    },
  })
  ;[site, stop] = [`http://localhost:${port}`, () => started.stop()]
})
test.afterAll(() => stop())

const host = 'https://challenges.cloudflare.com'

/** Answers every request to another host by the emulator, or not at all. */
async function emulateTurnstile(context: BrowserContext, isReachable = true) {
  const turnstile = createTurnstile()
  const asked: string[] = []
  await context.route(
    (url) => url.origin !== site,
    async (route) => {
      const request = route.request()
      asked.push(new URL(request.url()).origin)
      if (!isReachable) return route.abort()
      const answer = await turnstile.fetch(new Request(request.url()))
      return route.fulfill({
        ...{ status: answer.status, body: await answer.text() },
        headers: Object.fromEntries(answer.headers),
      })
    },
  )
  return { turnstile, asked }
}

const phoneField = (page: Page) => page.getByLabel('ಮೊಬೈಲ್ ಸಂಖ್ಯೆ')

test('the widget is loaded when the form is used, and its token is sent with it', async ({
  page,
  context,
  pageErrors,
}) => {
  const { asked } = await emulateTurnstile(context)
  await page.goto(`${site}/login`, { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await phoneField(page).fill('98450 1234')
  const frame = page.frameLocator('human-check iframe')
  await expect(frame.getByText('Success!')).toBeVisible()
  expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  const token = page.locator('[name=cf-turnstile-response]')
  await expect(token).toHaveValue(/^0\./)
  const sent = page.waitForRequest(`${site}/login/phone`)
  await page.getByRole('button', { name: 'ಕೋಡ್ ಕಳುಹಿಸಿ' }).click()
  expect((await sent).postData()).toMatch(/cf-turnstile-response=0\./)
  // The number was too short: it stays, and so does the check.
  await expect(phoneField(page)).toHaveValue('98450 1234')
  expect([...new Set(asked)]).toEqual([host])
  expect(pageErrors.filter((error) => !error.includes('422'))).toEqual([])
})

test('the policy admits the widget on the pages that have it, and on no other', async ({
  page,
}) => {
  const policyOf = async (path: string) =>
    (await page.request.get(site + path)).headers()['content-security-policy']
  for (const path of ['/login', '/en/login?islogin=true', '/te/login/register'])
    expect(await policyOf(path)).toMatch(new RegExp(`frame-src [^;]*${host}`))
  for (const path of ['/', '/en/vao', '/login/forgot-password', '/en/checkout'])
    expect(await policyOf(path)).not.toContain(host)
})

test('a widget that cannot be loaded says so, and the form can be sent', async ({
  page,
  context,
}) => {
  await emulateTurnstile(context, false)
  await page.goto(`${site}/login`)
  await phoneField(page).fill('12345')
  await expect(page.locator('human-check [role=alert]')).toBeVisible()
  await page.getByRole('button', { name: 'ಕೋಡ್ ಕಳುಹಿಸಿ' }).click()
  await expect(page.locator('.error')).toContainText('10 ಅಂಕಿಗಳ')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says what else can be done', async ({ page }) => {
    await page.goto(`${site}/login`)
    await expect(page.getByText('ಈ ಪರಿಶೀಲನೆಗೆ ಜಾವಾಸ್ಕ್ರಿಪ್ಟ್ ಬೇಕು')).toBeVisible()
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  })
})
