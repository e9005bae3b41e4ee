import { test as base, type Page } from 'playwright/test'

/** A page whose complaints are collected: console errors, uncaught exceptions, refused policies, failed requests. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
    await use(complaints)
  },
})

export { expect } from 'playwright/test'

/** Pixels by which a page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The words of a page in letters of another language than the page's, outside of elements with a lang of their own.
 *  Names, terms and the language switch may be in any. */
export const foreignWords = (page: Page) =>
  page.evaluate(() => {
    const letters = { kn: /[\u0c80-\u0cff]{2,}/, te: /[\u0c00-\u0c7f]{2,}/, en: /$^/ }
    const locale = document.documentElement.lang as 'kn' | 'te' | 'en'
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script,style,[lang]')?.localName !== 'html') continue
      const text = node.textContent ?? ''
      const others = (['kn', 'te'] as const).filter((other) => other !== locale)
      if (others.some((other) => letters[other].test(text))) found.push(text)
      // On a Kannada or Telugu page a run of four plain Latin words is a sentence nobody translated.
      else if (locale !== 'en' && /(\b[a-z]{2,}\b[\s,]+){3}[a-z]{2,}/.test(text)) found.push(text)
    }
    return found
  })
