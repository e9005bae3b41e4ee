import type { BrowserContext, Page } from 'playwright/test'
import { localAccounts } from '../../tasks/local-accounts.ts'
import { google, messages, site } from '../support/ports.ts'
import { expect, overflowPx, test } from '../support/page.ts'

const { free, premium } = localAccounts
const sessionOf = async (context: BrowserContext) =>
  (await context.cookies(site)).find(({ name }) => name === '__Host-session')

let people = 0
/** An account for this test alone: tests run in parallel, and an account has one browser session at
 *  a time. */
async function register(page: Page) {
  const email = `reader-${Date.now()}-${process.pid}-${people++}@abhyasa.example`
  const password = 'a long password 1'
  await page.goto('/en/login/register?callbackUrl=/en/account')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('18 or older').check()
  await page.getByRole('button', { name: 'Open an account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
  return { email, password }
}

async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
  at = '',
) {
  await page.goto(`${at}/en/login?islogin=true&callbackUrl=/en/account`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My account|Hello/)
}

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click()

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('by e-mail: a wrong password keeps the address, the right one returns', async ({
      page,
      context,
    }) => {
      const own = await register(page)
      await signOut(page)
      expect(await sessionOf(context)).toBeUndefined()

      await page.goto('/account')
      await expect(page).toHaveURL(/\/login\?/)
      await page.goto('/te/login?islogin=true&callbackUrl=/te/vao')
      await page.getByLabel('ఇ-మెయిల్ చిరునామా').fill(own.email)
      await page.getByLabel('పాస్‌వర్డ్').fill('not the one')
      await page.getByRole('button', { name: 'లాగిన్', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('సరికాదు')
      await expect(page.getByLabel('ఇ-మెయిల్ చిరునామా')).toHaveValue(own.email)
      await expect(page.getByLabel('పాస్‌వర్డ్')).toHaveValue('')
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
      await page.getByLabel('పాస్‌వర్డ్').fill(own.password)
      await page.getByRole('button', { name: 'లాగిన్', exact: true }).click()
      await expect(page).toHaveURL(/\/te\/vao$/)
      const cookie = await sessionOf(context)
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    })

    test('by phone: the code of the SMS signs in, a wrong one shows an error', async ({
      page,
      request,
    }) => {
      const phone = `9${String(Date.now() * 10 + people++).slice(-9)}`
      await page.goto('/login?callbackUrl=/account')
      await page.getByLabel('ಮೊಬೈಲ್ ಸಂಖ್ಯೆ').fill('12345')
      await page.getByRole('button', { name: 'ಕೋಡ್ ಕಳುಹಿಸಿ' }).click()
      await expect(page.locator('.error')).toContainText('10 ಅಂಕಿಗಳ')
      await expect(page.getByLabel('ಮೊಬೈಲ್ ಸಂಖ್ಯೆ')).toHaveValue('12345')
      await page.getByLabel('ಮೊಬೈಲ್ ಸಂಖ್ಯೆ').fill(`${phone.slice(0, 5)} ${phone.slice(5)}`)
      await page.getByRole('button', { name: 'ಕೋಡ್ ಕಳುಹಿಸಿ' }).click()
      const field = page.getByLabel('SMS ನಲ್ಲಿ ಬಂದ ಕೋಡ್')
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      const [sms] = (await (
        await request.get(`${messages}/messages.json?to=${encodeURIComponent(`+91${phone}`)}`)
      ).json()) as { text: string }[]
      const code = /#(\d{6})/.exec(sms!.text)![1]!
      await field.fill(code === '123456' ? '654321' : '123456')
      await page.getByRole('button', { name: 'ಲಾಗಿನ್', exact: true }).click()
      await expect(page.locator('#otp-error')).toContainText('ಕೋಡ್ ಸರಿಯಿಲ್ಲ')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toBeFocused()
      await field.fill(code)
      await page.getByRole('button', { name: 'ಲಾಗಿನ್', exact: true }).click()
      // A new member is asked for the age once, and comes to where the sign-in began.
      await page.getByRole('button', { name: 'ಮುಂದುವರಿಯಿರಿ' }).click()
      await expect(page).toHaveURL(/\/account\/age/)
      await page.getByLabel('18 ಅಥವಾ ಅದಕ್ಕಿಂತ ಹೆಚ್ಚು').check()
      await page.getByRole('button', { name: 'ಮುಂದುವರಿಯಿರಿ' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('ನನ್ನ ಖಾತೆ')
    })

    test("by Google: signs in through Google's page and returns", async ({ page }) => {
      await page.goto('/en/login?callbackUrl=/en/account')
      await page.getByRole('button', { name: 'Sign in with Google' }).click()
      await expect(page).toHaveURL((url) => url.origin === google)
      await page.getByRole('button').first().click()
      await page.waitForURL((url) => url.origin === site)
      // At the first sign-in of this person only.
      if (page.url().includes('/account/age')) {
        await page.getByLabel('18 or older').check()
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      await expect(page).toHaveURL(`${site}/en/account`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
    })

    test('a forgotten password is replaced by the link of the e-mail', async ({
      page,
      request,
    }) => {
      const own = await register(page)
      await signOut(page)
      await page.goto('/en/login/forgot-password')
      await page.getByLabel('E-mail address').fill(own.email)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('status').first()).toContainText('link is on its way')
      let link = ''
      await expect
        .poll(async () => {
          const sent = (await (
            await request.get(`${messages}/messages.json?to=${encodeURIComponent(own.email)}`)
          ).json()) as { text: string }[]
          link = /https?:\/\/\S+reset-password\S+/.exec(sent[0]?.text ?? '')?.[0] ?? ''
          return link
        })
        .not.toBe('')
      await page.goto(link)
      await page.locator('[name=password]').fill('another password 2')
      await page.locator('[name=passwordConfirmation]').fill('another password 3')
      await page.locator('main form button').click()
      await expect(page.locator('.error')).toBeVisible()
      await page.locator('[name=password]').fill('another password 2')
      await page.locator('[name=passwordConfirmation]').fill('another password 2')
      await page.locator('main form button').click()
      await expect(page).toHaveURL(/\/account$/)
    })
  })

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await register(page)
  const other = await context.newPage()
  await other.goto('/en/vao')
  await expect(other.locator('html')).toHaveAttribute('data-session', /\d/)
  await page.waitForTimeout(300)
  await signOut(page)
  await expect(other.locator('html')).not.toHaveAttribute('data-session', /\d/)
})

test('signing out removes what the home page shows of the reader', async ({ page, context }) => {
  await register(page)
  await page.evaluate(() => {
    localStorage.setItem('abhyasa.today.cards', '{"version":1,"due":{"a":1}}')
    document.cookie = 'today=1;path=/;secure'
  })
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await page.goto('/en/account')
  await signOut(page)
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Which exam')
  expect((await context.cookies(site)).find(({ name }) => name === 'today')).toBeUndefined()
  expect(await page.evaluate(() => localStorage.getItem('abhyasa.today.cards'))).toBeNull()
})

test('signing in in one tab signs in the other', async ({ page, context }) => {
  const own = await register(page)
  await signOut(page)
  await expect(page).toHaveURL(`${site}/en`)
  const other = await context.newPage()
  await other.goto('/en/vao')
  await signIn(page, own)
  await expect(other.locator('html')).toHaveAttribute('data-session', /\d/)
})

test('signing in again is announced after a sign-out that came before session.js', async ({
  page,
  context,
}) => {
  const own = await register(page)
  await page.route(/\/session[^/]*\.js/, (route) => route.abort())
  await page.reload()
  await signOut(page)
  await page.unroute(/\/session[^/]*\.js/)
  const other = await context.newPage()
  await other.goto('/en/vao')
  await signIn(page, own)
  await expect(other.locator('html')).toHaveAttribute('data-session', /\d/)
})

test('signing in in another browser ends this session with a notice', async ({ page, browser }) => {
  const own = await register(page)
  const elsewhere = await browser.newContext()
  await signIn(await elsewhere.newPage(), own, site)
  await elsewhere.close()
  await page.goto('/en/account')
  const toast = page.getByRole('alert')
  await expect(toast).toHaveText(
    'Seems like you have logged in from mutiple devices, ' +
      'Please login again to access your account.',
  )
  await expect(toast).toBeHidden({ timeout: 6000 })
  await page.goto('/en/account')
  await expect(page).toHaveURL(/\/en\/login\?/)
})

test('the account shows profile and devices, and deletes the account with all data', async ({
  page,
}) => {
  const own = await register(page)
  await expect(page.locator('.hero')).toContainText(own.email)
  await expect(page.locator('.devices li')).toHaveCount(1)
  await page.getByLabel('Woman').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').first()).toHaveText('Saved.')
  await expect(page.getByLabel('Woman')).toBeChecked()
  const exported = await page.request.get('/en/account/export')
  expect(JSON.stringify(await exported.json())).toContain(own.email)
  await page.getByRole('link', { name: 'Delete the account' }).click()
  await page.getByLabel('Current password').fill(own.password)
  await page.getByRole('button', { name: 'Yes, delete everything' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete the account')
  await page.goto('/en/login?islogin=true')
  await page.getByLabel('E-mail address').fill(own.email)
  await page.getByLabel('Password').fill(own.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('not right')
})

test('the demo accounts are a free and a premium member', async ({ page }) => {
  await signIn(page, premium)
  await expect(page.locator('.tag')).toHaveText('Premium member')
  await signOut(page)
  await signIn(page, free)
  await expect(page.locator('.tag')).toHaveText('Free member')
})

test('the app is suggested to members, but neither inside the app nor during checkout', async ({
  page,
}) => {
  await register(page)
  const prompt = page.getByRole('link', { name: /easier in the app/ })
  await page.goto('/en/vao')
  await expect(prompt).toBeVisible()
  await page.goto('/en/karnataka/vao-paper-1/subscription/checkout')
  await expect(prompt).toHaveCount(0)
  await page.goto('/en/vao?webview=true')
  await expect(prompt).toHaveCount(0)
})

test('a page’s script can read no token', async ({ page }) => {
  await register(page)
  const html = await page.content()
  const session = await (await page.request.get('/api/auth/session')).text()
  const reachable = await page.evaluate(() => document.cookie + JSON.stringify(localStorage))
  for (const text of [html, session, reachable])
    expect(text).not.toMatch(/eyJ[\w-]+\.|jwt|refreshToken/)
})

test('the push token that the app keeps in localStorage reaches the profile', async ({ page }) => {
  await register(page)
  const token = `push-token-${Date.now()}`
  // By the page that is open, if its script comes after the token, else by the next one.
  const saved = page.waitForResponse(async (answer) => {
    if (!answer.url().endsWith('/api/auth/session')) return false
    const session = (await answer.json().catch(() => ({}))) as { user?: { device_id?: string } }
    return session.user?.device_id === token
  })
  await page.evaluate((value) => localStorage.setItem('device_id', value), token)
  await page.waitForLoadState('networkidle')
  await page.goto('/en/vao')
  await saved
})
