import { languages, locales, type Locale } from '../../domain/locale.ts'
import { scoreText, type Marks } from '../../domain/attempt/marks.ts'
import type { OutcomeCounts } from '../../domain/attempt/attempt-result.ts'
import { textWidth } from './text-width.ts'
import { escapeXml } from './xml.ts'
import type { Messages } from './messages.ts'

const widthPx = 1200
const heightPx = 630
const marginPx = 80

const fonts = [
  'system-ui',
  "'Noto Sans'",
  ...locales
    .map((locale) => languages[locale].script)
    .filter((script) => script !== 'Latin')
    .map((script) => `'Noto Sans ${script}'`),
  'sans-serif',
].join(', ')

/** The picture for sharing a score: name of the paper, score, counts and logo; no personal data. A
 *  standalone SVG with its own colours and the system fonts. 1200 x 630 px. */
export function scoreCardSvg(
  {
    title,
    score,
    maximum,
    counts,
  }: {
    title: { locale: Locale; text: string }
    score: Marks
    maximum: Marks
    counts: OutcomeCounts
  },
  brand: string,
  locale: Locale,
  messages: Messages,
): string {
  const lines = balancedLines(title.text, maxLineWidth, 3)
  const unanswered = counts.blank + counts.notAnswered
  const outcomes = [
    { name: messages.result_right(), count: counts.right, icon: tick },
    { name: messages.result_wrong(), count: counts.wrong, icon: cross },
    { name: messages.result_blank(), count: unanswered, icon: '' },
  ]
  const ofMaximum = messages.result_of({ maximum: scoreText(maximum) })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"
viewBox="0 0 ${widthPx} ${heightPx}" font-family="${fonts}" fill="#fff" xml:lang="${locale}">
<title>${escapeXml(`${title.text}: ${scoreText(score)} ${ofMaximum}`)}</title>
<rect width="${widthPx}" height="${heightPx}" fill="#2b3990"/>
${logo(marginPx + 16, 92)}
<text x="${marginPx + 200}" y="108" font-size="44" font-weight="700">${escapeXml(brand)}</text>
<g font-size="60" font-weight="600" xml:lang="${title.locale}">${lines
    .map((line, index) => `<text x="${marginPx}" y="${214 + index * 76}">${escapeXml(line)}</text>`)
    .join('')}</g>
<text x="${marginPx}" y="490" font-size="130" font-weight="800">${scoreText(score)}<tspan dx="24"
font-size="54" font-weight="400" fill="#ccd2f5">${escapeXml(ofMaximum)}</tspan></text>
${outcomes
  .map(({ name, count, icon }, index) =>
    outcomeCount(marginPx + index * 350, `${count} ${name}`, icon),
  )
  .join('\n')}
</svg>`
}

/** How many letters of average width (at most 0.6 of the font size) fit on a line at 60 px. */
const maxLineWidth = 29

const logo = (x: number, y: number) =>
  [0, 1, 2, 3]
    .map((index) => {
      const isFilled = index === 1
      const fill = isFilled ? '#f2b91f' : 'none'
      const stroke = isFilled ? '#f2b91f' : '#fff'
      return `<circle cx="${x + index * 46}" cy="${y}" r="16" fill="${fill}" stroke="${stroke}"
stroke-width="6"/>`
    })
    .join('')

const tick = '<path d="M-8 1l5 5 11-12"/>'
const cross = '<path d="M-7-7l14 14m0-14l-14 14"/>'

const outcomeCount = (x: number, text: string, icon: string) =>
  `<g transform="translate(${x + 18} 564)" fill="none" stroke="#f2b91f" stroke-width="4">
<circle r="17"/>${icon}</g><text x="${x + 50}" y="577" font-size="38">${escapeXml(text)}</text>`

/** Breaks a text between words into lines of about the same width; what does not fit is cut with an
 *  ellipsis. SVG itself does not break lines. */
export function balancedLines(text: string, maxWidth: number, maxLines: number): string[] {
  const fewestLines = breakLines(text, maxWidth)
  const evenWidth = Math.ceil(textWidth(text) / fewestLines.length)
  for (let width = evenWidth; width < maxWidth; width++) {
    const lines = breakLines(text, width)
    if (lines.length === fewestLines.length && fewestLines.length <= maxLines) return lines
  }
  if (fewestLines.length <= maxLines) return fewestLines
  return [...fewestLines.slice(0, maxLines - 1), `${fewestLines[maxLines - 1]} …`]
}

function breakLines(text: string, maxWidth: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`) <= maxWidth)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
