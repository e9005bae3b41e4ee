/** A node of MathML: a text, or an element with its children. */
export type MathsNode =
  string | { tag: string; attributes: Record<string, string>; children: MathsNode[] }

const tags = new Set(
  [
    'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot msub msup msubsup munder mover',
    'munderover mmultiscripts mtable mtr mtd mstyle mpadded mphantom menclose',
  ].flatMap((names) => names.split(' ')),
)
const attributes = new Set(
  [
    'accent accentunder columnalign columnspacing depth display displaystyle fence form height',
    'largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowspacing',
    'rspace scriptlevel separator stretchy symmetric voffset width',
  ].flatMap((names) => names.split(' ')),
)

/** Splits a text with formulas in MathML into texts and formulas, in order. Only MathML's own
 *  elements and harmless attributes are allowed; every other "<" is plain text. */
export function parseMaths(text: string): MathsNode[] {
  if (!text.includes('<math')) return [text]
  return text.split(/(<math\b.*?<\/math>)/s).map((part) => {
    if (!part.startsWith('<math')) return part
    return treeOf(part) ?? textWithoutMaths(part)
  })
}

/** A text without the markup of its formulas, for titles, alt texts and search results. */
export const textWithoutMaths = (text: string) =>
  text.replace(/<\/?m[a-z]+\b[^>]*>/g, ' ').replace(/ +/g, ' ')

function treeOf(markup: string): MathsNode | null {
  const root: MathsNode[] = []
  const open: { tag: string; children: MathsNode[] }[] = [{ tag: '', children: root }]
  for (const [, close, tag = '', inside = '', words] of markup.matchAll(
    /<(\/?)([a-z]+)([^>]*?)\/?>|([^<]+)/g,
  )) {
    const parent = open.at(-1)
    if (!parent) return null
    if (words !== undefined) {
      parent.children.push(unescaped(words))
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
    [...inside.matchAll(/([a-z]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
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
