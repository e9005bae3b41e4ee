import { htmlText, textHtml } from '../card-table.ts'
import { writeSqlite, type NewTable } from './sqlite-writer.ts'

/** A card as it is exported. id: the same in each export, by which Anki knows it again. */
export type ExportedCard = { id: string; front: string; back: string }

const columns = (...definitions: string[]) => `(${definitions.join(', ')})`
const integers = (...names: string[]) => names.map((name) => `${name} integer not null`)
const texts = (...names: string[]) => names.map((name) => `${name} text not null`)
const key = 'id integer primary key'

// The tables of schema 11, which every version of Anki reads. Its indexes are left out: Anki makes
// its own when it copies the notes.
const schemas = {
  col: columns(
    key,
    ...integers('crt', 'mod', 'scm', 'ver', 'dty', 'usn', 'ls'),
    ...texts('conf', 'models', 'decks', 'dconf', 'tags'),
  ),
  notes: columns(
    ...[key, ...texts('guid'), ...integers('mid', 'mod', 'usn'), ...texts('tags', 'flds')],
    ...[...integers('sfld', 'csum', 'flags'), ...texts('data')],
  ),
  cards: columns(
    ...[key, ...integers('nid', 'did', 'ord', 'mod', 'usn', 'type', 'queue', 'due', 'ivl')],
    ...integers('factor', 'reps', 'lapses', 'left', 'odue', 'odid', 'flags'),
    ...texts('data'),
  ),
  revlog: columns(
    ...[key, ...integers('cid', 'usn', 'ease', 'ivl', 'lastIvl', 'factor', 'time', 'type')],
  ),
  graves: columns(...integers('usn', 'oid', 'type')),
}

// Ours alone, and the same in each export, so that a deck is not imported beside itself.
const modelId = 1_763_700_000_001
const deckId = 1_763_700_000_002
const schemaVersion = 11

/** A collection of Anki (`collection.anki2`) with one deck of new cards, each a note with a front
 *  and a back. `checksums`: of each front, see `checksumText`. */
export function newAnkiCollection(
  cards: readonly ExportedCard[],
  checksums: readonly number[],
  { deckName, now }: { deckName: string; now: Date },
): Uint8Array<ArrayBuffer> {
  const ms = now.getTime()
  const seconds = Math.floor(ms / 1000)
  const table = (name: keyof typeof schemas, rows: NewTable['rows'] = []) => ({
    ...{ name, rows },
    sql: `CREATE TABLE ${name} ${schemas[name]}`,
  })
  const settings = [configuration, modelOf(seconds), decksOf(deckName, seconds), deckOptions, {}]
  const dates = [seconds, ms, ms, schemaVersion, 0, 0, 0]
  return writeSqlite([
    table('col', [[1, ...dates, ...settings.map((one) => JSON.stringify(one))]]),
    table(
      'notes',
      cards.map(({ id, front, back }, index) => {
        const fields = [textHtml(front), textHtml(back)].join('\u001f')
        const sorting = sortValue(checksumText(front))
        return [
          ...[ms + index, id, modelId, seconds, -1, '', fields],
          ...[sorting, checksums[index] ?? 0, 0, ''],
        ]
      }),
    ),
    table(
      'cards',
      cards.map((_, index) => [
        ...[ms + index, ms + index, deckId, 0, seconds, -1, 0, 0, index + 1],
        ...[0, 0, 0, 0, 0, 0, 0, 0, ''],
      ]),
    ),
    table('revlog'),
    table('graves'),
  ])
}

/** The text of a front of which Anki stores a checksum: the first 4 bytes of its SHA-1. */
export const checksumText = (front: string): string => htmlText(textHtml(front))

/** The column of the sorting has numbers for texts that are numbers: SQLite's integer affinity. */
const sortValue = (text: string): number | string =>
  /^\s*[+-]?(\d{1,15}(\.\d{0,6})?)\s*$/.test(text) ? Number(text) : text

const modelOf = (seconds: number) => ({
  [modelId]: {
    ...{ id: modelId, name: 'Abhyasa', type: 0, mod: seconds, usn: -1, sortf: 0, did: deckId },
    tmpls: [
      {
        ...{ name: 'Card 1', ord: 0, did: null, bqfmt: '', bafmt: '', bfont: '', bsize: 0 },
        qfmt: '{{Front}}',
        afmt: '{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}',
      },
    ],
    flds: ['Front', 'Back'].map((name, ord) => ({
      ...{ name, ord, sticky: false, rtl: false, font: 'Arial', size: 20, media: [] },
    })),
    css: '.card { font-size: 20px; text-align: center; line-height: 1.6; }',
    latexPre:
      '\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n' +
      '\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n' +
      '\\setlength{\\parindent}{0in}\n\\begin{document}\n',
    latexPost: '\\end{document}',
    latexsvg: false,
    req: [[0, 'any', [0]]],
    tags: [],
    vers: [],
  },
})

const defaultDeckId = 1

const decksOf = (deckName: string, seconds: number) =>
  Object.fromEntries(
    [
      { id: defaultDeckId, name: 'Default' },
      { id: deckId, name: deckName },
    ].map((deck) => [
      deck.id,
      {
        ...{ ...deck, mod: seconds, usn: -1, desc: '', dyn: 0, conf: 1 },
        ...{ collapsed: false, browserCollapsed: false, extendNew: 0, extendRev: 0 },
        ...{ newToday: [0, 0], revToday: [0, 0], lrnToday: [0, 0], timeToday: [0, 0] },
      },
    ]),
  )

/** As Anki has them in a new collection. */
const deckOptions = {
  1: {
    ...{ id: 1, mod: 0, name: 'Default', usn: 0, maxTaken: 60, autoplay: true, timer: 0 },
    ...{ replayq: true, dyn: false },
    new: {
      ...{ bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1 },
      perDay: 20,
    },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36_500, perDay: 200, hardFactor: 1.2 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
  },
}
const configuration = {
  ...{ activeDecks: [1], curDeck: 1, curModel: modelId, newSpread: 0, collapseTime: 1200 },
  ...{ timeLim: 0, estTimes: true, dueCounts: true, nextPos: 1, sortType: 'noteFld' },
  ...{ sortBackwards: false, addToCur: true, dayLearnFirst: false },
}
