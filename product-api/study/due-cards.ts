import * as v from 'valibot'
import {
  countsOf,
  dueOf,
  queueOf,
  type CardCounts,
  type Schedule,
} from '../../domain/study/card-schedule.ts'
import { fallbackChain } from '../content/fallback.ts'
import type { MistakeCard } from './mistakes.ts'

/** A card that is due, with both of its sides. dueAt: ISO. Of a mistake: its options and its explanation too. */
export type DueCard = {
  id: string
  locale: string
  front: string
  back: string
  dueAt: string
} & Partial<MistakeCard>

const mostShown = 30

/** What is to be looked at now, the longest due first: flash cards of all tags, and mistakes. `counts`: over every card that was looked
 *  at, and the mistakes that were not. Cost: one read. */
export async function dueCards(
  db: D1Database,
  schedule: Schedule,
  mistakes: readonly MistakeCard[],
  { locale, exam, now }: { locale: string; exam: string | null; now: Date },
): Promise<{ cards: DueCard[]; counts: CardCounts }> {
  const byId = new Map(mistakes.map((card) => [card.id, card]))
  const seen = [...schedule.keys()]
  const all = [...new Set([...seen, ...byId.keys()])]
  const queue = queueOf(seen, schedule, now.getTime(), { exam, mostNew: 0 })
  const texts = await textsOf(
    db,
    queue.filter((id) => !byId.has(id)).slice(0, mostShown * 2),
    locale,
  )
  const cards = queue.flatMap((id): DueCard[] => {
    const state = schedule.get(id)
    const card = byId.get(id) ?? texts.get(id)
    if (!state || !card) return []
    return [{ ...card, dueAt: new Date(dueOf(id, state, exam)).toISOString() }]
  })
  return { cards: cards.slice(0, mostShown), counts: countsOf(all, schedule, now.getTime(), exam) }
}

const Text = v.object({ id: v.string(), locale: v.string(), front: v.string(), back: v.string() })

async function textsOf(db: D1Database, ids: readonly string[], locale: string) {
  const { results } = await db
    .prepare(
      `SELECT f.document_id AS id, x.locale, x.front, x.back
       FROM json_each(?1) j JOIN flash_cards f ON f.document_id = j.value
       JOIN flash_card_texts x ON x.id = (
         SELECT id FROM flash_card_texts WHERE card_id = f.id
         ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)`,
    )
    .bind(JSON.stringify(ids), ...fallbackChain(locale).slice(0, 2))
    .all()
  return new Map(v.parse(v.array(Text), results).map((text) => [text.id, text]))
}
