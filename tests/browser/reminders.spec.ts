import type { BrowserContext, Page, Worker } from 'playwright/test'
import { runStatements } from '../../product-api/database.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'
import { emulatorVapidKeys } from '../../emulators/push/keys.ts'
import { expect, overflowPx, test } from '../support/page.ts'
import { messages, runProductApiCron, site } from '../support/ports.ts'

// A reminder from consent to the page that it opens. Chromium has no other push service than
// Google's, so PushManager.subscribe gives the subscription of the stand-in, which receives,
// checks and decrypts what the product API sends; Chromium delivers that to the service worker.

type Subscription = { endpoint: string; keys: object }
const service = `${messages}/push-service`

async function subscribed(page: Page): Promise<Subscription> {
  const data = { vapidKey: emulatorVapidKeys.publicKey }
  const device = (await (
    await page.request.post(`${service}/devices`, { data })
  ).json()) as Subscription
  await page.addInitScript((given) => {
    PushManager.prototype.subscribe = (options) => {
      const key = new Uint8Array(
        (options as PushSubscriptionOptionsInit).applicationServerKey as ArrayBuffer,
      )
      if (key.length !== 65 || key[0] !== 4) throw new Error('no public key of P-256')
      return Promise.resolve(given as unknown as PushSubscription)
    }
  }, device)
  return device
}

/** What the device received last, decrypted by the stand-in. */
async function lastMessage(page: Page, { endpoint }: Subscription): Promise<object | null> {
  const url = `${service}/messages.json?endpoint=${encodeURIComponent(endpoint)}`
  const all = (await (await page.request.get(url)).json()) as { message: object }[]
  return all.at(-1)?.message ?? null
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers()
  return worker ?? context.waitForEvent('serviceworker')
}

/** Chromium delivers a message to the service worker, as its push service would. */
async function deliver(page: Page, data: object) {
  const cdp = await page.context().newCDPSession(page)
  const ids: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL === `${site}/`) ids.push(registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  await expect.poll(() => ids.length).toBeGreaterThan(0)
  await cdp.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: site, registrationId: ids.at(-1)!, data: JSON.stringify(data) },
  })
}

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, tag, lang, data }) => ({
      title,
      body,
      tag,
      lang,
      data: data as { url: string; end: string },
    }))
  })

/** A tap on the notification, or on its button. -> the page that the worker opens; null: none. */
const tap = (worker: Worker, action: string) =>
  worker.evaluate(async (button) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (url: string) => Promise<null> }
      dispatchEvent: (event: Event) => void
    }
    let opened: string | null = null
    // A page may be opened only after a person’s tap, which no test can make.
    scope.clients.openWindow = (url) => {
      opened = url
      return Promise.resolve(null)
    }
    const [notification] = await scope.registration.getNotifications()
    const Click = (globalThis as unknown as { NotificationEvent: new (...of: unknown[]) => Event })
      .NotificationEvent
    scope.dispatchEvent(new Click('notificationclick', { notification, action: button }))
    await new Promise((done) => setTimeout(done, 1500))
    return opened
  }, action)

/** Reviews a card, which is soon due again, and opens the page of due cards. */
async function reviewOneCard(page: Page) {
  await page.goto('/en/flash-cards/constitution')
  await page.getByRole('button', { name: 'Start reviewing' }).click()
  await page.getByRole('button', { name: 'Show the answer' }).click()
  await page.getByRole('button', { name: /^Again/ }).click()
  await expect(page.locator('.standing')).toHaveText('Everything is sent.', { timeout: 20_000 })
  await page.goto('/en/flash-cards?of=due')
}

/** A reader with a card that is due, who agrees to be reminded of cards. */
async function agreeToCards(page: Page): Promise<Subscription> {
  await page.context().grantPermissions(['notifications'], { origin: site })
  const device = await subscribed(page)
  await reviewOneCard(page)
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.getByRole('status')).toContainText('You will be reminded.')
  return device
}

/** Without quiet hours, and as if the next morning had come. */
async function allowNow(page: Page, { endpoint }: Subscription) {
  await page.getByLabel('From').selectOption('00:00')
  await page.getByLabel('To', { exact: true }).selectOption('00:00')
  await page.getByRole('button', { name: 'Save' }).click()
  // Another device of the reader takes the review back: it was yesterday.
  const status = await page.evaluate(async () => {
    const log = await fetch('/flash-cards/reviews?after=0')
    type Log = { data: { reviews: { id: string; card: string; at: number }[] } }
    const { data } = await log.json<Log>()
    const [review] = data.reviews
    const undone = `undo-${review!.id.replace('.', '-')}`
    const writer = crypto.randomUUID().slice(0, 13)
    const common = { grade: 1, tookMs: 1000 }
    const reviews = [
      { id: `${writer}.1`, card: review!.card, at: review!.at - 86_400_000, ...common },
      { id: `${writer}.2`, card: undone, at: Date.now(), ...common },
    ]
    const response = await fetch('/flash-cards/reviews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reviews }),
    })
    // A body that is not read is a failed request when the page is left.
    await response.text()
    return response.status
  })
  expect(status).toBe(200)
  await withLocalDatabase('.wrangler/test-state', (database) =>
    runStatements(database, [
      {
        text: `UPDATE reminder_choices SET check_at = '2026-01-01T00:00:00.000Z' WHERE guest_id = (
                 SELECT guest_id FROM push_devices WHERE endpoint = ?)`,
        values: [endpoint],
      },
    ]),
  )
}

test('a reminder of cards is decrypted, shown, and opens its page, where one tap ends it', async ({
  page,
  pageErrors,
}) => {
  const device = await agreeToCards(page)
  await expect(page.getByText('Cards are due')).toBeVisible()
  expect(await overflowPx(page)).toBe(0)
  await allowNow(page, device)
  await expect
    .poll(async () => {
      await runProductApiCron()
      return lastMessage(page, device)
    })
    .toMatchObject({ tag: 'cards', lang: 'en', url: '/en/flash-cards?of=due' })
  await deliver(page, (await lastMessage(page, device))!)
  const worker = await workerOf(page.context())
  await expect.poll(() => shown(worker)).toHaveLength(1)
  const [notification] = await shown(worker)
  expect(notification).toMatchObject({ title: '1 card is due today', tag: 'cards', lang: 'en' })
  const opened = await tap(worker, '')
  expect(opened).toBe(`/en/flash-cards?of=due#reminder=${notification!.data.end}`)
  expect(await shown(worker)).toEqual([])
  await page.goto(String(opened))
  await page.getByRole('button', { name: 'Stop these reminders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stopped')
  await page.goto('/en/reminders')
  await expect(page.getByText('On since')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('the button of the notification ends its kind without a page, also signed out', async ({
  page,
}) => {
  const device = await agreeToCards(page)
  await allowNow(page, device)
  await expect
    .poll(async () => {
      await runProductApiCron()
      return lastMessage(page, device)
    })
    .not.toBeNull()
  await deliver(page, (await lastMessage(page, device))!)
  const worker = await workerOf(page.context())
  await expect.poll(() => shown(worker)).toHaveLength(1)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  expect(await tap(worker, 'end')).toBeNull()
  await page.context().addCookies(cookies)
  await expect(async () => {
    await page.goto('/en/reminders')
    await expect(page.getByText('On since')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})

test('a reader who allows no notifications is told so, and nothing is stored', async ({ page }) => {
  await reviewOneCard(page)
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.getByRole('alert')).toContainText('does not allow notifications')
  await page.goto('/en/reminders')
  await expect(page.getByText('On since')).toHaveCount(0)
})
