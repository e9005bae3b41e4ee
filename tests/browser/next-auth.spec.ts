import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright/test'
import { expect, test } from '../support/page.ts'
import { site } from '../support/ports.ts'

// The client of next-auth 4.24 as it is published, in two tabs of a real browser, against the site.

const pagePath = '/next-auth-client'
const password = 'a long password 1'
let bundle = ''

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['tests/support/next-auth-page.tsx'],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    alias: { 'next-auth/react': './tests/fixtures/next-auth-react-4.24.15.cjs' },
    // As Next.js compiles it where NEXTAUTH_URL is not set.
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.NEXTAUTH_URL': 'undefined',
      'process.env.NEXTAUTH_URL_INTERNAL': 'undefined',
      'process.env.VERCEL_URL': 'undefined',
    },
  })
  bundle = outputFiles[0]!.text
})

type Client = {
  getSession: () => Promise<unknown>
  signIn: (provider: string, options: Record<string, unknown>) => Promise<unknown>
  signOut: (options: Record<string, unknown>) => Promise<unknown>
  update: () => Promise<unknown>
}

const call = (page: Page, name: keyof Client, ...values: unknown[]) =>
  page.evaluate(
    async ([method, given]) => {
      const { nextAuth } = window as unknown as {
        nextAuth: Record<string, (...values: unknown[]) => Promise<unknown>>
      }
      return nextAuth[method]!(...given)
    },
    [name, values] as const,
  )
const statusOf = (page: Page) => page.locator('#status')
/** The client's messages between tabs have whole seconds: two in one second are one. */
const nextSecond = (page: Page) => page.waitForTimeout(1100)

/** Two tabs with the client; `logged`: what it reports as its own errors. */
async function twoTabs(context: BrowserContext, query = '') {
  const logged: string[] = []
  await context.route(`${site}/api/auth/_log`, async (route) => {
    logged.push(route.request().postData() ?? '')
    await route.continue()
  })
  await context.route(`${site}${pagePath}*`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>Client</title><div id="root"></div><script>${bundle}</script>`,
    }),
  )
  const tabs = [await context.newPage(), await context.newPage()] as const
  for (const tab of tabs) await tab.goto(`${site}${pagePath}${query}`)
  return { tabs, logged }
}

async function registeredEmail(page: Page): Promise<string> {
  const email = `next-auth-${Date.now()}-${process.pid}@abhyasa.example`
  const answer = await page.request.post(`${site}/api/auth/local/register`, {
    data: { email, password, ageBand: 'adult' },
    headers: { origin: site },
  })
  expect(answer.status()).toBe(200)
  await page.context().clearCookies()
  return email
}

test('signs in and out in two tabs, as the published client expects it', async ({
  page,
  context,
}) => {
  const email = await registeredEmail(page)
  const {
    tabs: [one, other],
    logged,
  } = await twoTabs(context)
  for (const tab of [one, other]) await expect(statusOf(tab)).toHaveText('unauthenticated')
  expect(await call(one, 'getSession')).toBeNull()

  const fields = { redirect: false, identifier: email, password, callbackUrl: '/en/vao' }
  const wrong = { ...fields, password: 'not the password' }
  expect(await call(one, 'signIn', 'credentials', wrong)).toEqual({
    ...{ error: 'CredentialsSignin', status: 401, ok: false, url: null },
  })
  await expect(statusOf(one)).toHaveText('unauthenticated')

  expect(await call(one, 'signIn', 'credentials', fields)).toEqual({
    ...{ error: null, status: 200, ok: true, url: `${site}/en/vao` },
  })
  await nextSecond(one)
  const session = (await call(one, 'getSession')) as {
    user: Record<string, unknown>
    expires: string
    error: unknown
  }
  expect(session.user).toMatchObject({ provider: 'local', isPremium: false, freeTestTaken: false })
  expect(session.error).toBeNull()
  const days = (Date.parse(session.expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(28.9)
  expect(days).toBeLessThanOrEqual(30.01)
  expect(JSON.stringify(session)).not.toMatch(/jwt|refreshToken|eyJ/)
  for (const tab of [one, other]) await expect(statusOf(tab)).toHaveText('authenticated')

  expect(await call(other, 'update')).toMatchObject({ user: { id: session.user.id } })
  await nextSecond(one)
  expect(await call(one, 'signOut', { redirect: false, callbackUrl: '/en' })).toEqual({
    url: `${site}/en`,
  })
  for (const tab of [one, other]) await expect(statusOf(tab)).toHaveText('unauthenticated')
  expect(await call(other, 'getSession')).toBeNull()
  expect(logged).toEqual([])
})

test('follows redirects of signIn and signOut', async ({ page, context }) => {
  const email = await registeredEmail(page)
  const {
    tabs: [one],
    logged,
  } = await twoTabs(context)
  await expect(statusOf(one)).toHaveText('unauthenticated')
  const fields = { identifier: email, password, callbackUrl: '/en/account' }
  await Promise.all([
    one.waitForURL(`${site}/en/account`),
    call(one, 'signIn', 'credentials', fields).catch(() => undefined),
  ])
  await expect(one.getByRole('heading', { level: 1 })).toHaveText('My account')
  await one.goto(`${site}${pagePath}`)
  await expect(statusOf(one)).toHaveText('authenticated')
  await Promise.all([
    one.waitForURL(`${site}/en/vao`),
    call(one, 'signOut', { callbackUrl: '/en/vao' }).catch(() => undefined),
  ])
  expect(logged).toEqual([])
})

test('a page that requires a session leads to the sign-in page', async ({ context }) => {
  const {
    tabs: [one],
  } = await twoTabs(context, '?required')
  await one.waitForURL(/\/login\?.*error=SessionRequired/)
  await expect(one.getByRole('alert')).toBeVisible()
})

test('a wrong CSRF token is no sign-in', async ({ page, context }) => {
  const email = await registeredEmail(page)
  const {
    tabs: [one],
  } = await twoTabs(context)
  await expect(statusOf(one)).toHaveText('unauthenticated')
  await context.route(`${site}/api/auth/csrf`, (route) =>
    route.fulfill({ json: { csrfToken: 'f'.repeat(64) } }),
  )
  const answer = await call(one, 'signIn', 'credentials', {
    ...{ redirect: false, identifier: email, password },
  })
  expect(answer).toMatchObject({ ok: false })
  expect(await call(one, 'getSession')).toBeNull()
})
