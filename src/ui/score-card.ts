import type { Locale } from '../../domain/locale.ts'
import { scoreText, type Marks } from '../../domain/attempt/marks.ts'
import type { Counts } from '../../domain/attempt/attempt-result.ts'
import { widthOf } from './text-width.ts'
import { xmlText } from './xml.ts'
import type { Words } from './words.ts'

const width = 1200
const height = 630
const edge = 80

/** The picture by which a score is shared: name of the paper, score and counts, the sign of the house; nothing of the person.
 *  An SVG that stands alone: it names its colours and the phone's own fonts. */
export function scoreCard(
  {
    title,
    score,
    maximum,
    counts,
  }: {
    title: { locale: Locale; text: string }
    score: Marks
    maximum: Marks
    counts: Counts
  },
  brand: string,
  locale: Locale,
  words: Words,
): string {
  const lines = linesOf(title.text, mostOnLine, 3)
  const unanswered = counts.blank + counts.notAnswered
  const told = [
    { name: words.result_right(), count: counts.right, sign: tick },
    { name: words.result_wrong(), count: counts.wrong, sign: cross },
    { name: words.result_blank(), count: unanswered, sign: '' },
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, 'Noto Sans', 'Noto Sans Kannada', 'Noto Sans Telugu', sans-serif" fill="#fff" xml:lang="${locale}">
<title>${xmlText(`${title.text}: ${scoreText(score)} ${words.result_of({ maximum: scoreText(maximum) })}`)}</title>
<rect width="${width}" height="${height}" fill="#2b3990"/>
${bubbles(edge + 16, 92)}
<text x="${edge + 200}" y="108" font-size="44" font-weight="700">${xmlText(brand)}</text>
<g font-size="60" font-weight="600" xml:lang="${title.locale}">${lines
    .map((line, index) => `<text x="${edge}" y="${214 + index * 76}">${xmlText(line)}</text>`)
    .join('')}</g>
<text x="${edge}" y="490" font-size="130" font-weight="800">${scoreText(score)}<tspan dx="24" font-size="54" font-weight="400" fill="#ccd2f5">${xmlText(words.result_of({ maximum: scoreText(maximum) }))}</tspan></text>
${told
  .map(({ name, count, sign }, index) => counted(edge + index * 350, `${count} ${name}`, sign))
  .join('\n')}
</svg>`
}

/** How many letters of average width (at most 0.6 of the size) stand beside each other at 60 px. */
const mostOnLine = 29

const bubbles = (x: number, y: number) =>
  [0, 1, 2, 3]
    .map(
      (place) =>
        `<circle cx="${x + place * 46}" cy="${y}" r="16" fill="${place === 1 ? '#f2b91f' : 'none'}" stroke="${place === 1 ? '#f2b91f' : '#fff'}" stroke-width="6"/>`,
    )
    .join('')

const tick = '<path d="M-8 1l5 5 11-12"/>'
const cross = '<path d="M-7-7l14 14m0-14l-14 14"/>'

const counted = (x: number, text: string, sign: string) =>
  `<g transform="translate(${x + 18} 564)" fill="none" stroke="#f2b91f" stroke-width="4"><circle r="17"/>${sign}</g><text x="${x + 50}" y="577" font-size="38">${xmlText(text)}</text>`

/** A text in lines of about the same length, broken between words; what does not fit is cut with an ellipsis. SVG itself breaks none. */
export function linesOf(text: string, mostWide: number, mostLines: number): string[] {
  const widest = broken(text, mostWide)
  const even = Math.ceil(widthOf(text) / widest.length)
  for (let width = even; width < mostWide; width++) {
    const lines = broken(text, width)
    if (lines.length === widest.length && widest.length <= mostLines) return lines
  }
  if (widest.length <= mostLines) return widest
  return [...widest.slice(0, mostLines - 1), `${widest[mostLines - 1]} …`]
}

function broken(text: string, mostWide: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= mostWide)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
