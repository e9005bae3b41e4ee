import { localizedPath } from '../../src/addresses/address.ts'
import { locales } from '../../domain/locale.ts'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import { axeViolations, expect, overflowPx, test } from '../support/page.ts'

/** One address of each family, and pages that depend on content. */
const families = [
  ...new Map(knownAddresses().map(({ family, path }) => [family, path])).values(),
  '/terms',
  '/karnataka/vao-paper-2/vao-paper-2-model-paper-1',
  '/karnataka/pdo-paper-1/pdo-model-paper-1',
  '/andhra-pradesh/ap-pet/ap-pet-practice-1',
  '/flash-cards/constitution',
  '/flash-cards?of=wrong',
  '/plan',
  '/plan/pdo',
  '/current-affairs/2026-11-01',
  '/search?q=a',
  '/feedback?sent',
  '/nosuch',
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const locale of locales)
    test.describe(`${locale}, ${colorScheme}`, () => {
      // The page's Content-Security-Policy does not allow axe, which the test injects.
      test.use({ colorScheme, bypassCSP: true })

      for (const path of families)
        test(`axe finds no violations on ${path}`, async ({ page }) => {
          const [pathname, query] = path.split('?')
          await page.goto(localizedPath(pathname!, locale) + (query ? `?${query}` : ''))
          const violations = await axeViolations(page)
          expect(violations).toEqual([])
          expect(await overflowPx(page)).toBeLessThanOrEqual(0)
        })
    })
