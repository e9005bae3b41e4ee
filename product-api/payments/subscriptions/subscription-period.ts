/** A time, moved as far as `to` is from `from`. All are SQL expressions. */
export const moved = (time: string, { from, to }: { from: string; to: string }) =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${time}) - julianday(${from}) + julianday(${to}))`

/** SQL that inserts a subscription for each row of `source` (alias `t`: id, user_id, plan_id) that
 *  meets `condition`, once for each id. It starts when the active one to the same plan ends, so
 *  that a second one extends the first; otherwise now. `origin`: the column that refers to the row.
 *  `days`: SQL of its length. `documentId`, `at`: placeholders. */
export const insertSubscription = ({
  source,
  origin,
  days,
  condition,
  documentId,
  at,
}: {
  source: 'payment_transactions' | 'subscription_grants'
  origin: 'transaction_id' | 'grant_id'
  days: string
  condition: string
  documentId: string
  at: string
}) => `INSERT INTO user_subscriptions (
    document_id, user_id, plan_id, starts_at, ends_at, status, ${origin}, created_at, updated_at)
  SELECT ${documentId}, f.user_id, f.plan_id, f.starts_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', f.starts_at, '+' || f.days || ' days'),
    'active', f.id, ${at}, ${at}
  FROM (
    SELECT t.id, t.user_id, t.plan_id, ${days} AS days, max(${at}, coalesce((
      SELECT max(s.ends_at) FROM user_subscriptions s
      WHERE s.user_id = t.user_id AND s.plan_id = t.plan_id AND s.status = 'active'), ${at}))
      AS starts_at
    FROM ${source} t WHERE ${condition}) f
  WHERE true ON CONFLICT (${origin}) DO NOTHING`

/** SQL that moves later subscriptions to the same plan into the time that is freed when the
 *  subscription `s` that meets `condition` ends at `at`. */
export const moveIntoFreedTime = (condition: string, at: string) => `UPDATE user_subscriptions AS l
  SET starts_at = ${moved('l.starts_at', { from: 's.ends_at', to: `max(s.starts_at, ${at})` })},
    ends_at = ${moved('l.ends_at', { from: 's.ends_at', to: `max(s.starts_at, ${at})` })},
    updated_at = ${at}
  FROM user_subscriptions s
  WHERE s.status = 'active' AND s.ends_at > ${at}
    AND l.user_id = s.user_id AND l.plan_id = s.plan_id
    AND l.id <> s.id AND l.status = 'active' AND l.starts_at >= s.ends_at
    AND ${condition}`
