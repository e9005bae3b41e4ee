import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, type Page } from 'playwright/test'
import { languages, locales } from '../../domain/locale.ts'

/** Playwright's test with a fixture `pageErrors`: console errors and warnings, uncaught exceptions,
 *  Content-Security-Policy violations and failed requests of the page. */
export const test = base.extend<{ pageErrors: string[] }>({
  pageErrors: async ({ page }, use) => {
    const pageErrors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        pageErrors.push(message.text())
    })
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    // Chromium reports the icon of a page that is left, once a service worker controls it.
    page.on('requestfailed', (request) => {
      if (!request.url().endsWith('/icon.svg')) pageErrors.push(`failed: ${request.url()}`)
    })
    await use(pageErrors)
  },
})

export { expect } from 'playwright/test'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What axe finds on the page as it stands: the rule and the first element. The page's
 *  Content-Security-Policy does not allow axe: the test needs `bypassCSP`. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
  })
}

/** Pixels by which a page is wider than its window. */
export const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const scripts = Object.fromEntries(locales.map((locale) => [locale, languages[locale].script]))

/** The texts of a page that are in another language than the page's, outside of elements with a
 *  lang of their own: letters of a foreign script, or on a page in another script a run of four
 *  lower-case Latin words. Single Latin words may be names or terms. */
export const untranslatedTexts = (page: Page) =>
  page.evaluate((scriptByLocale) => {
    const script = scriptByLocale[document.documentElement.lang]
    const foreignLetters = Object.values(scriptByLocale)
      .filter((other) => other !== script && other !== 'Latin')
      .map((other) => new RegExp(`\\p{Script=${other}}{2,}`, 'u'))
    const latinSentence = /(\b[a-z]{2,}\b[\s,]+){3}[a-z]{2,}/
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script,style,[lang]')?.localName !== 'html') continue
      const text = node.textContent ?? ''
      if (foreignLetters.some((letters) => letters.test(text))) found.push(text)
      else if (script !== 'Latin' && latinSentence.test(text)) found.push(text)
    }
    return found
  }, scripts)
