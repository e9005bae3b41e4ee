import { mkdir, readFile, rm } from 'node:fs/promises'
import { chromium } from 'playwright'
import { findChromium } from './chromium.ts'
import { step, runTask } from './task.ts'

// The pictures under which pages are shared, drawn by a browser, which alone shapes Kannada and Telugu rightly.
// They are committed: nobody needs a browser to run the site. Run again after changing a title: node tasks/share-images.ts

const folder = 'public/share'
const size = { width: 1200, height: 630 }
const families = ['home', 'exam', 'paper', 'cards', 'affairs', 'info'] as const
const names = { kn: 'ಅಭ್ಯಾಸ', en: 'Abhyasa', te: 'అభ్యాస' }
type Words = Record<string, string>

const headingOf: Record<(typeof families)[number], (words: Words) => string | undefined> = {
  home: (words) => words.home_heading?.replaceAll('*', ''),
  exam: (words) => words.share_exam,
  paper: (words) => words.share_paper,
  cards: (words) => words.flash_cards,
  affairs: (words) => words.current_affairs,
  info: (words) => words.share_info,
}

await runTask(() =>
  step(`Drawing ${families.length * 3} pictures into ${folder}`, async () => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const browser = await chromium.launch({ executablePath: await findChromium() })
    const page = await browser.newPage({ viewport: size })
    for (const [locale, name] of Object.entries(names)) {
      const words = JSON.parse(await readFile(`locales/${locale}.json`, 'utf8')) as Words
      for (const family of families) {
        await page.setContent(picture(locale, name, headingOf[family](words) ?? name, words))
        await page.screenshot({ path: `${folder}/${family}-${locale}.png` })
      }
    }
    await browser.close()
  }),
)

/** Four bubbles, one of them filled, as on the answer sheet and in the page's head. */
function picture(locale: string, name: string, heading: string, words: Words): string {
  return `<!doctype html>
<html lang="${locale}"><style>
  body { margin: 0; height: 100vh; box-sizing: border-box; padding: 72px 80px; display: grid; align-content: space-between;
    background: #2b3990; color: #fff; font: 40px/1.35 'Noto Sans', 'Noto Sans Kannada', 'Noto Sans Telugu', sans-serif }
  h1 { margin: 0; font-size: 84px; line-height: 1.25; text-wrap: balance }
  p { margin: 0; color: #ccd2f5 }
  header { display: flex; gap: 20px; align-items: center; font-weight: 700; font-size: 52px }
  i { width: 34px; height: 34px; border: 6px solid #fff; border-radius: 50%; box-sizing: border-box }
  i.filled { background: #f2b91f; border-color: #f2b91f }
</style><body>
<header><i></i><i class="filled"></i><i></i><i></i> ${name}</header>
<h1>${heading}</h1>
<p>${words.share_line}</p>
</body></html>`
}
