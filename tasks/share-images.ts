import { mkdir, readFile, rm } from 'node:fs/promises'
import { chromium } from 'playwright'
import { languages, locales } from '../domain/locale.ts'
import { findChromium } from './chromium.ts'
import { step, runTask } from './task.ts'

// Draws the images of pages for social media (og:image). A browser draws them, because a Worker
// cannot shape Kannada and Telugu. The images are committed; after a change of a title or a new
// language, run: npm run share-images

const folder = 'public/share'
const size = { width: 1200, height: 630 }
const families = ['home', 'exam', 'paper', 'cards', 'affairs', 'info'] as const
const fonts = locales.map((locale) => fontOf(languages[locale].script)).join(', ')
type Messages = Record<string, string>

const headingOf: Record<(typeof families)[number], (messages: Messages) => string | undefined> = {
  home: (messages) => messages.home_heading?.replaceAll('*', ''),
  exam: (messages) => messages.share_exam,
  paper: (messages) => messages.share_paper,
  cards: (messages) => messages.flash_cards,
  affairs: (messages) => messages.current_affairs,
  info: (messages) => messages.share_info,
}

/** 'Kannada' -> "'Noto Sans Kannada'"; the Latin font is called 'Noto Sans'. */
function fontOf(script: string): string {
  return script === 'Latin' ? "'Noto Sans'" : `'Noto Sans ${script}'`
}

await runTask(() =>
  step(`Drawing ${families.length * locales.length} images into ${folder}`, async () => {
    // The browser first: without one, the committed images stay.
    const browser = await chromium.launch({ executablePath: await findChromium() })
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const page = await browser.newPage({ viewport: size })
    for (const locale of locales) {
      const messages = JSON.parse(await readFile(`locales/${locale}.json`, 'utf8')) as Messages
      const name = messages.brand_name ?? ''
      for (const family of families) {
        await page.setContent(
          imagePage(locale, name, headingOf[family](messages) ?? name, messages),
        )
        await page.screenshot({ path: `${folder}/${family}-${locale}.png` })
      }
    }
    await browser.close()
  }),
)

/** The logo, four answer bubbles of which one is filled, with a heading and the site's line. */
function imagePage(locale: string, name: string, heading: string, messages: Messages): string {
  return `<!doctype html>
<html lang="${locale}"><style>
  body { margin: 0; height: 100vh; box-sizing: border-box; padding: 72px 80px;
    display: grid; align-content: space-between; background: #2b3990; color: #fff;
    font: 40px/1.35 ${fonts} }
  h1 { margin: 0; font-size: 84px; line-height: 1.25; text-wrap: balance }
  p { margin: 0; color: #ccd2f5 }
  header { display: flex; gap: 20px; align-items: center; font-weight: 700; font-size: 52px }
  i { width: 34px; height: 34px; border: 6px solid #fff; border-radius: 50%;
    box-sizing: border-box }
  i.filled { background: #f2b91f; border-color: #f2b91f }
</style><body>
<header><i></i><i class="filled"></i><i></i><i></i> ${name}</header>
<h1>${heading}</h1>
<p>${messages.share_line}</p>
</body></html>`
}
