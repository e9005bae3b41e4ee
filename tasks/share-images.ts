import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { languages, locales, type Locale } from '../domain/locale.ts'
import { parseArguments } from './arguments.ts'
import { findChromium } from './chromium.ts'
import { indexedPng, pixelsOfPng, titleOfPng, type Colour } from './indexed-png.ts'
import { messagesOf, sharePictures, titleOfPicture, type SharePicture } from './share-pictures.ts'
import { runTask, step } from './task.ts'

const usage = `npm run share-images [-- --all]

  Draws the images of pages for social media (og:image) into public/share: those whose title has
  changed and those that are missing; removes those of papers that are gone. A browser draws them,
  because a Worker cannot shape Kannada and Telugu. The images are committed.

  --all  draws every image again, after a change of how they look`

const { values } = parseArguments(usage, {
  options: {
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const folder = 'public/share'
const size = { width: 1200, height: 630 }
const fonts = locales.map((locale) => fontOf(languages[locale].script)).join(', ')

/** What is drawn on, and the colours that are drawn with. */
const [ground, white, pale, amber] = ['#2b3990', '#ffffff', '#ccd2f5', '#f2b91f'] as const
const palette = [
  colourOf(ground),
  ...[white, pale, amber].flatMap((colour) => shades(colour, colour === white ? 7 : 4)),
]

/** 'Kannada' -> "'Noto Sans Kannada'"; the Latin font is called 'Noto Sans'. */
function fontOf(script: string): string {
  return script === 'Latin' ? "'Noto Sans'" : `'Noto Sans ${script}'`
}

await runTask(async () => {
  if (values.help) return console.log(usage)
  const pictures = await sharePictures()
  const wanted = new Set(pictures.map(({ path }) => path))
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const gone = found
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !wanted.has(file.slice(folder.length + 1)))
  const due: SharePicture[] = []
  for (const picture of pictures)
    if (values.all || (await drawnTitle(picture)) !== titleOfPicture(picture)) due.push(picture)
  await step(`Drawing ${due.length} of ${pictures.length} images into ${folder}`, async () => {
    // The browser first: without one, the committed images stay.
    if (due.length > 0) await draw(due)
    for (const file of gone) await rm(file)
  })
})

async function drawnTitle({ path }: SharePicture): Promise<string | null> {
  const file = join(folder, path)
  return existsSync(file) ? titleOfPng(await readFile(file)) : null
}

async function draw(pictures: readonly SharePicture[]) {
  const browser = await chromium.launch({ executablePath: await findChromium() })
  const page = await browser.newPage({ viewport: size })
  const texts = new Map<Locale, Record<string, string>>()
  for (const locale of locales) texts.set(locale, await messagesOf(locale))
  for (const picture of pictures) {
    const { brand_name: name = '', share_line: line = '' } = texts.get(picture.locale) ?? {}
    await page.setContent(imagePage(picture, name, line))
    const indices = nearestColours(await page.screenshot())
    const file = join(folder, picture.path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, indexedPng(size, palette, indices, titleOfPicture(picture)))
  }
  await browser.close()
}

/** The nearest colour of the palette for each pixel of a screenshot. */
function nearestColours(screenshot: Buffer): Uint8Array {
  const { pixels, channels } = pixelsOfPng(screenshot)
  const known = new Map<number, number>()
  return Uint8Array.from({ length: pixels.length / channels }, (_, pixel) => {
    const colour = pixels.subarray(pixel * channels, pixel * channels + 3)
    const key = colour.readUIntBE(0, 3)
    const index = known.get(key) ?? nearestOf(colour)
    known.set(key, index)
    return index
  })
}

function nearestOf(colour: Uint8Array): number {
  const far = palette.map((one) =>
    one.reduce((sum, value, channel) => sum + (value - (colour[channel] ?? 0)) ** 2, 0),
  )
  return far.indexOf(Math.min(...far))
}

/** Colours from the ground's to this one, which the edges of letters have. */
function shades(colour: string, count: number): Colour[] {
  const [from, to] = [colourOf(ground), colourOf(colour)]
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count
    const mixed = from.map((value, channel) => value + ((to[channel] ?? 0) - value) * part)
    return mixed.map(Math.round) as unknown as Colour
  })
}

function colourOf(hex: string): Colour {
  const value = parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The logo, four answer bubbles of which one is filled, with a heading and the site's line. */
function imagePage({ locale, above, heading }: SharePicture, name: string, line: string): string {
  return `<!doctype html>
<html lang="${locale}"><style>
  body { margin: 0; height: 100vh; box-sizing: border-box; padding: 72px 80px;
    display: grid; align-content: space-between; background: ${ground}; color: ${white};
    font: 40px/1.35 ${fonts} }
  h1 { margin: 0; font-size: ${heading.length > 60 ? 64 : 84}px; line-height: 1.25;
    text-wrap: balance }
  p { margin: 0; color: ${pale} }
  p:has(+ h1) { margin-bottom: 16px; font-size: 46px }
  header { display: flex; gap: 20px; align-items: center; font-weight: 700; font-size: 52px }
  i { width: 34px; height: 34px; border: 6px solid ${white}; border-radius: 50%;
    box-sizing: border-box }
  i.filled { background: ${amber}; border-color: ${amber} }
</style><body>
<header><i></i><i class="filled"></i><i></i><i></i> ${escaped(name)}</header>
<div>${above === '' ? '' : `<p>${escaped(above)}</p>`}<h1>${escaped(heading)}</h1></div>
<p>${escaped(line)}</p>
</body></html>`
}
