import { DurableObject } from 'cloudflare:workers'
import { nearestReplica, type Database } from '../database.ts'
import { searchIn, type Search } from './index-search.ts'
import { buildSearchIndex, type SearchEntry, type SearchHit } from './search-index.ts'
import { loadIndex, storeIndex } from './stored-index.ts'

/** A publication is found after this time, and after the time that reading it takes. */
const freshForMs = 30_000
/** A search waits so long for a new index, and then uses the one before; longer where there is
 *  none. */
const maxWaitMs = 1500
const maxFirstWaitMs = 3500
/** A page of the content: a question is about 500 bytes. */
const entriesPerRead = 250

/** The search of the site: one object with an index of all content in memory, so that a search
 *  costs the product database nothing but the titles of its results. Documentation:
 *  docs/decisions/0055. */
export class SearchObject extends DurableObject<{ DB: Database }> {
  #search: Search | null = null
  #version: string | null = null
  #isLoaded = false
  #checkedAt = -Infinity
  #refreshing: Promise<void> | null = null

  /** The best hits; null: there is no index yet, and it takes longer to make it. */
  async search(typed: string, limit: number): Promise<SearchHit[] | null> {
    if (!this.#isLoaded) this.#load()
    if (!this.#search || Date.now() - this.#checkedAt > freshForMs) await this.#refreshSoon()
    return this.#search && this.#search(typed, limit)
  }

  #load() {
    this.#isLoaded = true
    const stored = loadIndex(this.ctx.storage)
    if (!stored) return
    this.#version = stored.version
    this.#search = searchIn(stored)
  }

  /** Errors: none; a failure is logged, and the next search tries again. */
  async #refreshSoon(): Promise<void> {
    this.#checkedAt = Date.now()
    this.#refreshing ??= this.#refresh()
      .catch((error: unknown) =>
        console.error(JSON.stringify({ at: 'search-index', error: String(error) })),
      )
      .finally(() => (this.#refreshing = null))
    this.ctx.waitUntil(this.#refreshing)
    await Promise.race([
      this.#refreshing,
      scheduler.wait(this.#search ? maxWaitMs : maxFirstWaitMs),
    ])
  }

  /** Makes a new index where the content has changed. Cost: one row read; for a new index, every
   *  entry, in pages. What is published meanwhile has another version, and is read next time. */
  async #refresh(): Promise<void> {
    const db = nearestReplica(this.env.DB)
    const row = await db.prepare('SELECT version FROM search_version').first<{ version: string }>()
    const version = row?.version ?? ''
    if (version === this.#version) return
    const builder = buildSearchIndex()
    for (let after = 0; ;) {
      const { results } = await db
        .prepare(entriesAfter)
        .bind(after, entriesPerRead)
        .all<SearchEntry & { entry: number }>()
      if (!builder.add(results)) console.error(JSON.stringify({ at: 'search-index', isFull: true }))
      const last = results.at(-1)
      if (!last || results.length < entriesPerRead) break
      after = last.entry
    }
    const index = await builder.finish(version, () => scheduler.wait(0))
    storeIndex(this.ctx.storage, index)
    this.#version = version
    this.#search = searchIn(index)
  }
}

const entriesAfter = `
SELECT id AS entry, kind, coalesce(test_id, question_id, card_id, page_id) AS id,
  title, topics, text
FROM search_entries WHERE search_entries.id > ? ORDER BY search_entries.id LIMIT ?`
