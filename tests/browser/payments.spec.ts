import type { Browser, BrowserContext, Page } from 'playwright/test'
import { localizedPath } from '../../src/addresses/address.ts'
import { locales } from '../../domain/locale.ts'
import { axeViolations, expect, overflowPx, test } from '../support/page.ts'
import { paypal, phonepe, site } from '../support/ports.ts'

// Chromium, the built site and product API, and the emulators of both providers.

const shop = '/en/karnataka/vao-paper-2/subscription/checkout'
const premiumTest = '/en/karnataka/vao-paper-2/vao-paper-2-half-1'
const providers = {
  phonepe: { emulator: phonepe, pay: 'Pay', close: /^Pay, then close/, amount: 'Pay ₹299' },
  paypal: {
    emulator: paypal,
    pay: 'Approve',
    close: /^Approve, then close/,
    amount: 'Pay US$4.99',
  },
} as const
type Provider = keyof typeof providers
const providerIds = Object.keys(providers) as Provider[]

let people = 0
const password = 'a long password 1'

/** A new account for one test. */
async function register(page: Page, callbackUrl = '/en/account') {
  const email = `payer-${Date.now()}-${process.pid}-${people++}@abhyasa.example`
  await page.goto(`/en/login/register?callbackUrl=${encodeURIComponent(callbackUrl)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('18 or older').check()
  await page.getByRole('button', { name: 'Open an account' }).click()
  await page.waitForURL((url) => !url.pathname.includes('/login'))
  return email
}

async function signIn(page: Page, email: string) {
  await page.goto(`${site}/en/login?islogin=true&callbackUrl=/en/account`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
}

/** Opens the provider's page from the checkout page. */
async function goToProvider(page: Page, by: Provider) {
  await page.goto(`${shop}?by=${by}`)
  await page.getByRole('button', { name: providers[by].amount }).click()
  await expect(page).toHaveURL(new RegExp(`^${providers[by].emulator}/`))
}

const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click()

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Usually at once; otherwise the page polls until the provider has answered. */
const expectPaid = (page: Page) =>
  expect(heading(page)).toHaveText('Payment received', { timeout: 20_000 })
const premiumIn = async (page: Page) =>
  (
    (await (await page.request.get(`${site}/api/auth/session`)).json()) as {
      user?: { isPremium: boolean }
    }
  ).user?.isPremium

/** The token of the provider's order on the open page. */
const orderOn = (page: Page) => new URL(page.url()).searchParams.get('token')!

async function setFault(by: Provider, fields: Record<string, string>) {
  const response = await fetch(`${providers[by].emulator}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  expect(response.status).toBe(200)
}

type ProviderOrder = { orderId: string; reference: string; capturedMinor: number }
async function providerOrders(by: Provider): Promise<ProviderOrder[]> {
  const response = await fetch(`${providers[by].emulator}/orders.json`)
  return (await response.json<{ orders: ProviderOrder[] }>()).orders
}

/** The ids of the payments on the account page. */
async function ownPayments(page: Page): Promise<string[]> {
  await page.goto('/en/account')
  const links = await page.locator('a[href^="/en/payment/"]').all()
  return Promise.all(
    links.map(async (link) => (await link.getAttribute('href'))!.replace('/en/payment/', '')),
  )
}

/** The amounts that the provider captured for the payments of an account. */
async function capturedFor(page: Page, by: Provider): Promise<number[]> {
  const own = await ownPayments(page)
  const orders = await providerOrders(by)
  return orders.filter(({ reference }) => own.includes(reference)).map((one) => one.capturedMinor)
}

const running = (page: Page) => page.getByText(/^Valid until/)

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    for (const by of providerIds)
      test(`by ${by}: a visitor registers during checkout, pays and opens premium tests`, async ({
        page,
      }) => {
        await page.goto(`${shop}?by=${by}`)
        await expect(page.getByText('There is no automatic renewal')).toBeVisible()
        await page.getByRole('button', { name: providers[by].amount }).click()
        await expect(page).toHaveURL(/\/en\/login\?/)
        const callbackUrl = new URL(page.url()).searchParams.get('callbackUrl')!
        await register(page, new URL(callbackUrl).pathname + new URL(callbackUrl).search)
        await expect(page).toHaveURL(callbackUrl)
        expect(await premiumIn(page)).toBe(false)

        await page.getByRole('button', { name: providers[by].amount }).click()
        await choose(page, providers[by].pay)
        await expect(page).toHaveURL(new RegExp(`^${site}/en/payment/[0-9A-Z]{26}\\?s=`))
        await expectPaid(page)
        expect(await premiumIn(page)).toBe(true)
        await page.reload()
        await expectPaid(page)

        await page.getByRole('link', { name: 'Receipt' }).click()
        await expect(page.getByText(/AB-\d{4}-\d{6}/)).toBeVisible()
        await page.goBack()
        await page.getByRole('link', { name: 'Go to the premium tests' }).click()
        await expect(page).toHaveURL(`${site}/en/vao-paper-2`)
        await page.goto(`${premiumTest}/instructions`)
        await page.getByLabel(/I have read and understood the instructions/).check()
        await page.getByRole('button', { name: 'I am ready to begin' }).click()
        await expect(page).toHaveURL(/\/en\/attempts\//)
        await page.goto('/en/account')
        await expect(running(page)).toBeVisible()
        await expect(page.getByText('Premium member')).toBeVisible()
      })

    test('cancelled at PayPal: nothing is charged, and the same order can still be paid', async ({
      page,
    }) => {
      await register(page)
      await goToProvider(page, 'paypal')
      const order = orderOn(page)
      await choose(page, 'Cancel and go back to the shop')
      await expect(heading(page)).toHaveText('Payment cancelled')
      await expect(page.getByText('No money was taken')).toBeVisible()
      await choose(page, 'Pay again')
      await expect(page).toHaveURL(new RegExp(`^${paypal}/`))
      expect(orderOn(page)).toBe(order)
      await choose(page, 'Approve')
      await expectPaid(page)
    })

    test('declined at PayPal: the page says so, and the same order is paid later', async ({
      page,
    }) => {
      await register(page)
      await goToProvider(page, 'paypal')
      await choose(page, /^Approve with a card that is declined/)
      await expect(page.getByText('Your bank or card declined this attempt')).toBeVisible({
        timeout: 20_000,
      })
      expect(await premiumIn(page)).toBe(false)
      await choose(page, 'Go on to pay')
      await choose(page, 'Approve')
      await expectPaid(page)
    })

    test('declined at PhonePe: retried there, or failed and started over', async ({ page }) => {
      await register(page)
      await goToProvider(page, 'phonepe')
      await choose(page, /^This attempt is declined/)
      await expect(page.getByText('The last attempt was declined')).toBeVisible()
      await choose(page, 'The payment fails finally')
      await expect(heading(page)).toHaveText('Payment failed')
      await expect(page.getByText(/comes back by itself/)).toBeVisible()
      await choose(page, 'Pay again')
      await expect(page).toHaveURL(/\/en\/subscription\/checkout\?plan=/)
      await page.getByRole('button', { name: 'Pay ₹299' }).click()
      await choose(page, 'Pay')
      await expectPaid(page)
      expect((await capturedFor(page, 'phonepe')).toSorted()).toEqual([0, 29900])
    })

    test('a slow bank: the page shows the payment when it arrives, without a reload', async ({
      page,
    }) => {
      await register(page)
      await goToProvider(page, 'phonepe')
      await choose(page, /^Pay, but the bank has not decided yet/)
      await expect(heading(page)).toHaveText(/Payment pending|We are checking with PhonePe/)
      await expect(page.getByText('You may close this page')).toBeVisible()
      await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
      const [, id] = /payment\/([0-9A-Z]{26})/.exec(page.url()) ?? []
      await fetch(`${phonepe}/settle`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, outcome: 'completed' }),
      })
      await expectPaid(page)
      expect(await premiumIn(page)).toBe(true)
    })
  })

for (const by of providerIds) {
  test(`${by}: paid, cookies lost before the return: the account has the payment`, async ({
    page,
    context,
  }) => {
    const email = await register(page)
    await goToProvider(page, by)
    await context.clearCookies()
    await choose(page, providers[by].pay)
    await expectPaid(page)
    await expect(page.getByText('The plan is active in the account p•••@…')).toBeVisible()
    expect(await premiumIn(page)).toBeUndefined()
    await page.reload()
    await expectPaid(page)
    await signIn(page, email)
    await expect(running(page)).toBeVisible()
    expect(await premiumIn(page)).toBe(true)
  })

  test(`${by}: paid in one browser, returned in another, twice`, async ({ page, browser }) => {
    const email = await register(page)
    await goToProvider(page, by)
    const address = await returnAddress(page, by)
    const other = await (await browser.newContext()).newPage()
    for (let visit = 0; visit < 2; visit++) {
      await other.goto(address)
      await expectPaid(other)
    }
    expect(await capturedFor(page, by)).toEqual([by === 'paypal' ? 499 : 29900])
    await signIn(other, email)
    await expect(running(other)).toHaveCount(1)
  })

  test(`${by}: pressing Back and paying again charges once`, async ({ page }) => {
    await register(page)
    await goToProvider(page, by)
    const order = orderOn(page)
    await page.goBack()
    await page.getByRole('button', { name: providers[by].amount }).click()
    await expect(page).toHaveURL(new RegExp(`^${providers[by].emulator}/`))
    expect(orderOn(page)).toBe(order)
    await choose(page, providers[by].pay)
    await expectPaid(page)

    await page.goto(`${shop}?by=${by}`)
    await page.getByRole('button', { name: providers[by].amount }).click()
    await expect(page).toHaveURL(/\/en\/payment\/.*note=just-paid/)
    await expect(page.getByText('nothing was charged a second time')).toBeVisible()
    expect(await capturedFor(page, by)).toEqual([by === 'paypal' ? 499 : 29900])
  })

  test(`${by}: the tab closed before the return: the webhook activates the plan`, async ({
    page,
    context,
  }) => {
    await register(page)
    await goToProvider(page, by)
    await choose(page, providers[by].close)
    await expectActivePlan(await closeAndReopen(page, context))
  })

  test(`${by}: the tab closed and the webhook lost: the order's clock activates the plan`, async ({
    page,
    context,
  }) => {
    await register(page)
    await goToProvider(page, by)
    await setFault(by, { name: 'webhook-lost', next: '9', order: await idAt(page, by) })
    await choose(page, providers[by].close)
    const later = await closeAndReopen(page, context)
    await expect(async () => {
      await later.goto('/en/account')
      await expect(running(later)).toHaveCount(1, { timeout: 500 })
    }).toPass({ timeout: 30_000 })
    expect(await premiumIn(later)).toBe(true)
  })

  test(`${by}: a double click and two tabs create one order`, async ({ page, context }) => {
    await register(page)
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) await tab.goto(`${shop}?by=${by}`)
    await Promise.all(
      tabs.map((tab) => tab.getByRole('button', { name: providers[by].amount }).dblclick()),
    )
    for (const tab of tabs) await expect(tab).toHaveURL(new RegExp(`^${providers[by].emulator}/`))
    expect(new Set(tabs.map(orderOn)).size).toBe(1)
    expect(await ownPayments(await context.newPage())).toHaveLength(1)
  })
}

/** Pays, and returns the provider's return address without visiting it: it is opened elsewhere. */
async function returnAddress(page: Page, by: Provider): Promise<string> {
  const { origin, pathname } = new URL(page.url())
  const response = await page.request.post(origin + pathname, {
    form: { token: orderOn(page), choice: by === 'paypal' ? 'approve' : 'succeed' },
    maxRedirects: 0,
  })
  return response.headers().location!
}

/** The provider's id of the order on the open page. */
async function idAt(page: Page, by: Provider): Promise<string> {
  if (by === 'paypal') return orderOn(page)
  return /Order (\w+)/.exec(await page.locator('main').innerText())![1]!
}

/** Closes the tab and continues in another one that was opened before: Chromium sometimes opens
 *  none after its last tab is closed. */
async function closeAndReopen(page: Page, context: BrowserContext): Promise<Page> {
  const later = await context.newPage()
  await page.close()
  return later
}

async function expectActivePlan(later: Page) {
  await expect(async () => {
    await later.goto('/en/account')
    await expect(running(later)).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  expect(await premiumIn(later)).toBe(true)
}

test('what has the focus on a phone is not behind the pay button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(shop)
  const option = page.locator('.options a[href*="by=paypal"]')
  await option.evaluate((link) =>
    scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 10),
  )
  const bar = (await page.locator('.pay').boundingBox())!
  const bottomOf = async () => {
    const box = (await option.boundingBox())!
    return box.y + box.height
  }
  expect(await bottomOf()).toBeGreaterThan(bar.y)
  await option.focus()
  await expect.poll(bottomOf).toBeLessThanOrEqual(bar.y)
})

test('while a payment is pending, a second one for the plan shows the first instead', async ({
  page,
}) => {
  await register(page)
  await goToProvider(page, 'phonepe')
  await choose(page, /^Pay, but the bank has not decided yet/)
  await page.goto(`${shop}?by=paypal`)
  await page.getByRole('button', { name: 'Pay US$4.99' }).click()
  await expect(page).toHaveURL(/\/en\/payment\//)
  await expect(page.getByText('do not pay again', { exact: false }).first()).toBeVisible()
  expect(await ownPayments(page)).toHaveLength(1)
})

test('a refund is requested, and its status is shown there and in the account', async ({
  page,
}) => {
  await register(page)
  await goToProvider(page, 'phonepe')
  await choose(page, 'Pay')
  await page.getByText('Ask for a refund').first().click()
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(page.getByText('You asked for a refund').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for a refund' })).toHaveCount(0)
  await page.goto('/en/account')
  await expect(page.getByText('You asked for a refund').first()).toBeVisible()
})

test('the provider is down: the page says so, and the same form pays later', async ({ page }) => {
  await register(page)
  await page.goto(`${shop}?by=paypal`)
  await setFault('paypal', { name: 'unavailable', on: 'create', next: '2', status: '503' })
  await page.getByRole('button', { name: 'Pay US$4.99' }).click()
  await expect(page.getByRole('alert')).toContainText('PayPal is not answering now')
  await page.getByRole('button', { name: 'Pay US$4.99' }).click()
  await expect(async () => {
    if (!page.url().startsWith(paypal))
      await page.getByRole('button', { name: 'Pay US$4.99' }).click({ timeout: 500 })
    await expect(page).toHaveURL(new RegExp(`^${paypal}/`), { timeout: 1500 })
  }).toPass({ timeout: 15_000 })
})

const webViewUserAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/UP1A; wv) AppleWebKit/537.36 ' +
  '(KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36'

test('a payment inside the app continues in the browser and leads back', async ({ browser }) => {
  const app = await (
    await browser.newContext({ userAgent: webViewUserAgent, baseURL: site })
  ).newPage()
  const email = await register(app, shop)
  await app.goto(shop)
  await expect(app.locator('a[href*="refundpolicy"]')).toHaveCount(0)
  await app.getByRole('button', { name: 'Pay ₹299' }).click()
  await expect(heading(app)).toHaveText('Pay in the browser')
  const link = (await app.getByRole('link', { name: 'Open the browser' }).getAttribute('href'))!

  // Opened inside the app, it is not used up.
  await app.goto(link)
  await expect(heading(app)).toHaveText('Pay in the browser')

  const phone = await (await newBrowserOf(browser)).newPage()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Go on to pay' }).click()
  await expect(phone).toHaveURL(new RegExp(`^${phonepe}/`))
  await choose(phone, 'Pay')
  await expectPaid(phone)
  await expect(phone.getByRole('link', { name: 'Return to the app' })).toHaveAttribute(
    'href',
    /^intent:\/\/.*package=in\.abhyasa\.app/,
  )
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Go on to pay' }).click()
  await expect(heading(phone)).toHaveText('This link has expired')

  await app.goto('/en/account')
  await expect(running(app)).toBeVisible()
  expect(email).toContain('@')
})

const newBrowserOf = (browser: Browser) => browser.newContext({ baseURL: site })

test('the status page of a payment stops polling while it is hidden', async ({ page }) => {
  await register(page)
  await goToProvider(page, 'phonepe')
  await choose(page, 'Go back to the shop without paying')
  await expect(heading(page)).toHaveText('Waiting for your payment')
  let statusRequests = 0
  page.on('request', (request) => {
    if (request.url().includes('/transaction/details')) statusRequests++
  })
  await expect.poll(() => statusRequests, { timeout: 10_000 }).toBeGreaterThan(0)
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, isHidden)
  await hide(true)
  await page.waitForTimeout(300)
  const before = statusRequests
  await page.waitForTimeout(4000)
  expect(statusRequests).toBe(before)
  await hide(false)
  await expect.poll(() => statusRequests).toBeGreaterThan(before)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, bypassCSP: true })

    test('axe finds no violations on payment pages, and nothing overflows', async ({ page }) => {
      test.setTimeout(90_000)
      await register(page)
      await goToProvider(page, 'paypal')
      await choose(page, /^Approve with a card that is declined/)
      const waiting = new URL(page.url()).pathname.slice(3)
      await goToProvider(page, 'phonepe')
      await choose(page, 'Pay')
      const paid = new URL(page.url()).pathname.slice(3)
      for (const locale of locales)
        for (const path of [
          '/subscription/checkout?plan=village-administrative-officer-pack&coupon=X',
          waiting,
          paid,
          `${paid}/receipt`,
          '/payment/00000000000000000000000000',
          '/payment/handoff/0123456789abcdef',
          '/account',
        ]) {
          const [pathname, query] = path.split('?')
          await page.goto(localizedPath(pathname!, locale) + (query ? `?${query}` : ''))
          const violations = await axeViolations(page)
          expect([path, locale, violations]).toEqual([path, locale, []])
          expect(await overflowPx(page)).toBeLessThanOrEqual(0)
        }
    })
  })
