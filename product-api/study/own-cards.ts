import * as v from 'valibot'
import { writtenCard } from '../../domain/contracts/own-cards.ts'
import type { Locale } from '../../domain/locale.ts'
import type { CardSides } from '../../domain/study/card-table.ts'
import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

/** The cards that one owner may have. */
export const maxOwnCards = 2000

export type WrittenCard = v.InferOutput<typeof writtenCard>

/** The cards that an owner wrote, in the order in which they were added. Cost: one read of those
 *  rows. */
export async function ownCardsOf(db: Database, owner: Owner): Promise<WrittenCard[]> {
  const { results } = await db
    .prepare(
      `SELECT id, locale, front, back FROM own_cards WHERE ${ownerColumn(owner)} = ? ORDER BY n`,
    )
    .bind(owner.id)
    .all()
  return v.parse(v.array(writtenCard), results)
}

/** Adds cards up to the limit; one that the owner has already, with both sides, is not added again.
 *  Returns how many were added, known, and may still come. Cost: one batch. */
export async function addOwnCards(
  db: Database,
  owner: Owner,
  cards: readonly CardSides[],
  { locale, now }: { locale: Locale; now: Date },
): Promise<{ added: number; known: number; left: number }> {
  const column = ownerColumn(owner)
  const rows = cards.map((card) => ({
    id: `own-${crypto.randomUUID().replaceAll('-', '')}`,
    ...card,
  }))
  const counting = db
    .prepare(`SELECT count(*) AS count FROM own_cards WHERE ${column} = ?`)
    .bind(owner.id)
  const [known, inserted, counted] = await db.batch([
    db
      .prepare(
        `SELECT count(*) AS count FROM json_each(?2) j JOIN own_cards o
         ON o.${column} = ?1 AND o.front = j.value ->> 'front' AND o.back = j.value ->> 'back'`,
      )
      .bind(owner.id, JSON.stringify(rows)),
    db
      .prepare(
        `INSERT OR IGNORE INTO own_cards (id, ${column}, locale, front, back, created_at)
         SELECT value ->> 'id', ?1, ?2, value ->> 'front', value ->> 'back', ?3
         FROM json_each(?4)
         LIMIT max(0, ?5 - (SELECT count(*) FROM own_cards WHERE ${column} = ?1))`,
      )
      .bind(owner.id, locale, now.toISOString(), JSON.stringify(rows), maxOwnCards),
    counting,
  ])
  return {
    added: inserted?.meta.changes ?? 0,
    known: countIn(known?.results),
    left: Math.max(0, maxOwnCards - countIn(counted?.results)),
  }
}

const countIn = (rows: readonly unknown[] | undefined) =>
  v.parse(v.object({ count: v.number() }), rows?.[0]).count

/** Deletes a card; its reviews stay in the log. Returns whether it was there. */
export async function deleteOwnCard(db: Database, owner: Owner, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare(`DELETE FROM own_cards WHERE id = ? AND ${ownerColumn(owner)} = ?`)
    .bind(id, owner.id)
    .run()
  return meta.changes > 0
}
