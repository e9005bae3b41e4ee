import type { Browser, BrowserContextOptions, Page } from 'playwright/test'
import { codeOfStep, stepAt } from '../../desk/operators/totp.ts'
import { invite } from './desk-owner.ts'
import { desk } from './ports.ts'

// An operator at the desk in a browser, in Kannada.

/** A person with an own phone, who has used the link. `options`: of Playwright's context. */
export async function join(
  browser: Browser,
  name: string,
  role: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options })
  const page = await context.newPage()
  await page.goto(await invite(name, role))
  const secret = (await page.locator('.secret').textContent())!.replace(/\s/g, '')
  await page.getByLabel('ಆರು ಅಂಕಿಗಳ ಕೋಡ್').fill(await codeOfStep(secret, stepAt(new Date())))
  await page.getByRole('button', { name: 'ಸೇರಿಕೊಳ್ಳಿ' }).click()
  await page.waitForURL(`${desk}/`)
  return page
}
