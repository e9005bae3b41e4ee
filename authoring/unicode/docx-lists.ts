// The numbers of lists, which Word does not store in the text: questions and options are often
// numbered by it.

/** How a level of a list is numbered. `text`: '%1.' or '(%2)'; %n is the number of level n. */
type Level = { format: string; text: string; start: number }
/** A list's levels, from 0. `counter`: which lists it goes on from; those of one definition, unless
 *  it begins anew. */
type List = { levels: readonly Level[]; counter: string }
/** By the list's id. */
export type ListFormats = ReadonlyMap<string, List>

type ParseXml = (
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>) => void
    close: (name: string) => void
  },
) => void

/** Reads word/numbering.xml; '': the document has none. */
export function listFormats(xml: string, parseXml: ParseXml): ListFormats {
  const abstracts = new Map<string, Level[]>()
  const formats = new Map<string, List>()
  let levels: Level[] = []
  let level: Level = newLevel()
  let listId = ''
  if (xml === '') return formats
  parseXml(xml, {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:abstractNum')
        abstracts.set(attributes['w:abstractNumId'] ?? '', (levels = []))
      else if (name === 'w:lvl') levels[levelOf(attributes['w:ilvl'])] = level = newLevel()
      else if (name === 'w:numFmt') level.format = value
      else if (name === 'w:lvlText') level.text = value
      else if (name === 'w:start') level.start = Number(value) || 0
      else if (name === 'w:num') {
        listId = attributes['w:numId'] ?? ''
        // Levels that a list overrides are not those of its definition.
        level = newLevel()
        levels = []
      } else if (name === 'w:abstractNumId')
        formats.set(listId, { levels: abstracts.get(value) ?? [], counter: value })
      else if (name === 'w:startOverride') {
        const list = formats.get(listId)
        if (list) formats.set(listId, { ...list, counter: `list ${listId}` })
      }
    },
    close: () => undefined,
  })
  return formats
}

const newLevel = (): Level => ({ format: 'decimal', text: '', start: 1 })
const maxLevel = 8
const levelOf = (value: string | undefined) =>
  Math.min(maxLevel, Math.max(0, Math.trunc(Number(value)) || 0))

/** Counts the items of a document's lists. */
export class ListLabels {
  readonly #formats: ListFormats
  readonly #counts = new Map<string, number[]>()

  constructor(formats: ListFormats) {
    this.#formats = formats
  }

  /** The label of the next item, with a space after it: '1. '; '' where it has none, as bullets. */
  next(id: string, level: number): string {
    const list = this.#formats.get(id)
    const own = list?.levels[levelOf(String(level))]
    if (!list || !own || own.format === 'bullet' || own.format === 'none') return ''
    const counts = this.#counts.get(list.counter) ?? []
    this.#counts.set(list.counter, counts)
    counts[level] = (counts[level] ?? own.start - 1) + 1
    counts.length = level + 1
    const label = own.text.replace(/%(\d)/g, (_, nth: string) => {
      const of = Number(nth) - 1
      const { format = 'decimal', start = 1 } = list.levels[of] ?? {}
      return numberText(counts[of] ?? start, format)
    })
    return label === '' ? '' : `${label} `
  }
}

function numberText(number: number, format: string): string {
  const letter = () => String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
  if (format === 'lowerLetter') return letter()
  if (format === 'upperLetter') return letter().toUpperCase()
  if (format === 'lowerRoman') return romanNumeral(number)
  if (format === 'upperRoman') return romanNumeral(number).toUpperCase()
  return String(number)
}

const romanParts: readonly (readonly [number, string])[] = [
  ...([
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
]

function romanNumeral(number: number): string {
  let left = Math.min(number, 399)
  let text = ''
  for (const [value, letters] of romanParts)
    while (left >= value) {
      text += letters
      left -= value
    }
  return text
}
