import type { CDPSession, Page } from 'playwright/test'
import { expect, overflowPx, test } from '../support/page.ts'
import { messages, site } from '../support/ports.ts'

// Fingerprint sign-in with Chromium's virtual authenticator, in Kannada at 360x800.

/** A phone with a fingerprint reader. */
async function addAuthenticator(page: Page, isUserVerified = true) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified },
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const setVerified = (
  { cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string },
  isUserVerified: boolean,
) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

let people = 0
/** Signs in by a code sent to a new phone, and stays on the account page. */
async function signInByPhone(page: Page) {
  const phone = `8${String(Date.now() * 10 + people++).slice(-9)}`
  await page.goto('/login?callbackUrl=/account')
  await page.getByLabel('ಮೊಬೈಲ್ ಸಂಖ್ಯೆ').fill(phone)
  await page.getByRole('button', { name: 'ಕೋಡ್ ಕಳುಹಿಸಿ' }).click()
  const sent = await page.request.get(
    `${messages}/messages.json?to=${encodeURIComponent(`+91${phone}`)}`,
  )
  const [sms] = (await sent.json()) as { text: string }[]
  await page.getByLabel('SMS ನಲ್ಲಿ ಬಂದ ಕೋಡ್').fill(/#(\d{6})/.exec(sms!.text)![1]!)
  await page.getByRole('button', { name: 'ಲಾಗಿನ್', exact: true }).click()
  await page.getByLabel('18 ಅಥವಾ ಅದಕ್ಕಿಂತ ಹೆಚ್ಚು').check()
  await page.getByRole('button', { name: 'ಮುಂದುವರಿಯಿರಿ' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ನನ್ನ ಖಾತೆ')
  return phone
}

const addButton = (page: Page) => page.getByRole('button', { name: 'ಮುಂದಿನ ಬಾರಿಗೆ ಬೆರಳಚ್ಚು ಬಳಸಿ' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'ಬೆರಳಚ್ಚಿನಿಂದ ಲಾಗಿನ್' })
/** Signs out, and waits until the home page has arrived whole: leaving it earlier aborts it. */
async function signOut(page: Page) {
  await page.getByRole('button', { name: 'ಲಾಗ್ ಔಟ್', exact: true }).click()
  await page.waitForURL(`${site}/`)
}

/** What the page's WebAuthn may use: all of it, or only what browsers before 2025 have. */
const withoutJsonForms = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])
      Reflect.deleteProperty(PublicKeyCredential, name)
    Reflect.deleteProperty(PublicKeyCredential.prototype, 'toJSON')
  })

for (const isOld of [false, true])
  test(`a fingerprint is added after signing in and signs in next time${
    isOld ? ', in a browser without the JSON forms' : ''
  }`, async ({ page, pageErrors }) => {
    if (isOld) await withoutJsonForms(page)
    await addAuthenticator(page)
    const phone = await signInByPhone(page)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await addButton(page).click()
    await expect(page.getByRole('status').first()).toContainText('ಇನ್ನು ಮುಂದೆ ಈ ಸಾಧನದಲ್ಲಿ')
    expect(loaded.filter((url) => /\/passkey-[^/]*\.js$/.test(url))).toHaveLength(1)
    const list = page.locator('.devices').first()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText('ಇನ್ನೂ ಬಳಸಿಲ್ಲ')
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    await expect
      .poll(async () => {
        const answer = await page.request.get(
          `${messages}/messages.json?to=${encodeURIComponent(`+91${phone}`)}`,
        )
        return JSON.stringify(await answer.json())
      })
      .toContain('ಬೆರಳಚ್ಚಿನಿಂದ ಲಾಗಿನ್ ಅನ್ನು ಸೇರಿಸಲಾಗಿದೆ')

    // The same device again: it says so itself, and nothing is lost.
    await addButton(page).click()
    const known = 'ಈ ಸಾಧನವನ್ನು ಈಗಾಗಲೇ ಸೇರಿಸಲಾಗಿದೆ.'
    await expect(page.locator('pass-key [role=alert]')).toHaveText(known)
    await expect(addButton(page)).toBeEnabled()

    await signOut(page)
    await page.goto('/login?callbackUrl=/account')
    await expect(signInButton(page)).toBeVisible()
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    await signInButton(page).click()
    await expect(page).toHaveURL(`${site}/account`)
    await expect(page.locator('.hero')).toContainText(phone)
    await expect(page.locator('.devices').first()).toContainText('ಕೊನೆಯ ಬಳಕೆ')

    await page.getByRole('button', { name: /^ತೆಗೆದುಹಾಕಿ/ }).click()
    await expect(page.getByRole('status').first()).toContainText('ತೆಗೆದುಹಾಕಲಾಗಿದೆ')
    await signOut(page)
    await page.goto('/login')
    await signInButton(page).click()
    await expect(page.getByRole('alert').first()).toContainText('ಈ ಬೆರಳಚ್ಚಿನಿಂದ ಲಾಗಿನ್ ಆಗಲಿಲ್ಲ')
    // The refusal is a 401, and leaving a page aborts its request for the session.
    expect(pageErrors.filter((error) => !/401|^failed: .*session$/.test(error))).toEqual([])
  })

test('a finger that is not recognised signs nobody in, and another try may follow', async ({
  page,
}) => {
  const device = await addAuthenticator(page)
  await signInByPhone(page)
  await addButton(page).click()
  await expect(page.getByRole('status').first()).toContainText('ಇನ್ನು ಮುಂದೆ')
  await signOut(page)
  await page.goto('/login?callbackUrl=/account')
  await setVerified(device, false)
  await signInButton(page).click()
  await expect(page.locator('pass-key [role=alert]')).toContainText('ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ')
  await setVerified(device, true)
  await signInButton(page).click()
  await expect(page).toHaveURL(`${site}/account`)
})

test('an answer that was sent once is refused when it is sent again', async ({ page }) => {
  await addAuthenticator(page)
  await signInByPhone(page)
  await addButton(page).click()
  await expect(page.getByRole('status').first()).toContainText('ಇನ್ನು ಮುಂದೆ')
  await signOut(page)
  await page.goto('/login?callbackUrl=/account')
  const sent = page.waitForRequest(`${site}/login/passkey`)
  await signInButton(page).click()
  const body = (await sent).postData() ?? ''
  await expect(page).toHaveURL(`${site}/account`)
  await signOut(page)
  const again = await page.request.post('/login/passkey', {
    ...{ data: body, maxRedirects: 0 },
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site },
  })
  expect(again.status()).toBe(401)
})

test('nothing of it is shown without WebAuthn, as in a web view', async ({ page, pageErrors }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(signInButton(page)).toBeHidden()
  await expect(page.locator('pass-key')).toBeHidden()
  expect(pageErrors).toEqual([])
})

test('a tap that cannot load its code says so, and the next one works', async ({ page }) => {
  await addAuthenticator(page)
  await signInByPhone(page)
  await page.route(/\/passkey-[^/]*\.js/, (route) => route.abort())
  await addButton(page).click()
  await expect(page.locator('pass-key [role=alert]')).toContainText('ಆಗಲಿಲ್ಲ. ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ')
  await page.unroute(/\/passkey-[^/]*\.js/)
  await page.reload()
  await addButton(page).click()
  await expect(page.getByRole('status').first()).toContainText('ಇನ್ನು ಮುಂದೆ')
})
