import { Hono } from 'hono'
import { maxIndexed, type ContentIndex } from '../../domain/contracts/content-index.ts'
import { authoritativeLocale } from '../../domain/locale.ts'
import { nearestReplica, type Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { sha256 } from '../cryptography.ts'
import { readCatalogue } from './exam-catalogue.ts'

/** In the memory of an isolate; a publication is in the index after this time. */
const freshForMs = 30_000

type Row = {
  kind: 'papers' | 'pages' | 'days' | 'tags'
  slug: string
  exam: string | null
  paperKind: ContentIndex['papers'][number]['kind']
  texts: string
}

const text = (title: string, description: string) =>
  `json_group_array(json_object('locale', x.locale, 'title', ${title},
    'description', ${description})) AS texts`

/** Every kind newest first. A topic has a name in each language in which it has cards, and in those
 *  that show the cards of the authoritative language. */
const query = `
  SELECT * FROM (SELECT 'papers' AS kind, t.slug, c.slug AS exam, t.kind AS paperKind,
      ${text('x.title', 'x.description')}
    FROM practice_tests t JOIN categories c ON c.id = t.category_id
    JOIN practice_test_texts x ON x.test_id = t.id
    WHERE t.withdrawn_at IS NULL GROUP BY t.id ORDER BY t.id DESC LIMIT ?1)
  UNION ALL SELECT * FROM (SELECT 'pages', p.slug, NULL, NULL, ${text('x.title', 'x.description')}
    FROM pages p JOIN page_texts x ON x.page_id = p.id
    WHERE p.date IS NULL GROUP BY p.id ORDER BY p.id DESC LIMIT ?1)
  UNION ALL SELECT * FROM (SELECT 'days', x.date AS slug, NULL, NULL, ${text("''", 'x.description')}
    FROM (SELECT p.date, y.locale, group_concat(y.description, ' ' ORDER BY p.slug) AS description
      FROM pages p JOIN page_texts y ON y.page_id = p.id
      WHERE p.date IS NOT NULL GROUP BY p.date, y.locale) x
    GROUP BY x.date ORDER BY x.date DESC LIMIT ?1)
  UNION ALL SELECT * FROM (SELECT 'tags', g.slug, NULL, NULL, ${text('x.name', "''")}
    FROM tags g JOIN tag_texts x ON x.tag_id = g.id
    WHERE EXISTS (SELECT 1 FROM flash_card_tags f JOIN flash_card_texts y ON y.card_id = f.card_id
      WHERE f.tag_id = g.id AND y.locale IN (x.locale, ?2))
    GROUP BY g.id ORDER BY g.id DESC LIMIT ?1)`

async function readContentIndex(db: Database): Promise<ContentIndex> {
  const [{ results }, catalogue, notices] = await Promise.all([
    db.prepare(query).bind(maxIndexed, authoritativeLocale).all<Row>(),
    readCatalogue(db),
    currentNotices(db, new Date()),
  ])
  const ofKind = (kind: Row['kind']) => results.filter((row) => row.kind === kind)
  // The database made the texts by `query`.
  const indexed = ({ slug, texts }: Row) => ({
    slug,
    texts: JSON.parse(texts) as ContentIndex['pages'][number]['texts'],
  })
  const kinds = {
    papers: ofKind('papers').map((row) => {
      const { exam, paperKind: kind } = row
      return { ...indexed(row), exam: exam ?? '', kind }
    }),
    pages: ofKind('pages').map(indexed),
    days: ofKind('days').map(indexed),
    tags: ofKind('tags').map(indexed),
    catalogue,
  }
  return { version: await sha256(JSON.stringify(kinds)), ...kinds, notices }
}

/** What is shown now or later. Cost: a look-up in an index. */
async function currentNotices(db: Database, now: Date): Promise<ContentIndex['notices']> {
  const { results } = await db
    .prepare(
      `SELECT id, kind, place, exam, from_at AS "from", until_at AS until, texts FROM notices
       WHERE state = 'approved' AND until_at > ? ORDER BY from_at, id LIMIT 20`,
    )
    .bind(now.toISOString())
    .all<Omit<ContentIndex['notices'][number], 'texts'> & { texts: string }>()
  return results.map(({ texts, ...row }) => ({
    ...row,
    // The desk stored it in every language.
    texts: JSON.parse(texts) as ContentIndex['notices'][number]['texts'],
  }))
}

const kept = new WeakMap<Database, { readAt: number; index: Promise<ContentIndex> }>()

/** GET -> { data: ContentIndex }: which papers, pages, days and topics exist, with what the heads
 *  of their pages say; the states and exams; and the notices to readers. An addition to the
 *  specification's routes. Cost: four queries in 30 s for each isolate, of which one reads every
 *  text of a title. */
export const contentIndexRoutes = new Hono<ApiEnv>()
contentIndexRoutes.get('/', async (c) => {
  const { DB } = c.env
  let known = kept.get(DB)
  if (!known || Date.now() - known.readAt > freshForMs) {
    known = { readAt: Date.now(), index: readContentIndex(nearestReplica(DB)) }
    kept.set(DB, known)
    known.index.catch(() => kept.delete(DB))
  }
  return c.json({ data: await known.index, meta: {} })
})
