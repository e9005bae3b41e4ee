import { evictDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { editDistance } from '../../product-api/search/edit-distance.ts'
import { searchIn } from '../../product-api/search/index-search.ts'
import {
  buildSearchIndex,
  entryKinds,
  type SearchEntry,
} from '../../product-api/search/search-index.ts'
import { searchObjectOf } from '../../product-api/search/search-namespace.ts'
import { loadIndex, storeIndex } from '../../product-api/search/stored-index.ts'
import type { Database } from '../../product-api/database.ts'
import { withDurableObjectDatabase } from '../support/durable-object-storage.ts'
import { distanceOf, searchByFts } from '../support/fts-search.ts'
import { database, requestProductApi } from '../support/product-api.ts'
import { bindings } from '../support/readers.ts'
import { seededRandom } from '../support/seeded-random.ts'

afterEach(() => void vi.useRealTimers())

const syllables = ['ka', 'ki', 'ra', 'ri', 'ma', 'na', 'ta', 'ti', 'sa', 'vi', 'la', 'da']

/** Words of one to five syllables; few syllables, so that many words are similar. */
function wordsFrom(random: () => number) {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!
  const word = () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(syllables)).join('')
  const text = (most: number) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, word).join(' ')
  return { pick, word, text }
}

const noPause = () => Promise.resolve()

async function indexOf(entries: readonly SearchEntry[]) {
  const builder = buildSearchIndex()
  for (let start = 0; start < entries.length; start += 100)
    builder.add(entries.slice(start, start + 100))
  return builder.finish('v', noPause)
}

describe('the index in memory', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'finds and ranks what FTS5 finds and ranks, for 60 random queries (seed %i)',
    async (seed) => {
      const random = seededRandom(seed).next
      const { pick, word, text } = wordsFrom(random)
      const entries = Array.from({ length: 280 }, (_, index): SearchEntry => ({
        ...{ kind: pick(entryKinds), id: index + 1 },
        ...{ title: text(3), topics: text(4), text: text(30) },
      }))
      const search = searchIn(await indexOf(entries))
      await withDurableObjectDatabase(noPause, (_db, sql) => {
        for (const { id, title, topics, text } of entries)
          sql.exec(
            'INSERT INTO search_index (rowid, title, topics, text) VALUES (?, ?, ?, ?)',
            ...[id, title, topics, text],
          )
        const counts: number[] = []
        for (let round = 0; round < 60; round += 1) {
          const typed = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
            random() < 0.5 ? word() : withTypingError(word(), random),
          ).join(' ')
          const expected = searchByFts(sql, typed, (entry) => entries[entry - 1]!.kind)
          const scores = new Map(expected.map(({ entry, score }) => [entry, score]))
          const found = search(typed, 300).map(({ id }) => id)
          counts.push(found.length)
          expect([typed, found.toSorted(byNumber)]).toEqual([
            typed,
            [...scores.keys()].sort(byNumber),
          ])
          for (const [place, id] of found.entries())
            if (place > 0)
              expect(scores.get(found[place - 1]!)! - scores.get(id)!).toBeGreaterThan(-1e-9)
        }
        // Otherwise this proves little: queries with many results, and with few.
        expect(counts.filter((count) => count > 50).length).toBeGreaterThan(5)
        expect(counts.filter((count) => count > 0 && count < 20).length).toBeGreaterThan(5)
        return Promise.resolve()
      })
    },
  )

  it('gives the same answers after it was stored and loaded', async () => {
    const { text } = wordsFrom(seededRandom(9).next)
    const entries = Array.from({ length: 500 }, (_, index): SearchEntry => ({
      ...{ kind: 'question', id: index + 1 },
      ...{ title: '', topics: text(3), text: text(20) },
    }))
    const index = await indexOf(entries)
    await withDurableObjectDatabase(noPause, (_db, sql) => {
      const storage = { sql, transactionSync: <Value>(work: () => Value) => work() }
      expect(loadIndex(storage)).toBe(null)
      storeIndex(storage, index)
      expect(loadIndex(storage)).toEqual(index)
      return Promise.resolve()
    })
  })

  it.each([
    ['entries', { maxEntries: 5, maxPostings: 1000 }],
    ['postings', { maxEntries: 1000, maxPostings: 15 }],
  ])('takes no further entries when it has the most %s', async (_, limits) => {
    const builder = buildSearchIndex(limits)
    const entry: SearchEntry = { kind: 'page', id: 1, title: '', topics: 'rama', text: 'vana sita' }
    const answers = Array.from({ length: 7 }, () => builder.add([entry, entry]))
    expect(answers).toEqual([true, true, false, false, false, false, false])
    expect((await builder.finish('v', noPause)).kinds).toHaveLength(5)
  })
})

const byNumber = (one: number, other: number) => one - other

function withTypingError(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 1))
  const kinds = [
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}e${word.slice(at)}`,
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ]
  return kinds[Math.floor(random() * kinds.length)]!
}

it('an edit distance is that of the definition, or more than the maximum', () => {
  const random = seededRandom(4).next
  const { word } = wordsFrom(random)
  for (let round = 0; round < 3000; round += 1) {
    const one = word()
    const other = random() < 0.5 ? word() : withTypingError(one, random)
    for (const max of [0, 1, 2]) {
      const [expected, found] = [distanceOf(one, other), editDistance(one, other, max)]
      expect([one, other, Math.min(found, max + 1)]).toEqual([
        ...[one, other],
        Math.min(expected, max + 1),
      ])
    }
  }
})

describe('the search object', () => {
  let searches = 0
  /** How many results. Each search comes from a network of its own, because the clock is moved. */
  async function found(typed: string): Promise<number> {
    searches += 1
    const answer = await requestProductApi(`/api/search?q=${encodeURIComponent(typed)}&locale=en`, {
      headers: { 'x-client-address': `198.51.${searches}.1` },
    })
    return (await answer.json<{ data: unknown[] }>()).data.length
  }
  const publish = (sound: string) =>
    database()
      .prepare(
        `UPDATE search_entries SET text = text || ?
         WHERE id = (SELECT min(id) FROM search_entries WHERE kind = 'page')`,
      )
      .bind(` ${sound}`)
      .run()

  it('finds a publication 30 seconds later, and not before', async () => {
    expect(await found('zanzibar')).toBe(0)
    await publish('janjibar')
    expect(await found('zanzibar')).toBe(0)
    vi.setSystemTime(Date.now() + 31_000)
    expect(await found('zanzibar')).toBe(1)
  })

  it('reads the content once: unchanged, it reads its version alone', async () => {
    await found('constitution')
    const texts: string[] = []
    const db = database()
    const watched: Database = {
      prepare: (text) => {
        texts.push(text)
        return db.prepare(text)
      },
      batch: (statements) => db.batch(statements),
    }
    bindings.DB = watched
    try {
      await evictDurableObject(searchObjectOf(bindings.SEARCH) as unknown as DurableObjectStub)
      expect(await found('constitution')).toBeGreaterThan(0)
    } finally {
      bindings.DB = db
    }
    expect(texts.filter((text) => text.includes('search_version'))).toHaveLength(1)
    expect(texts.filter((text) => /FROM search_(entries|index|words)/.test(text))).toEqual([])
  })

  it('answers from the index it has while the database fails', async () => {
    await found('constitution')
    const db = database()
    vi.setSystemTime(Date.now() + 31_000)
    const failing = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    bindings.DB = {
      prepare: (text) => {
        if (text.includes('search_version')) throw new Error('D1_ERROR: overloaded')
        return db.prepare(text)
      },
      batch: (statements) => db.batch(statements),
    }
    try {
      expect(await found('constitution')).toBeGreaterThan(0)
      expect(failing).toHaveBeenCalledOnce()
    } finally {
      bindings.DB = db
      failing.mockRestore()
    }
  })

  it('changes its version with what can be found, and not when nothing changed', async () => {
    const version = () => database().prepare('SELECT version FROM search_version').first()
    const before = await version()
    await publish('')
    const touched = await version()
    await database().prepare('UPDATE search_entries SET text = text').run()
    expect(await version()).toEqual(touched)
    await publish('x')
    expect(await version()).not.toEqual(touched)
    expect(before).not.toBe(null)
  })
})
