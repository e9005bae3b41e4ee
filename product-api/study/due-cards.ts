import * as v from 'valibot'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import {
  countsOf,
  dueByDay,
  dueMsOf,
  queueOf,
  type Schedule,
} from '../../domain/study/card-schedule.ts'
import type { CardCounts } from '../../domain/study/flash-deck.ts'
import type { Database } from '../database.ts'
import type { MistakeCard } from './mistakes.ts'
import type { WrittenCard } from './own-cards.ts'

/** A card that is due, with both sides. dueAt: ISO 8601. The card of a mistake also has its options
 *  and its explanation. */
export type DueCard = {
  id: string
  locale: Locale
  front: string
  back: string
  dueAt: string
} & Partial<MistakeCard>

const maxCards = 30
const calendarDays = 14

/** How many cards are due on a day. */
export type DueDay = { on: string; cards: number }

/** The flash cards, mistakes and own cards that are due now, the longest overdue first.
 * `counts`: over all reviewed cards, all mistakes and own cards. Cost: one read. */
export async function dueCards(
  db: Database,
  schedule: Schedule,
  { mistakes, own }: { mistakes: readonly MistakeCard[]; own: readonly WrittenCard[] },
  { locale, exam, now }: { locale: Locale; exam: string | null; now: Date },
): Promise<{ cards: DueCard[]; counts: CardCounts; calendar: DueDay[] }> {
  const byId = new Map<string, MistakeCard | WrittenCard>(
    [...mistakes, ...own].map((card) => [card.id, card]),
  )
  // Reviews of questions that were never missed come from drills; own cards may be deleted.
  const reviewed = [...schedule.keys()].filter((id) => !/^(q:|own-)/.test(id) || byId.has(id))
  const all = [...new Set([...reviewed, ...byId.keys()])]
  const queue = queueOf(reviewed, schedule, now.getTime(), { exam, maxNew: 0 })
  const flashCards = await flashCardTexts(
    db,
    queue.filter((id) => !byId.has(id)).slice(0, maxCards * 2),
    locale,
  )
  const cards = queue.flatMap((id): DueCard[] => {
    const state = schedule.get(id)
    const card = byId.get(id) ?? flashCards.get(id)
    if (!state || !card) return []
    return [{ ...card, dueAt: new Date(dueMsOf(id, state, exam)).toISOString() }]
  })
  const nowMs = now.getTime()
  return {
    cards: cards.slice(0, maxCards),
    counts: countsOf(all, schedule, nowMs, exam),
    calendar: dueByDay(reviewed, schedule, nowMs, { exam, days: calendarDays }),
  }
}

const Row = v.object({
  id: v.string(),
  locale: v.picklist(locales),
  front: v.string(),
  back: v.string(),
})

async function flashCardTexts(db: Database, ids: readonly string[], locale: Locale) {
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
  return new Map(v.parse(v.array(Row), results).map((card) => [card.id, card]))
}
