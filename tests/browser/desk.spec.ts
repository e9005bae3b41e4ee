import { addDays, dayInIndia } from '../../domain/india-time.ts'
import { locales } from '../../domain/locale.ts'
import { join } from '../support/desk-phone.ts'
import { axeViolations, expect, overflowPx, test } from '../support/page.ts'
import { desk, site } from '../support/ports.ts'

// The desk in a browser: a phone of 360 pixels, in Kannada, without script.

const today = dayInIndia(new Date())

test('an author and a reviewer publish a day, and a visitor reads it', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const author = await join(browser, 'ಲೇಖಕಿ', 'author')
  await author.goto(`${desk}/affairs/${today}`)
  const field = (name: string) => author.locator(`[name="${name}"]`)
  await field('title.kn').fill('ಸಂವಿಧಾನ ದಿನ')
  await field('item.0.text.kn').fill('ಸಂವಿಧಾನ ರಚನಾ ಸಭೆ 1949ರಲ್ಲಿ ಸಂವಿಧಾನವನ್ನು ಅಂಗೀಕರಿಸಿತು.')
  await field('item.0.source.name').fill('ಭಾರತದ ಸಂವಿಧಾನ')
  await field('item.0.source.url').fill('legislative.gov.in')
  await author.getByText('ಬೇರೆ ವಿಷಯಗಳು').click()
  await author.locator('[name="topic.constitution"]').check()
  await field('publishDay').fill(addDays(today, -1))
  // Nothing is sent without the date of the source, and nothing of the rest is lost.
  await author.getByRole('button', { name: 'ಪರಿಶೀಲನೆಗೆ ಕಳುಹಿಸಿ' }).click()
  await expect(author.getByText('ಮೂಲದ ದಿನಾಂಕ ಬರೆಯಿರಿ.')).toBeVisible()
  await expect(field('title.kn')).toHaveValue('ಸಂವಿಧಾನ ದಿನ')
  await field('item.0.source.dated').fill('1949-11-26')
  await author.getByRole('button', { name: 'ಪರಿಶೀಲನೆಗೆ ಕಳುಹಿಸಿ' }).click()
  await expect(author.getByText('ಎರಡನೇ ಓದಿಗೆ ಕಾದಿದೆ')).toBeVisible()
  await expect(author.getByRole('button', { name: 'ಒಪ್ಪಿ, ನಿಗದಿಪಡಿಸಿ' })).toHaveCount(0)

  const reviewer = await join(browser, 'ಪರಿಶೀಲಕ', 'reviewer')
  await reviewer.getByRole('navigation', { name: 'ಮುಖ್ಯ' }).getByText('ಎರಡನೇ ಓದು').click()
  await reviewer.locator(`a[href="/affairs/${today}/review"]`).click()
  const approve = reviewer.getByRole('button', { name: 'ಒಪ್ಪಿ, ನಿಗದಿಪಡಿಸಿ' })
  await approve.click()
  // A reload while the answer to the form is still being shown is refused by the browser.
  await expect(approve).toHaveCount(0)
  await expect
    .poll(
      async () => {
        await reviewer.reload()
        return reviewer.locator('.state [aria-current]').textContent()
      },
      { timeout: 60_000 },
    )
    .toBe('ಪ್ರಕಟ')

  await page.goto(`${site}/current-affairs/${today}`)
  await expect(page.getByRole('heading', { name: /ಸಂವಿಧಾನ ದಿನ/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ಭಾರತದ ಸಂವಿಧಾನ' })).toHaveAttribute(
    'href',
    'https://legislative.gov.in/',
  )
  await author.goto(`${desk}/audit`)
  await expect(author.getByText('ನಿಗದಿಯಾದ ಸಮಯಕ್ಕೆ ಪ್ರಕಟಿಸಿತು')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds no violations on the pages of the desk, ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const options = { javaScriptEnabled: true, bypassCSP: true, colorScheme }
    const page = await join(browser, `ಮಾಲೀಕ ${colorScheme}`, 'owner', options)
    const paths = [
      ...['/', '/more', '/affairs', `/affairs/${addDays(today, 3)}`, '/review', '/reports'],
      ...['/papers/bring-in', '/keys', '/keys/vao1b-rtc-full-form'],
      ...['/feedback', '/accounts', '/payments', '/sales', '/operators', '/audit', '/nosuch'],
    ]
    // Colours do not depend on the language.
    for (const locale of colorScheme === 'light' ? locales : locales.slice(0, 1))
      for (const path of paths) {
        await page.goto(`${desk}${path}?language=${locale}`)
        const violations = await axeViolations(page)
        expect([locale, path, violations]).toEqual([locale, path, []])
        expect([locale, path, Math.max(0, await overflowPx(page))]).toEqual([locale, path, 0])
      }
  })
