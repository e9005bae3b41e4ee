import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentIndex, type ContentIndex } from '../../domain/contracts/content-index.ts'
import * as v from 'valibot'
import catalogueText from '../../content/catalogue.json' with { type: 'json' }
import { fullPaper } from '../support/attempts.ts'
import type { Database } from '../../product-api/database.ts'
import { database, getBody } from '../support/product-api.ts'

let clock = Date.now()
/** The product API keeps the index for half a minute. */
async function freshIndex(): Promise<ContentIndex> {
  clock += 60_000
  vi.useFakeTimers({ now: clock, toFake: ['Date'] })
  return v.parse(contentIndex, await getBody('/api/content-index')).data
}

afterEach(async () => {
  vi.useRealTimers()
  await database().prepare('UPDATE practice_tests SET withdrawn_at = NULL').run()
})

type Rows = { slug: string; title: string; description: string; date?: string | null }[]
const rowsOf = async (collection: string, locale: string, filters = ''): Promise<Rows> =>
  (
    await getBody<{ data: Rows }>(
      `/api/${collection}?locale=${locale}&pagination[pageSize]=100${filters}`,
    )
  ).data

describe('the content index', () => {
  it.each(['kn', 'en', 'te'])(
    'has title and description of every paper and page in %s',
    async (locale) => {
      const index = await freshIndex()
      const [papers, pages] = [
        await rowsOf('practice-tests', locale),
        await rowsOf('pages', locale),
      ]
      const textOf = (entries: ContentIndex['pages'], slug: string) =>
        entries.find((entry) => entry.slug === slug)?.texts.find((text) => text.locale === locale)
      for (const { slug, title, description } of papers)
        expect(textOf(index.papers, slug)).toEqual({ locale, title, description })
      for (const { slug, title, description, date } of pages)
        if (!date) expect(textOf(index.pages, slug)).toEqual({ locale, title, description })
      const days = Map.groupBy(
        pages.filter(({ date }) => date),
        ({ date }) => date,
      )
      for (const [date, entries] of days)
        expect(textOf(index.days, date!)?.description).toBe(
          entries.map(({ description }) => description).join(' '),
        )
      expect(papers.length).toBeGreaterThan(0)
    },
  )

  it('has a topic in the languages in which its deck is shown', async () => {
    const { tags } = await freshIndex()
    expect(tags.length).toBeGreaterThan(0)
    for (const { slug, texts } of tags)
      for (const { locale } of texts) {
        const own = await rowsOf('flash-cards', locale, `&filters[tags][slug][$eq]=${slug}`)
        const others = await rowsOf('flash-cards', 'en', `&filters[tags][slug][$eq]=${slug}`)
        expect([slug, locale, own.length + others.length > 0]).toEqual([slug, locale, true])
      }
  })

  it('lacks withdrawn papers, and has another version without them', async () => {
    const before = await freshIndex()
    await database()
      .prepare("UPDATE practice_tests SET withdrawn_at = '2026-11-23' WHERE slug = ?")
      .bind(fullPaper)
      .run()
    const after = await freshIndex()
    expect(before.papers.some(({ slug }) => slug === fullPaper)).toBe(true)
    expect(after.papers.some(({ slug }) => slug === fullPaper)).toBe(false)
    expect(after.version).not.toBe(before.version)
  })

  it('has the states and exams of the catalogue in its order, without withdrawn ones', async () => {
    const { catalogue, version } = await freshIndex()
    const { states, categories } = catalogueText
    expect(catalogue?.states.map(({ slug }) => slug)).toEqual(states.map(({ slug }) => slug))
    const exams = catalogue?.exams.map(({ slug, state, languages }) => ({ slug, state, languages }))
    expect(exams).toEqual(
      categories.map(({ slug, state, languages }) => ({ slug, state, languages })),
    )
    const [last] = categories.slice(-1)
    const withdrawn = (at: string | null) =>
      database()
        .prepare('UPDATE categories SET withdrawn_at = ? WHERE slug = ?')
        .bind(at, last!.slug)
        .run()
    await withdrawn('2026-11-28')
    const after = await freshIndex()
    await withdrawn(null)
    expect(after.catalogue?.exams.length).toBe(categories.length - 1)
    expect(after.version).not.toBe(version)
  })

  it('is read from the database once in half a minute', async () => {
    const begin = vi.spyOn(database() as Required<Database>, 'withSession')
    await freshIndex()
    await getBody('/api/content-index')
    expect(begin).toHaveBeenCalledOnce()
    begin.mockRestore()
  })
})

describe('the notices of the index', () => {
  it('are those that two people agreed to and that have not ended, with their texts', async () => {
    const base = clock + 60_000
    const at = (minutes: number) => new Date(base + minutes * 60_000).toISOString()
    const texts = { kn: 'ಸೂಚನೆ', en: 'Notice', te: 'ప్రకటన' }
    const db = database()
    const insert = async (until: number, state: 'proposed' | 'approved' | 'ended') => {
      const { meta } = await db
        .prepare(
          `INSERT INTO notices (form_key, kind, place, from_at, until_at, texts, proposed_by,
             proposed_at, state)
           SELECT ?, 'notice', 'everywhere', ?, ?, ?, min(id), ?, 'proposed' FROM operators`,
        )
        .bind(crypto.randomUUID(), at(-60), at(until), JSON.stringify(texts), at(-60))
        .run()
      const id = meta.last_row_id
      if (state !== 'proposed')
        await db
          .prepare(
            `UPDATE notices SET state = 'approved', decided_at = ?,
               decided_by = (SELECT max(id) FROM operators) WHERE id = ?`,
          )
          .bind(at(-50), id)
          .run()
      if (state === 'ended')
        await db
          .prepare(`UPDATE notices SET state = 'ended', ended_at = ? WHERE id = ?`)
          .bind(at(-40), id)
          .run()
      return id
    }
    for (const name of ['Writer', 'Approver'])
      await db
        .prepare(`INSERT INTO operators (name, role, created_at) VALUES (?, 'owner', '')`)
        .bind(name)
        .run()
    await insert(60, 'proposed')
    await insert(60, 'ended')
    await insert(-1, 'approved')
    const shown = await insert(60, 'approved')
    const { notices } = await freshIndex()
    expect(notices).toEqual([
      {
        ...{ id: shown, kind: 'notice', place: 'everywhere', exam: null, texts },
        ...{ from: at(-60), until: at(60) },
      },
    ])
  })
})
