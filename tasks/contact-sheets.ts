import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { locales, type Locale } from '../domain/locale.ts'
import { localizedPath } from '../src/addresses/address.ts'
import { findChromium } from './chromium.ts'
import { runTask, step, TaskError } from './task.ts'

// Pictures of twelve families of pages in every language, light and dark, on a phone and on a wide
// screen, on four sheets in docs/contact-sheets/. Each page is also checked by axe, for width, and
// in forced colours, where what is chosen has to differ from what is not. Needs a running site:
//
//   npm start                      in another terminal
//   npm run contact-sheets         http://localhost:8787, or the address that is given

const folder = 'docs/contact-sheets'
const paper = '/karnataka/vao-paper-1/vao-paper-1-model-paper-2'
const schemes = ['light', 'dark'] as const
const screens = [
  { name: '360', width: 360, height: 720, shown: 216 },
  { name: '1280', width: 1280, height: 800, shown: 400 },
] as const
const [site = 'http://localhost:8787'] = process.argv.slice(2)
const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8')

/** The families, in the order of a sheet's columns. `open` is for pages behind a form. */
type Family = { name: string; path: string; open?: (page: Page) => Promise<unknown> }
const families: readonly Family[] = [
  { name: 'home', path: '/' },
  { name: 'exams', path: '/exams' },
  { name: 'exam', path: '/vao-paper-1' },
  { name: 'paper', path: paper },
  { name: 'instructions', path: `${paper}/instructions` },
  { name: 'hall', path: `${paper}/instructions`, open: openHall },
  { name: 'result', path: '', open: submitHall },
  { name: 'cards', path: '/flash-cards/constitution' },
  { name: 'affairs', path: '/current-affairs' },
  { name: 'plan', path: '/plan/vao' },
  { name: 'login', path: '/login' },
  { name: 'offline', path: '/offline/vao-paper-1' },
]

async function openHall(page: Page) {
  await page.locator('[name=declared]').check()
  await page.locator('form button.wide').last().click()
  await page.locator('form.hall[data-live]').waitFor()
  await page.locator('fieldset.question.current label').nth(1).click()
}

async function submitHall(page: Page) {
  await page.locator('.buttons .submit').click()
  await page.locator('dialog .choices .btn').first().click()
  await page.waitForURL(/\/result$/)
}

type Picture = { family: string; locale: Locale; image: string }

await runTask(async () => {
  const browser = await chromium.launch({ executablePath: await findChromium() })
  await mkdir(folder, { recursive: true })
  const faults: string[] = []
  for (const scheme of schemes)
    for (const screen of screens)
      await step(`Drawing ${scheme}, ${screen.name} px`, async () => {
        const pictures: Picture[] = []
        for (const locale of locales) {
          const context = await browser.newContext({
            ...{ viewport: screen, colorScheme: scheme, bypassCSP: true },
            serviceWorkers: 'block',
          })
          for (const family of families)
            pictures.push(await pictureOf(context, family, locale, screen.name, faults))
          await context.close()
        }
        const sheet = await sheetOf(browser, pictures, screen.shown)
        await writeFile(`${folder}/${scheme}-${screen.name}.webp`, sheet)
      })
  await browser.close()
  if (faults.length > 0) throw new TaskError(faults.join('\n'))
  console.log(`No faults on ${4 * locales.length * families.length} pages.`)
})

/** A family's page as a picture. faults: what is wrong with it is added. */
async function pictureOf(
  context: BrowserContext,
  { name, path, open }: Family,
  locale: Locale,
  screen: string,
  faults: string[],
): Promise<Picture> {
  const page = context.pages()[0] ?? (await context.newPage())
  if (path !== '') await page.goto(site + localizedPath(path, locale))
  await open?.(page)
  await page.waitForLoadState('networkidle')
  const where = `${name}, ${locale}, ${screen} px`
  faults.push(...(await faultsOf(page)).map((fault) => `${where}: ${fault}`))
  return { family: name, locale, image: (await page.screenshot()).toString('base64') }
}

/** What axe finds, sideways scrolling, and a focus or a filled bubble that cannot be seen. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    const { scrollWidth, clientWidth } = document.documentElement
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
    ]
  })
  const unmarked = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('main a[href], main button, main summary')
    link?.focus({ focusVisible: true })
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!)
    const isMarked = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    if (link) (document.activeElement as HTMLElement).blur()
    return link !== null && !isMarked
  })
  await page.emulateMedia({ forcedColors: 'active' })
  const alike = await page.evaluate(() => {
    const marks = [...document.querySelectorAll<HTMLElement>('fieldset.question.current label')]
    const lookOf = (label: HTMLElement | undefined) => {
      const parts = [label, ...(label?.querySelectorAll('*') ?? [])]
      return parts
        .map((part) => {
          if (!part) return ''
          const style = ['', '::before', '::after'].map((pseudo) => {
            const look = getComputedStyle(part, pseudo || null)
            return [look.backgroundColor, look.color, look.borderColor, look.boxShadow].join()
          })
          return style.join()
        })
        .join()
    }
    return marks.length > 2 && lookOf(marks[1]) === lookOf(marks[2])
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return [
    ...found,
    ...(unmarked ? ['the focus is not marked'] : []),
    ...(alike ? ['a filled bubble looks like an empty one in forced colours'] : []),
  ]
}

/** One picture of all: a row for each language, two where the screen is wide. */
async function sheetOf(browser: Browser, pictures: readonly Picture[], shown: number) {
  const columns = shown > 300 ? 6 : 12
  const page = await browser.newPage({
    viewport: { width: columns * (shown + 8) + 8, height: 100 },
  })
  const figures = pictures.map(
    ({ family, locale, image }) =>
      `<figure><img src="data:image/png;base64,${image}"><figcaption>${family} · ${locale}` +
      '</figcaption></figure>',
  )
  await page.setContent(
    `<style>body{margin:8px;display:grid;gap:8px;background:#777;color:#fff;
     grid-template-columns:repeat(${columns},${shown}px);font:11px sans-serif}
     figure{margin:0}img{width:100%;display:block}</style>${figures.join('')}`,
  )
  await page.waitForLoadState('load')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: columns * (shown + 8) + 8, height })
  const protocol = await page.context().newCDPSession(page)
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  await page.close()
  return Buffer.from(data, 'base64')
}
