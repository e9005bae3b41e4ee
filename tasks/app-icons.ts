import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Page } from 'playwright'
import { findChromium } from './chromium.ts'
import { step, runTask } from './task.ts'

// Draws the icons of the installed app from the mark of public/icon.svg: four circles of an answer
// sheet, one of them filled. The images are committed; after a change of the mark, run:
// npm run app-icons

const folder = 'public/icons'
const [blue, white, yellow] = ['#2b3990', '#ffffff', '#f2b91f']

/** The mark on a canvas of 32 units, scaled about its centre. */
const circles = (
  scale: number,
) => `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)"
  fill="none" stroke="${white}" stroke-width="2"><circle cx="10" cy="10" r="4"/>
  <circle cx="22" cy="10" r="4" fill="${yellow}" stroke="${yellow}"/>
  <circle cx="10" cy="22" r="4"/><circle cx="22" cy="22" r="4"/></g>`

const ground = (radius: number) => `<rect width="32" height="32" rx="${radius}" fill="${blue}"/>`

/** A pictogram in white on the app's ground, for a shortcut. */
const pictogram = (path: string) =>
  `${ground(16)}<g fill="none" stroke="${white}" stroke-width="2" stroke-linecap="round"
  stroke-linejoin="round" transform="translate(4 4)">${path}</g>`

type Icon = { name: string; size: number; drawing: string }

const icons: readonly Icon[] = [
  { name: 'any-192', size: 192, drawing: ground(7) + circles(1) },
  { name: 'any-512', size: 512, drawing: ground(7) + circles(1) },
  // What a launcher cuts off is outside a circle of 80 %: the mark stays within it.
  { name: 'maskable-192', size: 192, drawing: ground(0) + circles(0.9) },
  { name: 'maskable-512', size: 512, drawing: ground(0) + circles(0.9) },
  { name: 'apple-180', size: 180, drawing: ground(0) + circles(1) },
  // Android shows the opaque parts of a notification's badge in one colour.
  {
    name: 'badge-96',
    size: 96,
    drawing: circles(1.45).replaceAll(yellow, white),
  },
  {
    name: 'exams-96',
    size: 96,
    drawing: pictogram('<path d="M6 4h12v16H6zM9.5 9h5m-5 3.5h5m-5 3.5h5"/>'),
  },
  {
    name: 'cards-96',
    size: 96,
    drawing: pictogram('<path d="M9 7V4h11v13h-3M4 7h13v13H4z"/>'),
  },
  {
    name: 'news-96',
    size: 96,
    drawing: pictogram(
      '<path d="M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-3 2M7 9h7m-7 4h7"/>',
    ),
  },
]

await runTask(() =>
  step(`Drawing ${icons.length} icons into ${folder}`, async () => {
    const browser = await chromium.launch({ executablePath: await findChromium() })
    await mkdir(folder, { recursive: true })
    const page = await browser.newPage()
    for (const icon of icons) await writeFile(`${folder}/${icon.name}.png`, await drawn(page, icon))
    await browser.close()
  }),
)

async function drawn(page: Page, { size, drawing }: Icon) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>` +
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`,
  )
  return page.screenshot({ omitBackground: true })
}
