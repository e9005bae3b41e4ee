const logs = {
  card_reviews: 'review_id, card, at_ms, grade, took_ms, received_at',
  plan_events: 'event_id, at_ms, kind, plan, task, starts_on, exam_on, received_at',
}

/** A guest's logs become a member's, to be run in one transaction. They arrive there anew: a device that has read the member's log up
 *  to some entry finds them after it. What the member has already is not taken twice. */
export const claimStatements = (
  db: D1Database,
  guestId: string,
  userId: number,
): D1PreparedStatement[] =>
  Object.entries(logs).flatMap(([table, columns]) => [
    db
      .prepare(
        `INSERT OR IGNORE INTO ${table} (user_id, ${columns})
         SELECT ?2, ${columns} FROM ${table} WHERE guest_id = ?1 ORDER BY n`,
      )
      .bind(guestId, userId),
    db.prepare(`DELETE FROM ${table} WHERE guest_id = ?`).bind(guestId),
  ])
