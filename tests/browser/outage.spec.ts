import type { Fault } from '../support/fault-proxy.ts'
import { expect, test } from '../support/page.ts'
import { faultProxy, proxiedSite } from '../support/ports.ts'

// All tests share one proxy to the product API, so they run serially.
test.describe.configure({ mode: 'serial' })
test.use({ baseURL: proxiedSite })

const setFault = async (fault: Fault) => {
  await fetch(`${faultProxy}/__fault`, { method: 'POST', body: fault })
}

test.afterEach(() => setFault('none'))

/** An exam that no other test of this file visits. */
const unvisitedExam = {
  down: '/ap-dsc-sa-telugu',
  slow: '/ap-dsc-sa-english',
  html: '/ap-dsc-sa-mathematics',
  half: '/ap-dsc-sa-physical-science',
  '500': '/ap-dsc-sa-biological-science',
}

for (const fault of ['down', 'slow', 'html', 'half', '500'] as const)
  test(`product API ${fault}: visited pages stay available, others offer a retry`, async ({
    page,
  }) => {
    await setFault('none')
    expect((await page.goto('/rrb'))?.status()).toBe(200)

    await setFault(fault)
    expect((await page.goto('/rrb'))?.status()).toBe(200)
    await expect(page.locator('.papers li')).not.toHaveCount(0)

    // Its head was on its way before the product API failed.
    const begun = await page.goto(unvisitedExam[fault])
    expect([begun?.status(), begun?.headers()['cache-control']]).toEqual([200, 'private, no-store'])
    await expect(page.getByRole('alert').getByRole('heading')).toHaveText(
      'ఇంటర్నెట్ కనెక్షన్ లేదు లేదా సర్వర్ పనిచేయడం లేదు',
    )

    const answer = await page.goto(unvisitedExam[fault])
    expect(answer?.status()).toBe(503)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'ఇంటర్నెట్ కనెక్షన్ లేదు లేదా సర్వర్ పనిచేయడం లేదు',
    )

    await setFault('none')
    await page.getByRole('link', { name: 'మళ్లీ ప్రయత్నించండి' }).click()
    await expect(page.locator('.papers li')).not.toHaveCount(0)
  })

test('an error page is reported to /api/nextroute', async ({ page }) => {
  await setFault('down')
  // Chromium does not expose a beacon's body to Playwright.
  await page.addInitScript(() => {
    navigator.sendBeacon = (url, body) => {
      void (body as Blob)
        .text()
        .then((text) => Object.assign(window, { beacon: [url, JSON.parse(text)] }))
      return true
    }
  })
  await page.goto('/ap-dsc-sa-social-studies')
  const beacon = await page.waitForFunction(() => (window as { beacon?: [string, object] }).beacon)
  const [address, body] = (await beacon.jsonValue())!
  expect(address).toBe('/api/nextroute')
  expect(body).toMatchObject({
    data: {
      type: 'page-unavailable',
      url: `${proxiedSite}/ap-dsc-sa-social-studies`,
      userId: null,
    },
  })
})

test('an outage of the product API signs nobody out', async ({ page }) => {
  await page.goto('/en/login/register?callbackUrl=/en/vao')
  await page.getByLabel('E-mail address').fill(`outage-${Date.now()}@abhyasa.example`)
  await page.getByLabel('Password').fill('a long password 1')
  await page.getByLabel('18 or older').check()
  await page.getByRole('button', { name: 'Open an account' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-session', /\d/)

  for (const fault of ['down', 'html', '500'] as const) {
    await setFault(fault)
    const session = await page.request.get('/api/auth/session')
    expect([fault, session.status()]).toEqual([fault, 200])
    expect(await session.json()).toHaveProperty('user.id')
    expect((await page.goto('/en/account'))?.status()).toBe(503)
    await page.goto('/en/vao')
    await expect(page.locator('html')).toHaveAttribute('data-session', /\d/)
  }
  await setFault('none')
  await page.goto('/en/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
})
