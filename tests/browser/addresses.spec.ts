import { expect, test } from 'playwright/test'
import { localizedPath } from '../../src/addresses/address.ts'
import { locales } from '../../domain/locale.ts'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import { site } from '../support/ports.ts'

const split = (path: string) => path.split('?') as [string, string?]

for (const locale of locales)
  test(`every known address in ${locale} has a title, a description and one heading`, async ({
    request,
  }) => {
    for (const { path, family } of knownAddresses()) {
      const [pathname, query] = split(path)
      const address = localizedPath(pathname, locale) + (query ? `?${query}` : '')
      // A visitor's account redirects to the sign-in page, which returns there.
      const hops = family === 'account' ? 1 : 0
      const response = await request.get(address, { maxRedirects: hops })
      expect([address, response.status()]).toEqual([address, 200])
      const html = await response.text()
      expect(html, address).toContain(`<html lang="${locale}"`)
      expect(html.match(/<title>[^<]+<\/title>/g), address).toHaveLength(1)
      expect(html.match(/<h1[ >]/g), address).toHaveLength(1)
      expect(html, address).toMatch(/<meta name="description" content="[^"]{10,}"/)
      expect(response.headers()['set-cookie'], address).toBeUndefined()
    }
  })

test('every internal link leads to a page', async ({ request }) => {
  test.setTimeout(600_000)
  const seen = new Map<string, string>(
    locales.map((locale) => [localizedPath('/', locale), 'start']),
  )
  const queue = [...seen.keys()]
  const broken: string[] = []
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    // A visitor's account redirects to the sign-in page.
    const hops = /^(\/..)?\/account$/.test(next) ? 1 : 0
    const response = await request.get(next, { maxRedirects: hops })
    if (response.status() !== 200)
      broken.push(`${response.status()} ${next} from ${seen.get(next)}`)
    if (!response.headers()['content-type']?.startsWith('text/html')) continue
    for (const [, href = ''] of (await response.text()).matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), site + next)
      const path = url.pathname + url.search
      if (url.origin !== site || seen.has(path)) continue
      seen.set(path, next)
      queue.push(path)
    }
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(400)
})
