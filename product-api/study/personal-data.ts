import type { Database, PreparedStatement } from '../database.ts'
import { personalRows, type PersonalData } from '../identity/personal-data.ts'
import { deliveriesAfter, reviewsIn } from './stored-reviews.ts'

/** Erased with the user's object; what is not moved yet, with the user (ON DELETE CASCADE). */
const cardReviews: PersonalData = {
  name: 'cardReviews',
  collect: async (db, { id }, own) => {
    const deliveries = []
    for (let after = 0; ;) {
      const page = await deliveriesAfter(own, after, maxTogether)
      deliveries.push(...page)
      after = page.at(-1)?.n ?? after
      if (page.length < maxTogether) break
    }
    const reviews = deliveries.flatMap((delivery) =>
      reviewsIn(delivery).map((review) => ({
        ...{ review_id: review.id, card: review.card, at_ms: review.at, grade: review.grade },
        ...{ took_ms: review.tookMs, received_at: delivery.received_at },
      })),
    )
    const ofBefore = await personalRows(
      db,
      `SELECT review_id, card, at_ms, grade, took_ms, received_at
       FROM card_reviews WHERE user_id = ? ORDER BY n`,
      id,
    )
    return [...reviews, ...ofBefore]
  },
}

const maxTogether = 1000

/** Deleted with their user (ON DELETE CASCADE), as all below. */
const planEvents: PersonalData = {
  name: 'planEvents',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT event_id, at_ms, kind, plan, task, starts_on, exam_on, received_at
       FROM plan_events WHERE user_id = ? ORDER BY n`,
      id,
    ),
}

const drills: PersonalData = {
  name: 'drills',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT id, exam, locale, questions, answers, created_at, submitted_at
       FROM drills WHERE user_id = ? ORDER BY n`,
      id,
    ),
}

const ownCards: PersonalData = {
  name: 'ownCards',
  collect: (db, { id }) =>
    personalRows(
      db,
      'SELECT id, locale, front, back, created_at FROM own_cards WHERE user_id = ? ORDER BY n',
      id,
    ),
}

const bookmarks: PersonalData = {
  name: 'bookmarks',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT question, note, created_at, updated_at FROM bookmarks WHERE user_id = ? ORDER BY n`,
      id,
    ),
}

export const studyPersonalData: readonly PersonalData[] = [
  ...[cardReviews, planEvents, drills],
  ...[ownCards, bookmarks],
]

/** Of reviews, what is not moved to an object yet (study/old-reviews.ts). */
const logColumns = {
  card_reviews: 'review_id, card, at_ms, grade, took_ms, received_at',
  plan_events: 'event_id, at_ms, kind, plan, task, starts_on, exam_on, received_at',
}

/** Statements, for one batch, that make a guest's logs a member's. The rows get new numbers: a
 *  device that has already read the member's log up to some number finds them after it. Entries
 *  that the member already has are skipped. */
export const claimStudyLogs = (
  db: Database,
  guestId: string,
  userId: number,
): PreparedStatement[] => [
  ...['drills', 'own_cards', 'bookmarks'].flatMap((table) => [
    db
      .prepare(`UPDATE OR IGNORE ${table} SET user_id = ?2, guest_id = NULL WHERE guest_id = ?1`)
      .bind(guestId, userId),
    db.prepare(`DELETE FROM ${table} WHERE guest_id = ?`).bind(guestId),
  ]),
  ...Object.entries(logColumns).flatMap(([table, columns]) => [
    db
      .prepare(
        `INSERT OR IGNORE INTO ${table} (user_id, ${columns})
         SELECT ?2, ${columns} FROM ${table} WHERE guest_id = ?1 ORDER BY n`,
      )
      .bind(guestId, userId),
    db.prepare(`DELETE FROM ${table} WHERE guest_id = ?`).bind(guestId),
  ]),
]
