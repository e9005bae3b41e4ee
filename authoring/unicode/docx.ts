import { strFromU8 } from 'fflate'
import sax from 'sax'
import { ListLabels, listFormats, type ListFormats } from './docx-lists.ts'
import { convertedRuns, type ConvertedText, type Run } from './fonts.ts'
import { UnreadableDocument, unzipped } from './unzip.ts'

/** What a style says about the font of its text. */
type Style = { font: string; basedOn: string }
type Styles = { byId: ReadonlyMap<string, Style>; defaultFont: string; normal: string }

/** Reads the lines of a Word document: paragraphs, and rows of tables with their cells separated by
 *  tabs. Text in Nudi and Baraha fonts becomes Unicode. A run's font is its own, or that of its
 *  style, or of its paragraph's style, or of the document. The numbers that Word gives to the items
 *  of a list stand before their text.
 *  Errors: UnreadableDocument where the file is not a Word document or larger than 30 MB
 *  unpacked. */
export function readDocx(bytes: Uint8Array): ConvertedText[] {
  const parts = partsOf(bytes)
  const document = parts['word/document.xml']
  if (!document) throw notWord()
  return linesOf(
    strFromU8(document),
    stylesIn(parts['word/styles.xml']),
    listFormats(textOf(parts['word/numbering.xml']), parseXml),
  )
}

const wanted = ['word/document.xml', 'word/styles.xml', 'word/numbering.xml']

function partsOf(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipped(bytes, (name) => wanted.includes(name))
  } catch (error) {
    if (error instanceof UnreadableDocument && error.kind !== 'not-this-kind') throw error
    throw notWord(error)
  }
}

const notWord = (cause?: unknown) =>
  new UnreadableDocument('not-this-kind', 'this is not a Word document (.docx)', { cause })
const textOf = (part: Uint8Array | undefined) => (part ? strFromU8(part) : '')

/** Calls `open` and `close` for each element, with its name and attributes, and `text`. */
function parseXml(
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>) => void
    close: (name: string) => void
    text?: (text: string) => void
  },
) {
  const parser = sax.parser(true, { trim: false })
  parser.onopentag = ({ name, attributes }) => on.open(name, attributes as Record<string, string>)
  parser.onclosetag = on.close
  parser.ontext = (text) => on.text?.(text)
  parser.onerror = ({ message }) => {
    throw notWord(new Error(message))
  }
  parser.write(xml).close()
}

const fontOf = (attributes: Record<string, string>) =>
  attributes['w:ascii'] ?? attributes['w:hAnsi'] ?? ''

function stylesIn(file: Uint8Array | undefined): Styles {
  const byId = new Map<string, Style>()
  let defaultFont = ''
  let normal = ''
  let style: (Style & { id: string }) | null = null
  if (file)
    parseXml(strFromU8(file), {
      open: (name, attributes) => {
        if (name === 'w:style') {
          style = { id: attributes['w:styleId'] ?? '', font: '', basedOn: '' }
          if (attributes['w:type'] === 'paragraph' && attributes['w:default'] === '1')
            normal = style.id
        } else if (name === 'w:basedOn' && style) style.basedOn = attributes['w:val'] ?? ''
        else if (name === 'w:rFonts') {
          if (style) style.font = fontOf(attributes)
          else defaultFont = fontOf(attributes)
        }
      },
      close: (name) => {
        if (name !== 'w:style' || !style) return
        byId.set(style.id, style)
        style = null
      },
    })
  return { byId, defaultFont, normal }
}

/** The font of a style or of those that it is based on. */
function fontOfStyle(byId: Styles['byId'], id: string, depth = 0): string {
  const style = byId.get(id)
  if (!style || depth > 20) return ''
  return style.font || fontOfStyle(byId, style.basedOn, depth + 1)
}

function linesOf(xml: string, styles: Styles, formats: ListFormats): ConvertedText[] {
  const labels = new ListLabels(formats)
  const lines: ConvertedText[] = []
  let runs: Run[] = []
  let paragraphStyle = styles.normal
  let run: { font: string; style: string } | null = null
  let list: { id: string; level: number } | null = null
  let isText = false
  let tableDepth = 0
  /** The number of a list's item, before the first text of its paragraph. */
  const addLabel = () => {
    if (list) runs.push({ text: labels.next(list.id, list.level), font: '' })
    list = null
  }
  const add = (text: string) => {
    const own = run?.font || fontOfStyle(styles.byId, run?.style ?? '')
    const font = own || fontOfStyle(styles.byId, paragraphStyle)
    runs.push({ text, font: font || styles.defaultFont })
  }
  const endLine = () => {
    lines.push(convertedRuns(runs))
    runs = []
  }
  parseXml(xml, {
    open: (name, attributes) => {
      if (name === 'w:tbl') tableDepth++
      else if (name === 'w:p') paragraphStyle = styles.normal
      else if (name === 'w:pStyle') paragraphStyle = attributes['w:val'] ?? styles.normal
      else if (name === 'w:numId') list = { level: 0, ...list, id: attributes['w:val'] ?? '' }
      else if (name === 'w:ilvl') list = { id: '', ...list, level: Number(attributes['w:val']) }
      else if (name === 'w:r') {
        addLabel()
        run = { font: '', style: '' }
      } else if (name === 'w:rFonts' && run) run.font = fontOf(attributes)
      else if (name === 'w:rStyle' && run) run.style = attributes['w:val'] ?? ''
      else if (name === 'w:t') isText = true
      else if (name === 'w:tab' && run) runs.push({ text: '\t', font: '' })
      else if (name === 'w:br') endLine()
    },
    close: (name) => {
      if (name === 'w:t') isText = false
      else if (name === 'w:r') run = null
      else if (name === 'w:tbl') tableDepth--
      else if (name === 'w:p') {
        list = null
        if (tableDepth === 0) endLine()
        else runs.push({ text: ' ', font: '' })
      } else if (name === 'w:tc') runs.push({ text: '\t', font: '' })
      else if (name === 'w:tr') endLine()
    },
    text: (text) => {
      if (isText) add(text)
    },
  })
  return lines.map(({ text, doubtful }) => ({
    text: text.replace(/ +(?=\t|$)/g, '').replace(/\t+$/, ''),
    doubtful,
  }))
}
