import type { Browser, Page } from 'playwright/test'
import { addDays, dayInIndia } from '../../domain/india-time.ts'
import { join } from '../support/desk-phone.ts'
import { expect, test } from '../support/page.ts'
import { desk } from '../support/ports.ts'

// What is typed at the desk while the connection is lost, on a phone of 360x800, in Kannada.

const phone = async (browser: Browser, name: string, role: string) =>
  join(browser, name, role, { javaScriptEnabled: true, viewport: { width: 360, height: 800 } })

const bringBack = (page: Page) => page.getByRole('button', { name: 'ಅದನ್ನು ತನ್ನಿ' })
const save = (page: Page) => page.getByRole('button', { name: 'ಉಳಿಸಿ', exact: true }).last()
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

/** Types, waits until it is kept on the device, and presses Save without a connection. */
async function typeOffline(page: Page, name: string, text: string) {
  await page.context().setOffline(true)
  await field(page, name).fill(text)
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values(localStorage))))
    .toContain(text)
  await save(page).click()
  await expect(page.getByText('ಇಂಟರ್ನೆಟ್ ಇಲ್ಲ')).toBeVisible()
  await page.context().setOffline(false)
}

test('of a day: an item that was typed without a connection is brought back and saved', async ({
  browser,
}) => {
  const author = await phone(browser, 'ಹಳ್ಳಿಯ ಲೇಖಕಿ', 'author')
  const path = `${desk}/affairs/${addDays(dayInIndia(new Date()), -20)}`
  await author.goto(path)
  await field(author, 'title.kn').fill('ಸಂವಿಧಾನ ದಿನ')
  await field(author, 'item.0.text.kn').fill('ಮೊದಲ ಅಂಶ')
  await author.getByRole('button', { name: '+ ಇನ್ನೊಂದು ಅಂಶ' }).click()
  await typeOffline(author, 'item.1.text.kn', 'ಎರಡನೇ ಅಂಶ')
  // The page is opened anew from the list, where it has no room for a second item.
  await author.goto(path)
  await expect(field(author, 'title.kn')).toHaveValue('ಸಂವಿಧಾನ ದಿನ')
  await expect(field(author, 'item.1.text.kn')).toHaveCount(0)
  await bringBack(author).click()
  await expect(field(author, 'item.1.text.kn')).toHaveValue('ಎರಡನೇ ಅಂಶ')
  await save(author).click()
  await author.waitForURL(/\?saved$/)
  await expect(field(author, 'item.1.text.kn')).toHaveValue('ಎರಡನೇ ಅಂಶ')
  await author.goto(path)
  await expect(bringBack(author)).toBeHidden()
})

test('of a paper: what is typed after a save, or beside a new section, is not dropped', async ({
  browser,
}) => {
  const author = await phone(browser, 'ಊರಿನ ಲೇಖಕಿ', 'author')
  await author.goto(`${desk}/papers/new`)
  await field(author, 'exam').selectOption('pdo-paper-2')
  await field(author, 'language.kn').check()
  await field(author, 'title.kn').fill('ಪಂಚಾಯತ್ ರಾಜ್')
  await author.getByRole('button', { name: 'ಪತ್ರಿಕೆ ಆರಂಭಿಸಿ' }).click()
  await author.waitForURL(/model-paper/)
  const paper = author.url().split('?')[0]!

  await field(author, 'source').fill('ನಮ್ಮ ಸ್ವಂತ ಪ್ರಶ್ನೆಗಳು')
  await author.getByRole('button', { name: '+ ವಿಭಾಗ' }).click()
  await author.waitForURL(/\?saved$/)
  await bringBack(author).click()
  await expect(field(author, 'source')).toHaveValue('ನಮ್ಮ ಸ್ವಂತ ಪ್ರಶ್ನೆಗಳು')
  await save(author).click()
  await expect(field(author, 'source')).toHaveValue('ನಮ್ಮ ಸ್ವಂತ ಪ್ರಶ್ನೆಗಳು')
  await expect(bringBack(author)).toBeHidden()

  // The address of the page still says that it was saved.
  await typeOffline(author, 'minutes', '45')
  await author.reload()
  await bringBack(author).click()
  await expect(field(author, 'minutes')).toHaveValue('45')
  await save(author).click()
  await author.goto(paper)
  await expect(field(author, 'minutes')).toHaveValue('45')
  await expect(bringBack(author)).toBeHidden()
})
