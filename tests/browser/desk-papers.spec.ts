import { writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright/test'
import { clockInIndia, dayInIndia } from '../../domain/india-time.ts'
import { join } from '../support/desk-phone.ts'
import { linesOfPaper, nudiDocx, questions } from '../support/nudi-paper.ts'
import { expect, overflowPx, test } from '../support/page.ts'
import { desk, site } from '../support/ports.ts'

// A paper from a Word file to a changed score, on phones of 360x800, in Kannada.

const approveButton = 'ಒಪ್ಪಿ, ನಿಗದಿಪಡಿಸಿ'
const tokenOn = (page: Page) => page.locator('input[name=token]').first().inputValue()

/** A request that a page of the desk does not offer. */
async function forged(page: Page, path: string, fields: Record<string, string>) {
  await page.goto(`${desk}/more`)
  const token = await tokenOn(page)
  const headers = { origin: desk }
  return page.request.post(`${desk}${path}`, {
    form: { token, ...fields },
    headers,
    maxRedirects: 0,
  })
}

/** Writes the file, in a Nudi font, with a wrong key at question 1 and an unclear one at question
 *  3. -> its path. */
function typedFile() {
  const keys = ['ಉತ್ತರ: ಬಿ', null, 'ಉತ್ತರ: ಗೊತ್ತಿಲ್ಲ']
  let nth = -1
  const lines = linesOfPaper().map((line) => {
    if (!line.startsWith('ಉತ್ತರ:')) return line
    nth++
    return keys[nth] ?? line
  })
  const path = test.info().outputPath('ಪತ್ರಿಕೆ.docx')
  writeFileSync(path, nudiDocx({ lines }))
  return path
}

async function bringIn(author: Page): Promise<string> {
  await author.goto(`${desk}/papers`)
  await author.getByRole('link', { name: 'ಫೈಲ್‌ನಿಂದ ತನ್ನಿ' }).click()
  await author.locator('input[type=file]').setInputFiles(typedFile())
  await author.locator('[name=exam]').selectOption('pdo-paper-2')
  await author.locator('[name=topic]').selectOption('panchayat-raj')
  await author.getByText('ಶೀರ್ಷಿಕೆ, ಸಮಯ, ಅಂಕಗಳು').click()
  await author.locator('[name="about.kn"]').fill('ಪಂಚಾಯಿತಿ, ಕರ್ನಾಟಕದ ಬಗ್ಗೆ ಹತ್ತು ಪ್ರಶ್ನೆಗಳು.')
  await author.locator('[name=source]').fill('ನಮ್ಮ ಸ್ವಂತ ಪ್ರಶ್ನೆಗಳು')
  expect(await overflowPx(author)).toBeLessThanOrEqual(0)
  await author.getByRole('button', { name: 'ಫೈಲ್‌ನಿಂದ ತನ್ನಿ' }).click()
  await author.waitForURL(/\?brought-in$/)
  await expect(author.getByText('ತಂದ ಪ್ರಶ್ನೆಗಳು: 10')).toBeVisible()
  await expect(author.getByText('ನೀವು ನೋಡಬೇಕಾದ ಜಾಗಗಳು: 1.')).toBeVisible()
  expect(await overflowPx(author)).toBeLessThanOrEqual(0)
  return new URL(author.url()).pathname.replace('/papers/', '')
}

/** Opens a question by its number, from 1. */
const openQuestion = async (page: Page, slug: string, number: number) => {
  await page.goto(`${desk}/papers/${slug}`)
  await page
    .locator('.questions a')
    .nth(number - 1)
    .click()
}

const send = (author: Page) => author.getByRole('button', { name: 'ಪರಿಶೀಲನೆಗೆ ಕಳುಹಿಸಿ' }).click()

/** Answers the questions that are shown, as a teacher who knows them. -> how many. */
async function readBlind(reviewer: Page, slug: string): Promise<number> {
  for (let read = 0; ; read++) {
    const page = await reviewer.goto(`${desk}/papers/${slug}/read`)
    expect(page?.status()).toBe(200)
    const stem = reviewer.locator('form .stem')
    if ((await stem.count()) === 0) return read
    const shown = (await stem.first().innerText()).trim()
    const { key, why } = questions.find((one) => one.stem === shown)!
    // The key is nowhere on the page.
    await expect(reviewer.getByText(why)).toHaveCount(0)
    await reviewer.locator(`[name=chosen][value="${key}"]`).check()
    const sent = reviewer.waitForResponse((answer) => answer.request().method() === 'POST')
    await reviewer.getByRole('button', { name: 'ಉತ್ತರ ಕಳುಹಿಸಿ' }).click()
    expect((await sent).status()).toBe(303)
  }
}

async function publish(reviewer: Page, slug: string) {
  const moment = new Date(Date.now() + 60_000)
  await reviewer.goto(`${desk}/papers/${slug}/read`)
  await reviewer.locator('[name=publishDay]').fill(dayInIndia(moment))
  await reviewer.locator('[name=publishTime]').fill(clockInIndia(moment))
  await reviewer.getByRole('button', { name: approveButton }).click()
  await expect(reviewer.locator('.state [aria-current]')).toHaveText('ನಿಗದಿ', { timeout: 5000 })
  await expect
    .poll(
      async () => {
        await reviewer.goto(`${desk}/papers/${slug}`)
        return reviewer.locator('.state [aria-current]').textContent()
      },
      { timeout: 100_000, intervals: [2000] },
    )
    .toBe('ಪ್ರಕಟ')
}

/** Takes the paper as a form: all right but question 10, where the first option is chosen. */
async function takePaper(visitor: Page, slug: string) {
  await visitor.goto(`${site}/karnataka/pdo-paper-2/${slug}`)
  const fields = visitor.locator('form.paper fieldset.question')
  await expect(fields).toHaveCount(10)
  for (const [index, { key }] of questions.entries())
    await fields
      .nth(index)
      .getByRole('radio')
      .nth(index === 9 ? 0 : key)
      .check()
  await visitor.locator('form.paper > button').press('Enter')
  await visitor.waitForURL(/\/result$/)
}

async function askForRuling(author: Page, slug: string) {
  await author.goto(`${desk}/keys`)
  await author.locator('[name=paper]').fill(slug)
  await author.locator('[name=number]').fill('10')
  await author.getByRole('button', { name: 'ಹುಡುಕಿ' }).click()
  await author.getByLabel('ಈ ಆಯ್ಕೆಗಳು ಸರಿ').check()
  for (const option of ['1', '2']) await author.getByLabel(option, { exact: true }).check()
  // The submission reaches the desk's database through a queue.
  await expect
    .poll(async () => {
      await author.getByRole('button', { name: 'ಎಷ್ಟು ಅಂಕಗಳು ಬದಲಾಗುತ್ತವೆ?' }).click()
      return author.getByRole('status').textContent()
    })
    .toContain('ಸಲ್ಲಿಸಿದ 1ರಲ್ಲಿ 1')
  await author.locator('[name="reason.kn"]').fill('ತುಂಗಾ ಎಂಬ ಉತ್ತರವೂ ಸರಿ.')
  await author.locator('[name="reason.en"]').fill('The answer Tunga is right too.')
  await author.locator('[name="reason.te"]').fill('తుంగా అనే జవాబు కూడా సరైనదే.')
  expect(await overflowPx(author)).toBeLessThanOrEqual(0)
  await author.getByRole('button', { name: 'ಎರಡನೇ ವ್ಯಕ್ತಿಯ ಒಪ್ಪಿಗೆ ಕೇಳಿ' }).click()
  await expect(author.getByText('ಇನ್ನೊಬ್ಬ ಪರಿಶೀಲಕರು ಅಥವಾ ಮಾಲೀಕರು ಒಪ್ಪಬೇಕು.')).toBeVisible()
  await expect(author.getByRole('button', { name: 'ಒಪ್ಪಿ' })).toHaveCount(0)
}

const phone = async (browser: Browser, name: string, role: string, javaScriptEnabled: boolean) =>
  join(browser, name, role, { javaScriptEnabled, viewport: { width: 360, height: 800 } })

test('a paper from a Nudi file is read blind, mended, published, taken and ruled about', async ({
  browser,
  page: visitor,
}) => {
  test.setTimeout(420_000)
  const author = await phone(browser, 'ಪತ್ರಿಕೆ ಲೇಖಕಿ', 'author', true)
  const slug = await bringIn(author)

  // The doubtful place: a key that is none of the options.
  await openQuestion(author, slug, 3)
  await expect(author.getByText('ಕೀ ಎಂದು ಕೊಟ್ಟದ್ದು ಆಯ್ಕೆಗಳಲ್ಲಿ ಇಲ್ಲ: ಗೊತ್ತಿಲ್ಲ')).toBeVisible()
  await author.locator('[name="doubt.0"]').check()
  await author.locator('[name=correct][value="2"]').check()
  await author.getByRole('button', { name: 'ಉಳಿಸಿ', exact: true }).last().click()
  await author.waitForURL(/\?saved$/)
  await author.goto(`${desk}/papers/${slug}`)
  await send(author)
  await expect(author.locator('.state [aria-current]')).toHaveText('ಓದಿನಲ್ಲಿ')

  // The author cannot publish alone by any request.
  const now = { publishDay: '2026-01-01', publishTime: '06:00' }
  for (const [path, fields] of [
    ['approve', { version: '2', ...now }],
    ['read', { digest: 'x', chosen: '0' }],
    ['settle', { digest: 'x', reason: 'x' }],
  ] as const)
    expect((await forged(author, `/papers/${slug}/${path}`, fields)).status()).toBe(403)

  const reviewer = await phone(browser, 'ಪತ್ರಿಕೆ ಪರಿಶೀಲಕ', 'reviewer', false)
  expect(await readBlind(reviewer, slug)).toBe(10)
  await expect(reviewer.getByText('ಬಗೆಹರಿಯಬೇಕಾದ ವ್ಯತ್ಯಾಸ: ಪ್ರಶ್ನೆ 1')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: approveButton })).toHaveCount(0)
  await reviewer.locator('[name=note]').fill('ಪ್ರಶ್ನೆ 1ರ ಕೀ ತಪ್ಪು; 5 ವರ್ಷ ಸರಿ.')
  await reviewer.getByRole('button', { name: 'ಹಿಂದಿರುಗಿಸಿ' }).click()

  await author.goto(`${desk}/papers/${slug}`)
  await expect(author.getByText('ಪ್ರಶ್ನೆ 1ರ ಕೀ ತಪ್ಪು; 5 ವರ್ಷ ಸರಿ.')).toBeVisible()
  await openQuestion(author, slug, 1)
  await author.locator('[name=correct][value="2"]').check()
  await author.getByRole('button', { name: 'ಉಳಿಸಿ', exact: true }).last().click()
  await author.waitForURL(/\?saved$/)
  await author.goto(`${desk}/papers/${slug}`)
  await send(author)
  expect(await readBlind(reviewer, slug)).toBe(1)
  await publish(reviewer, slug)

  await takePaper(visitor, slug)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('8.75')
  await askForRuling(author, slug)
  for (let id = 1; id < 5; id++)
    expect((await forged(author, `/rulings/${id}/approve`, {})).status()).toBe(403)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('8.75')

  await reviewer.goto(`${desk}/`)
  await reviewer.locator('a[href^="/keys/"]').first().click()
  await expect(reviewer.getByText('ಸಲ್ಲಿಸಿದ 1ರಲ್ಲಿ 1')).toBeVisible()
  const approve = reviewer.getByRole('button', { name: 'ಒಪ್ಪಿ' })
  await approve.click()
  // A page that is reloaded while it leaves for the next one fails.
  await expect(approve).toBeHidden()
  await expect
    .poll(async () => {
      await reviewer.reload()
      return reviewer.locator('.rows .tag').first().textContent()
    })
    .toBe('ಬದಲಾದ ಅಂಕಗಳು: 1')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('10')
  await expect(visitor.getByText('ತುಂಗಾ ಎಂಬ ಉತ್ತರವೂ ಸರಿ.').first()).toBeVisible()

  await reviewer.goto(`${desk}/audit`)
  for (const done of [
    ...['ಫೈಲ್‌ನಿಂದ ಪತ್ರಿಕೆ ತಂದರು', 'ಪತ್ರಿಕೆಯನ್ನು ಎರಡನೇ ಓದಿಗೆ ಕಳುಹಿಸಿದರು'],
    ...['ಕೀಗಿಂತ ಬೇರೆ ಉತ್ತರಿಸಿದರು', 'ಪತ್ರಿಕೆಯನ್ನು ತಿದ್ದಲು ಹಿಂದಿರುಗಿಸಿದರು'],
    ...['ಕೀ ಬಗ್ಗೆ ನಿರ್ಧಾರ ಕೇಳಿದರು', 'ಕೀ ಬಗ್ಗೆ ನಿರ್ಧಾರಕ್ಕೆ ಒಪ್ಪಿದರು'],
  ])
    await expect(reviewer.getByText(done).first()).toBeVisible()
})

test('a file is dropped on the page, and one that cannot be read says why in its place', async ({
  browser,
}) => {
  const author = await phone(browser, 'ಎಳೆಯುವ ಲೇಖಕಿ', 'author', true)
  await author.goto(`${desk}/papers/bring-in`)
  await author.locator('[name=exam]').selectOption('pdo-paper-2')
  await author.locator('[name="text"]').fill('')
  const transfer = await author.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['not a document'], 'ಪತ್ರಿಕೆ.docx'))
    return data
  })
  await author.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await expect(author.locator('.drop.over')).toHaveCount(1)
  await author.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await author.getByRole('button', { name: 'ಫೈಲ್‌ನಿಂದ ತನ್ನಿ' }).click()
  await expect(author.getByRole('alert')).toContainText('ಫೈಲ್ ಹೆಸರಿಗೆ ತಕ್ಕಂತಿಲ್ಲ')
  await expect(author.locator('[name=exam]')).toHaveValue('pdo-paper-2')

  // Without a connection the chosen file stays, and is sent again.
  await author.locator('input[type=file]').setInputFiles(typedFile())
  await author.context().setOffline(true)
  await author.getByRole('button', { name: 'ಫೈಲ್‌ನಿಂದ ತನ್ನಿ' }).click()
  await expect(author.getByText('ಸಂಪರ್ಕ ಕಡಿಯಿತು')).toBeVisible()
  await author.context().setOffline(false)
  await author.getByRole('button', { name: 'ಫೈಲ್‌ನಿಂದ ತನ್ನಿ' }).click()
  await author.waitForURL(/\?brought-in$/)
})
