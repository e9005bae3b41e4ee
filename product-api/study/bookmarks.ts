import * as v from 'valibot'
import type { bookmark } from '../../domain/contracts/own-cards.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { practisedAttemptById, submittedAttemptById } from '../attempts/submitted-attempts.ts'
import { explanationsOf } from '../content/texts.ts'
import type { Database, Stores } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import { currentKeys } from '../scoring/scoring.ts'
import { questionText } from './question-text.ts'

type Bookmark = v.InferOutput<typeof bookmark>

/** The questions that one owner may keep. */
const maxBookmarks = 500
const maxShown = 50

/** Keeps a question of a submitted attempt, or one whose key was shown in practice. Returns false
 * where the owner has no such attempt, or it no such question: the reader's own object knows it at
 * once. A question that is kept already keeps its note; beyond the limit the oldest go. */
export async function addBookmark(
  stores: Stores,
  owner: Owner,
  { attempt: id, question }: { attempt: string; question: string },
  now: Date,
): Promise<boolean> {
  const { own, shared: db } = stores
  const attempt =
    (await submittedAttemptById(own, owner, id)) ??
    (await practisedAttemptById(stores, owner, id, question))
  if (!attempt) return false
  const paper = await paperVersion(db, attempt.version)
  if (!paper.questions.some((one) => one.id === question)) return false
  const column = ownerColumn(owner)
  await db.batch([
    db
      .prepare(
        `INSERT OR IGNORE INTO bookmarks
           (${column}, question, version, locale, note, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, '', ?5, ?5)`,
      )
      .bind(owner.id, question, attempt.version, attempt.locale, now.toISOString()),
    db
      .prepare(
        `DELETE FROM bookmarks WHERE ${column} = ?1 AND n <= (
           SELECT n FROM bookmarks WHERE ${column} = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)`,
      )
      .bind(owner.id, maxBookmarks),
  ])
  return true
}

/** Writes the note of a kept question. Returns whether the owner keeps it. */
export async function writeNote(
  db: Database,
  owner: Owner,
  question: string,
  note: string,
  now: Date,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE bookmarks SET note = ?1, updated_at = ?2
       WHERE question = ?3 AND ${ownerColumn(owner)} = ?4`,
    )
    .bind(note, now.toISOString(), question, owner.id)
    .run()
  return meta.changes > 0
}

export async function deleteBookmark(
  db: Database,
  owner: Owner,
  question: string,
): Promise<boolean> {
  const { meta } = await db
    .prepare(`DELETE FROM bookmarks WHERE question = ? AND ${ownerColumn(owner)} = ?`)
    .bind(question, owner.id)
    .run()
  return meta.changes > 0
}

/** The kept questions with their keys, the latest first, 50 from `offset` on. `total`: of all.
 * Cost: two reads, and one or two for each paper version that is not in memory. */
export async function bookmarksOf(
  db: Database,
  owner: Owner,
  { locale, offset }: { locale: Locale; offset: number },
): Promise<{ bookmarks: Bookmark[]; total: number }> {
  const column = ownerColumn(owner)
  const [found, counted] = await db.batch([
    db
      .prepare(
        `SELECT question, version, locale, note, created_at AS createdAt FROM bookmarks
         WHERE ${column} = ? ORDER BY n DESC LIMIT ? OFFSET ?`,
      )
      .bind(owner.id, maxShown, offset),
    db.prepare(`SELECT count(*) AS total FROM bookmarks WHERE ${column} = ?`).bind(owner.id),
  ])
  const rows = v.parse(v.array(Row), found?.results)
  const explanations = await explanationsOf(
    db,
    rows.map(({ question }) => question),
    locale,
  )
  const bookmarks: Bookmark[] = []
  for (const { question, version, note, createdAt, ...row } of rows) {
    const paper = await paperVersion(db, version)
    const text = questionText(paper, question, locale)
    if (!text) continue
    const { id: _, topics: __, ...shown } = text
    const accepted = [...(await currentKeys(db, version))(question, row.locale)]
    const explanation = explanations.get(question) ?? null
    bookmarks.push({ question, note, createdAt, ...shown, accepted, explanation })
  }
  const { total } = v.parse(v.object({ total: v.number() }), counted?.results[0])
  return { bookmarks, total }
}

const Row = v.object({
  question: v.string(),
  version: v.number(),
  locale: v.picklist(locales),
  note: v.string(),
  createdAt: v.string(),
})
