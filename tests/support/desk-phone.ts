import { execFileSync } from 'node:child_process'
import type { Browser, BrowserContextOptions, Page } from 'playwright/test'
import { codeOfStep, stepAt } from '../../desk/operators/totp.ts'
import { desk } from './ports.ts'

// An operator at the desk in a browser, in Kannada.

/** A link made by the command that operators use. The command is repeated where the running Worker
 *  has locked the local database. */
function invite(name: string, role: string): string {
  const args = ['--name', name, '--role', role, '--desk', desk, '--state', '.wrangler/test-state']
  for (let tries = 1; ; tries += 1)
    try {
      const output = execFileSync(process.execPath, ['tasks/desk-invite.ts', ...args], {
        encoding: 'utf8',
      })
      return output.trim().split('\n').at(-1)!
    } catch (error) {
      if (tries === 5 || !String(error).includes('SQLITE_BUSY')) throw error
    }
}

/** A person with an own phone, who has used the link. `options`: of Playwright's context. */
export async function join(
  browser: Browser,
  name: string,
  role: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options })
  const page = await context.newPage()
  await page.goto(invite(name, role))
  const secret = (await page.locator('.secret').textContent())!.replace(/\s/g, '')
  await page.getByLabel('ಆರು ಅಂಕಿಗಳ ಕೋಡ್').fill(await codeOfStep(secret, stepAt(new Date())))
  await page.getByRole('button', { name: 'ಸೇರಿಕೊಳ್ಳಿ' }).click()
  await page.waitForURL(`${desk}/`)
  return page
}
