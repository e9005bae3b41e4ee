/** A node of rendered content: a text, or an element with its children. */
export type MarkupNode =
  string | { tag: string; attributes: Record<string, string>; children: MarkupNode[] }

const words = (text: string) => new Set(text.split(' '))
const tags = words(
  'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot msub msup msubsup munder mover ' +
    'munderover mmultiscripts mtable mtr mtd mstyle mpadded mphantom menclose ' +
    'div p table thead tbody tr th td svg g path text',
)
const attributes = words(
  'accent accentunder columnalign columnspacing depth display displaystyle fence form height ' +
    'largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowspacing ' +
    'rspace scriptlevel separator stretchy symmetric voffset width ' +
    'aria-label class colspan d data-q role scope transform viewBox x y',
)

/** Formulas (MathML), figures (SVG) and blocks of a question. A block is a `div` with `data-q`,
 *  and contains no further `div`; so plain text with "<table>" remains text. */
const element = /(<math\b.*?<\/math>|<svg role="img".*?<\/svg>|<div data-q="[^"]*">.*?<\/div>)/s

/** Splits a text into plain texts, formulas, figures and blocks, in order. Only known elements and
 *  harmless attributes are allowed; every other "<" is plain text. */
export function parseMarkup(text: string): MarkupNode[] {
  if (!text.includes('<')) return [text]
  const parts = text.split(element)
  if (parts.length === 1) return [text]
  return parts.map((part, index) =>
    index % 2 === 0 ? part : (treeOf(part) ?? textWithoutMarkup(part)),
  )
}

/** A text without shared passages and markup, for titles, alt texts and search results. A figure
 *  is replaced by its description. */
export const textWithoutMarkup = (text: string) =>
  text
    .replace(/<div data-q="passage[^"]*">.*?<\/div>/gs, '')
    .replace(/<svg role="img"[^>]*aria-label="([^"]*)".*?<\/svg>/gs, ' $1 ')
    .replace(/<div data-q=[^>]*>.*?<\/div>/gs, (block) => unescaped(block.replace(/<[^>]+>/g, ' ')))
    .replace(/<\/?m[a-z]+\b[^>]*>/g, ' ')
    .replace(/ +/g, ' ')

function treeOf(markup: string): MarkupNode | null {
  const root: MarkupNode[] = []
  const open: { tag: string; children: MarkupNode[] }[] = [{ tag: '', children: root }]
  for (const [, close, tag = '', inside = '', text] of markup.matchAll(
    /<(\/?)([a-z]+)([^>]*?)\/?>|([^<]+)/g,
  )) {
    const parent = open.at(-1)
    if (!parent) return null
    if (text !== undefined) {
      parent.children.push(unescaped(text))
    } else if (close) {
      if (open.pop()?.tag !== tag) return null
    } else if (tags.has(tag)) {
      const element = { tag, attributes: attributesOf(inside), children: [] }
      parent.children.push(element)
      open.push(element)
    } else return null
  }
  return open.length === 1 ? (root[0] ?? null) : null
}

const attributesOf = (inside: string) =>
  Object.fromEntries(
    [...inside.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
      attributes.has(name) ? [[name, unescaped(value)]] : [],
    ),
  )

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
