import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ExportedCard } from '../../domain/study/anki/anki-collection.ts'
import { readSqliteTable } from '../../domain/study/anki/sqlite-reader.ts'
import { writeSqlite } from '../../domain/study/anki/sqlite-writer.ts'
import { maxSideLength } from '../../domain/study/card-table.ts'
import { readPackage, writePackage } from '../../src/routes/flash-cards/anki-package.ts'
import { seededRandom } from '../support/seeded-random.ts'

// Packages of Anki. Node’s own SQLite is the other implementation: it opens what is exported, and
// writes what is imported.

const folder = mkdtempSync(join(tmpdir(), 'anki-'))
const deck = { deckName: 'ಅಭ್ಯಾಸ – ನನ್ನ ಕಾರ್ಡ್', now: new Date('2026-11-24T00:00:00.000Z') }
const cardOf = (front: string, back: string, number = 0): ExportedCard => ({
  ...{ id: `own-${String(number).padStart(32, '0')}`, front, back },
})
let files = 0

/** Opens the bytes of a database by Node’s SQLite. */
function opened(bytes: Uint8Array): DatabaseSync {
  const path = join(folder, `${++files}.db`)
  writeFileSync(path, bytes)
  return new DatabaseSync(path)
}

const exported = async (cards: readonly ExportedCard[]) =>
  opened(unzipSync(await writePackage(cards, deck))['collection.anki2']!)

/** The tables and indexes that Anki itself makes (schema 11). */
const ankiSchema = `
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null,
  scm integer not null, ver integer not null, dty integer not null, usn integer not null,
  ls integer not null, conf text not null, models text not null, decks text not null,
  dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null,
  mod integer not null, usn integer not null, tags text not null, flds text not null,
  sfld integer not null, csum integer not null, flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null,
  ord integer not null, mod integer not null, usn integer not null, type integer not null,
  queue integer not null, due integer not null, ivl integer not null, factor integer not null,
  reps integer not null, lapses integer not null, left integer not null, odue integer not null,
  odid integer not null, flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null,
  ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null,
  time integer not null, type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_notes_csum ON notes (csum);`

const [basic, cloze] = [1_400_000_000_001, 1_400_000_000_002]

/** A collection as Anki writes it, with these notes. */
function collectionOf(
  notes: readonly { fields: string[]; type?: number }[],
  { pageSize = 4096, schema = ankiSchema }: { pageSize?: number; schema?: string } = {},
): Uint8Array {
  const path = join(folder, `${++files}.anki2`)
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA page_size = ${pageSize}; PRAGMA synchronous = OFF; ${schema}`)
  database.exec('BEGIN')
  const models = { [basic]: { name: 'Basic', type: 0 }, [cloze]: { name: 'Cloze', type: 1 } }
  database
    .prepare(`INSERT INTO col VALUES (1, 0, 0, 0, 11, 0, 0, 0, '{}', ?, '{}', '{}', '{}')`)
    .run(JSON.stringify(models))
  const insert = database.prepare(
    `INSERT INTO notes VALUES (?, ?, ?, 0, -1, ' tag ', ?, ?, 12345, 0, '')`,
  )
  for (const [index, { fields, type = basic }] of notes.entries())
    insert.run(1_500_000_000_000 + index * 7, `guid${index}`, type, fields.join('\u001f'), index)
  database.exec('COMMIT')
  database.close()
  return readFileSync(path)
}

const packageOf = (collection: Uint8Array, name = 'collection.anki2') =>
  zipSync({ [name]: collection, media: strToU8('{"0":"a.jpg"}'), 0: new Uint8Array(99) })

const letters = ['a', 'ಕ', 'తె', '"', '<', '&', '\n', ' ', '0', '😀', '[sound:x]', '&amp;', '>']

function drawnCards(seed: number, count: number): ExportedCard[] {
  const random = seededRandom(seed)
  const side = () => {
    const length = random.integerBelow(10) === 0 ? 300 : random.integerBelow(12)
    const text = Array.from({ length }, () => random.itemOf(letters)).join('')
    return `x${text.slice(0, maxSideLength - 2)}y`.replace(/\n{3,}/g, '\n\n')
  }
  return Array.from({ length: count }, (_, number) => cardOf(side(), side(), number))
}

describe('an exported package', () => {
  it('is a database that SQLite finds intact, with the tables and columns of Anki', async () => {
    const database = await exported(drawnCards(1, 2000))
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    const own = new DatabaseSync(':memory:')
    own.exec(ankiSchema)
    const columnsOf = (of: DatabaseSync, table: string) =>
      of
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name, type, pk }) => [name, String(type).toLowerCase(), pk])
    for (const table of ['col', 'notes', 'cards', 'revlog', 'graves'])
      expect(columnsOf(database, table)).toEqual(columnsOf(own, table))
  })

  it('has a note and a new card of each, in a deck with a type of its own', async () => {
    const cards = [
      cardOf('ರಾಜ್ಯಪಕ್ಷಿ?', 'ನೀಲಕಂಠ', 1),
      cardOf('a < b & c', 'two\nlines', 2),
      cardOf('42', '1', 3),
    ]
    const database = await exported(cards)
    const rows = database
      .prepare(
        `SELECT n.guid, n.mid, n.flds, n.sfld, n.csum, c.did, c.type, c.queue, c.due
         FROM cards c JOIN notes n ON n.id = c.nid ORDER BY c.due`,
      )
      .all()
    const col = database.prepare('SELECT * FROM col').get()!
    const [models, decks] = [JSON.parse(String(col.models)), JSON.parse(String(col.decks))] as [
      Record<string, { flds: { name: string }[]; tmpls: unknown[]; did: number }>,
      Record<string, { name: string }>,
    ]
    expect([col.id, col.ver]).toEqual([1, 11])
    for (const row of rows) {
      expect(models[String(row.mid)]!.flds.map(({ name }) => name)).toEqual(['Front', 'Back'])
      expect(decks[String(row.did)]!.name).toBe(deck.deckName)
      expect([row.type, row.queue]).toEqual([0, 0])
    }
    expect(rows.map(({ flds }) => flds)).toEqual([
      'ರಾಜ್ಯಪಕ್ಷಿ?\u001fನೀಲಕಂಠ',
      'a &lt; b &amp; c\u001ftwo<br>lines',
      '42\u001f1',
    ])
    expect(rows.map(({ sfld }) => sfld)).toEqual(['ರಾಜ್ಯಪಕ್ಷಿ?', 'a < b & c', 42])
    const sha1 = createHash('sha1').update('ರಾಜ್ಯಪಕ್ಷಿ?').digest()
    expect(rows[0]!.csum).toBe(sha1.readUInt32BE(0))
    expect(rows.map(({ guid }) => guid)).toEqual(cards.map(({ id }) => id))
    expect(rows.map(({ due }) => due)).toEqual([1, 2, 3])
  })

  it('without a card is intact, too', async () => {
    const database = await exported([])
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(database.prepare('SELECT count(*) AS n FROM notes').get()).toEqual({ n: 0 })
  })

  it('has the same cards when it is imported again', async () => {
    for (const [seed, count] of [
      ...Array.from({ length: 40 }, (_, index) => [index, 1 + index] as const),
      [99, 2000] as const,
    ]) {
      const cards = drawnCards(seed, count)
      const read = readPackage(await writePackage(cards, deck))
      const sides = cards.map(({ front, back }) => ({ front, back }))
      expect(read).toEqual({ ok: true, value: { cards: sides, skipped: [], hasMedia: false } })
    }
  })
})

describe('a package of Anki', () => {
  it.each([512, 1024, 4096, 65_536])('with pages of %i bytes is imported whole', (pageSize) => {
    const random = seededRandom(pageSize)
    const notes = Array.from({ length: 900 }, (_, index) => ({
      fields: [`front ${index} ${'ಕ'.repeat(1 + random.integerBelow(600))}`, `back ${index}`],
    }))
    const read = readPackage(packageOf(collectionOf(notes, { pageSize })))
    expect(read).toEqual({
      ok: true,
      value: {
        cards: notes.map(({ fields: [front = '', back = ''] }) => ({ front, back })),
        skipped: [],
        hasMedia: false,
      },
    })
  })

  it.each([
    ['/* … */', (n: number) => `, /* ${n}, of Anki 2.0 (and genanki) */ `],
    ['--', (n: number) => `, -- ${n}, a comment\n `],
  ])('is read where its tables have comments: %s', (_, comment) => {
    let n = 0
    const schema = ankiSchema.replaceAll(',', () => comment((n += 1)))
    const read = readPackage(packageOf(collectionOf([{ fields: ['ಮುಂದೆ', 'ಹಿಂದೆ'] }], { schema })))
    expect(read).toMatchObject({ ok: true, value: { cards: [{ front: 'ಮುಂದೆ', back: 'ಹಿಂದೆ' }] } })
  })

  it('becomes safe text; further fields follow the back, and what is left out is said', () => {
    const notes = [
      {
        fields: ['<b>Capital</b> of Karnataka?<script>x()</script>', 'Bengaluru&nbsp;&#x0C95;', ''],
      },
      { fields: ['<img src="a.jpg">', 'A picture alone'] },
      { fields: ['Sound', '[sound:a.mp3]'] },
      { fields: ['The {{c1::Kaveri}} is a river', ''], type: cloze },
      { fields: ['Three', 'fields', 'of text'] },
      { fields: ['Long', 'x'.repeat(maxSideLength + 1)] },
      { fields: ['<b>'.repeat(20_000), 'Long, too'] },
      { fields: ['1 < 2', '3 > 2'] },
    ]
    const read = readPackage(packageOf(collectionOf(notes)))
    expect(read).toEqual({
      ok: true,
      value: {
        cards: [
          { front: 'Capital of Karnataka?', back: 'Bengaluru ಕ' },
          { front: 'Three', back: 'fields\n\nof text' },
          { front: '1 < 2', back: '3 > 2' },
        ],
        skipped: [
          { name: 'A picture alone', reason: 'no-two-sides' },
          { name: 'Sound', reason: 'no-two-sides' },
          { name: 'The {{c1::Kaveri}} is a river', reason: 'cloze' },
          { name: 'Long', reason: 'too-long' },
          { name: '#7', reason: 'too-long' },
        ],
        hasMedia: true,
      },
    })
  })

  it('with two collections is read from the newer one', () => {
    const [old, current] = ['Please update', 'Front'].map((front) =>
      collectionOf([{ fields: [front, 'Back'] }]),
    )
    const file = zipSync({ 'collection.anki2': old!, 'collection.anki21': current! })
    expect(readPackage(file)).toMatchObject({ value: { cards: [{ front: 'Front' }] } })
    const newest = zipSync({ 'collection.anki2': old!, 'collection.anki21b': new Uint8Array(9) })
    expect(readPackage(newest)).toEqual({ ok: false, error: 'newer' })
  })

  it('is still read after notes were deleted and the file was vacuumed', () => {
    const path = join(folder, `${++files}.anki2`)
    writeFileSync(
      path,
      collectionOf(Array.from({ length: 500 }, (_, index) => ({ fields: [`f${index}`, 'b'] }))),
    )
    const database = new DatabaseSync(path)
    database.exec('DELETE FROM notes WHERE id % 2 = 0')
    const before = readPackage(packageOf(readFileSync(path)))
    database.exec('VACUUM')
    database.close()
    const after = readPackage(packageOf(readFileSync(path)))
    expect(before).toMatchObject({ ok: true, value: { cards: { length: 250 } } })
    expect(after).toEqual(before)
  })
})

describe('what is no package', () => {
  it.each([
    ['an empty archive', zipSync({})],
    ['an archive without a collection', zipSync({ 'a.txt': strToU8('x') })],
    ['a collection that is no database', zipSync({ 'collection.anki2': strToU8('x'.repeat(999)) })],
    ['the beginning of an archive', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 1, 2])],
    ['a database of something else', packageOf(writeSqlite([]))],
  ])('is refused as damaged: %s', (_, file) => {
    expect(readPackage(file)).toEqual({ ok: false, error: 'damaged' })
  })

  it('is refused where it unpacks to more than 8 MB, or lies about its size', () => {
    const bomb = zipSync({ 'collection.anki2': new Uint8Array(9 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(20_000)
    expect(readPackage(bomb)).toEqual({ ok: false, error: 'too-large' })
    const size = new DataView(bomb.buffer, bomb.byteOffset)
    for (let at = 0; at + 4 <= bomb.length; at++)
      if (size.getUint32(at, true) === 9 * 1024 * 1024) size.setUint32(at, 4096, true)
    expect(readPackage(bomb)).toEqual({ ok: false, error: 'damaged' })
  })

  it('is refused with more than 20,000 notes', () => {
    const row = (index: number) => [index + 1, 'g', 1, 0, 0, '', 'f\u001fb', 0, 0, 0, '']
    const sql = /CREATE TABLE notes[^;]*/.exec(ankiSchema)![0]
    const file = writeSqlite([
      { name: 'col', sql: 'CREATE TABLE col (id integer primary key, models text)', rows: [] },
      { name: 'notes', sql, rows: Array.from({ length: 20_001 }, (_, index) => row(index)) },
    ])
    expect(readPackage(packageOf(file))).toEqual({ ok: false, error: 'too-many' })
  })

  it('is refused or read in part, and never crashes or runs on, with any bytes changed', () => {
    const random = seededRandom(5)
    const collection = collectionOf(
      Array.from({ length: 60 }, (_, index) => ({ fields: [`${index}`, 'b'.repeat(index * 40)] })),
      { pageSize: 512 },
    )
    const startedAt = Date.now()
    for (let round = 0; round < 200; round++) {
      const damaged = Uint8Array.from(collection)
      for (let change = 0; change <= random.integerBelow(6); change++)
        damaged[random.integerBelow(damaged.length)] = random.integerBelow(256)
      const read = readPackage(packageOf(damaged))
      if (!read.ok) expect(read.error).toBe('damaged')
    }
    expect(Date.now() - startedAt).toBeLessThan(40_000)
  }, 60_000)
})

describe('the reader of tables', () => {
  it('reads every type of value that SQLite stores', () => {
    const path = join(folder, `${++files}.db`)
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE t (id integer primary key, "value" any, \'x\' blob)')
    const values = [
      ...[null, 0, 1, -1, 127, -128, 32_767, -8_388_608, 2 ** 31 - 1, -(2 ** 40), 2 ** 52],
      ...[1.5, -2.25, '', 'ಕ', 'x'.repeat(20_000)],
    ]
    const insert = database.prepare("INSERT INTO t VALUES (?, ?, x'0102')")
    for (const [index, value] of values.entries()) insert.run(index + 1, value)
    database.close()
    const rows = [...(readSqliteTable(readFileSync(path), 't') ?? [])]
    expect(rows.map(({ value }) => value)).toEqual(values)
    expect(rows.map(({ id }) => id)).toEqual(values.map((_, index) => index + 1))
    expect(readSqliteTable(readFileSync(path), 'none')).toBeNull()
  })
})
