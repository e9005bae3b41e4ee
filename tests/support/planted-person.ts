import { encodeArchive } from '../../product-api/attempts/journal-archive.ts'
import { encodeEntries, type StoredEntry } from '../../product-api/attempts/stored-entries.ts'
import type { SqlValue } from '../../product-api/database.ts'
import { call, lastMessageTo, newPhone } from './emulated-product-api.ts'
import { database } from './product-api.ts'

/** Tables that FTS5, SQLite and D1 make for themselves. */
const internal = /^(sqlite_|_cf_|d1_migrations|search_(index_|words))/
/** Columns that name a person without a foreign key. */
const contacts = ['phone', 'email', 'contact', 'user_id']

/** Every table of the schema. */
export async function allTables(): Promise<string[]> {
  const { results } = await database()
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .all<{ name: string }>()
  return results.map(({ name }) => name).filter((name) => !internal.test(name))
}

/** Tables whose rows are about a person: those that name one, and those that belong to such a row.
 *  Read from the schema, so that a new table is found by itself. */
export async function personalTables(): Promise<string[]> {
  const names = await allTables()
  const references = new Map<string, string[]>()
  const found = new Set(['users', 'guests'])
  for (const name of names) {
    references.set(
      name,
      (await columnsOf<{ table: string }>('pragma_foreign_key_list', '"table"', name)).map(
        ({ table }) => table,
      ),
    )
    const columns = await columnsOf<{ name: string }>('pragma_table_info', 'name', name)
    // Operators are persons of the desk: nothing of a reader hangs on them.
    if (name === 'operators') continue
    if (columns.some((column) => contacts.includes(column.name))) found.add(name)
  }
  for (let size = 0; size < found.size;) {
    size = found.size
    for (const [name, owners] of references)
      if (owners.some((owner) => found.has(owner))) found.add(name)
  }
  return [...found].sort()
}

async function columnsOf<Row>(pragma: string, column: string, table: string): Promise<Row[]> {
  const { results } = await database()
    .prepare(`SELECT ${column} FROM ${pragma}(?)`)
    .bind(table)
    .all<Row>()
  return results
}

const at = '2026-11-20T06:00:00.000Z'
const later = '2027-11-20T06:00:00.000Z'

export type PlantedPerson = {
  marker: string
  jwt: string
  refreshToken: string
  id: number
  phone: string
  guestId: string
  attempt: string
  payment: string
  sessionId: string
}

/** A member, and a guest who is the same person, with a row in every table about persons; every
 *  text that a person or their browser can bring contains `marker`. */
export async function plantPerson(marker: string): Promise<PlantedPerson> {
  const phone = newPhone()
  const { jwt, refreshToken, user } = await signInByPhone(phone, `Agent ${marker}`)
  const id = user.id
  const claims = JSON.parse(atob(jwt.split('.')[1]!)) as { sessionId: string }
  const guest = await call('GET', '/api/guest/token')
  const guestId = (guest as unknown as { guestId: string }).guestId
  const [attempt, guestAttempt, payment] = [crypto.randomUUID(), crypto.randomUUID(), paymentId()]
  await database().batch([
    statement(
      `UPDATE users SET email = ?, confirmed = 1, username = ?, name = ?, device_id = ?,
         google_sub = ?, user_source = ?
       WHERE id = ?`,
      ...[`${marker}@example.in`, marker, marker, marker, marker, marker, id],
    ),
    statement('INSERT INTO reset_codes VALUES (?, ?, ?)', marker, id, later),
    statement(
      `INSERT INTO contact_changes VALUES (?, 'email', ?, 'd', 0, ?)`,
      ...[id, `new-${marker}@example.in`, later],
    ),
    statement(
      `INSERT INTO privacy_choices VALUES (?1, ?2, NULL, 'email', ?3, ?2, ?4, ?2)`,
      ...[id, at, `parent-${marker}@example.in`, `nominee ${marker}`],
    ),
    statement(
      `INSERT INTO parent_codes VALUES (?, 'email', ?, 'd', 0, ?)`,
      ...[id, `parent-${marker}@example.in`, later],
    ),
    statement(
      `INSERT INTO passkeys VALUES (?, ?, 'k', 0, '', ?, ?, NULL)`,
      ...[`passkey-${marker}`, id, `Agent ${marker}`, at],
    ),
    statement(`INSERT INTO phone_codes VALUES (?, 'd', 0, ?, ?)`, phone, at, later),
    statement(`INSERT INTO one_time_codes VALUES (?, ?, 'd', 0, ?, ?)`, phone, marker, at, later),
    ...(await rowsOfAttempt(attempt, id, null, marker)),
    ...(await rowsOfAttempt(guestAttempt, null, guestId, marker)),
    ...rowsOfStudy(id, null, marker),
    ...rowsOfStudy(null, guestId, marker),
    ...rowsOfInbox(id, marker, phone),
    ...rowsOfPayments(id, payment, marker),
  ])
  return {
    marker,
    jwt,
    refreshToken,
    id,
    phone,
    guestId,
    attempt,
    payment,
    sessionId: claims.sessionId,
  }
}

async function signInByPhone(phone: string, agent: string) {
  const headers = { 'user-agent': agent }
  await call('POST', '/api/auth/local/registerPhone', { body: { phone }, headers })
  const otp = /\d{6}/.exec(await lastMessageTo(phone))?.[0] ?? ''
  return call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp }, headers })
}

const statement = (sql: string, ...values: SqlValue[]) =>
  database()
    .prepare(sql)
    .bind(...values)

async function rowsOfAttempt(attempt: string, user: SqlValue, guest: SqlValue, marker: string) {
  const stored: StoredEntry = {
    ...{ id: `${marker}.1`, n: 1, writer: marker, tick: 1, at: 1, kind: 'unreadable' },
    ...{ question: marker, option: null, locale: null, spentMs: 0, device: marker, seen: null },
    ...{ via: null, claimedAt: null, receivedAt: 1, standing: 'impossible', raw: marker },
  }
  const entry = encodeEntries([stored], [])[0]?.line ?? ''
  const archive = await encodeArchive({ entries: [stored], dropped: new Set() }, [])
  const test = '(SELECT id FROM practice_tests ORDER BY id LIMIT 1)'
  return [
    statement(
      `INSERT OR IGNORE INTO paper_versions (id, test_id, digest, head, questions, keys, created_at)
       VALUES (9001, ${test}, 'planted', '{}', '[]', '{}', ?)`,
      at,
    ),
    statement(
      `INSERT INTO key_rulings (id, question_id, kind, award, reason, decided_at)
       SELECT 9001, (SELECT id FROM questions LIMIT 1), 'cancel', 'nobody', '{}', ?
       WHERE NOT EXISTS (SELECT 1 FROM key_rulings WHERE id = 9001)`,
      at,
    ),
    statement(
      `INSERT INTO attempts (id, version_id, test_id, user_id, guest_id, mode, locale, right_by,
         started_at, updated_at)
       VALUES (?, 9001, ${test}, ?, ?, 'practice', 'kn', 'free', ?, ?)`,
      ...[attempt, user, guest, at, at],
    ),
    statement(
      `INSERT INTO attempt_events (attempt_id, event_id, writer, tick, at_ms, kind, question,
         spent_ms, received_at, standing, raw)
       VALUES (?, ?, ?, 1, 1, 'unreadable', ?, 0, ?, 'impossible', ?)`,
      ...[attempt, `${marker}.1`, marker, marker, at, marker],
    ),
    statement(
      `INSERT INTO attempt_outcomes VALUES (?, ?, 1, NULL, 'kn', 'blank', 0, 0)`,
      ...[attempt, marker],
    ),
    statement('UPDATE attempts SET journal_tail = ?2 WHERE id = ?1', attempt, entry),
    statement('INSERT INTO journal_segments VALUES (?, 1, ?)', attempt, entry),
    statement('INSERT INTO journal_archives VALUES (?, unhex(?))', attempt, archive),
    statement(`INSERT INTO attempt_marks VALUES (?, '-', 'b', '[0]', '[0]', '0', 0)`, attempt),
    statement('INSERT INTO rescored_attempts (attempt_id) VALUES (?)', attempt),
    statement(
      `INSERT INTO score_changes (attempt_id, ruling_id, question, number, from_units, to_units,
         denominator, created_at)
       VALUES (?, 9001, ?, 1, 0, 1, 1, ?)`,
      ...[attempt, marker, at],
    ),
  ]
}

const rowsOfStudy = (user: SqlValue, guest: SqlValue, marker: string) => [
  statement(
    `INSERT INTO card_reviews (user_id, guest_id, review_id, card, at_ms, grade, took_ms,
       received_at)
     VALUES (?, ?, ?, ?, 1, 3, 1, ?)`,
    ...[user, guest, `${marker}.1`, marker, at],
  ),
  statement(
    `INSERT INTO plan_events (user_id, guest_id, event_id, at_ms, kind, plan, task, received_at)
     VALUES (?, ?, ?, 1, 'tick', ?, ?, ?)`,
    ...[user, guest, `${marker}.1`, marker, marker, at],
  ),
  statement(
    `INSERT OR IGNORE INTO live_mocks (slug, test_id, titles, abouts, exams, bell_at, minutes,
       latest_minutes, results_at, head, sealed, sealed_bytes, sealed_digest, withdrawn_at,
       created_at, updated_at)
     SELECT 'live-of-a-person', id, '{}', '{}', '[]', '2026', 60, 30, '2027', '{}', '', 0, '',
       '2026', '2026', '2026' FROM practice_tests LIMIT 1`,
  ),
  statement(
    `INSERT INTO live_entries (id, slug, user_id, guest_id, locale, exam, created_at)
     VALUES (?, 'live-of-a-person', ?, ?, 'kn', ?, ?)`,
    ...[crypto.randomUUID(), user, guest, marker, at],
  ),
  statement(
    `INSERT INTO reminder_choices (user_id, guest_id, kind, locale, exams, quiet_from, quiet_to,
       by_mail, agreed_at)
     VALUES (?, ?, 'result', 'kn', json_array(?), 21, 8, 0, ?)`,
    ...[user, guest, marker, at],
  ),
  statement(
    `INSERT INTO due_reminders (choice, subject, next_try_at, expires_at)
     SELECT max(n), ?, ?, ? FROM reminder_choices`,
    ...[marker, later, later],
  ),
  statement(
    `INSERT INTO push_devices VALUES (?, ?, ?, ?, 'k', 'a', ?, ?, ?)`,
    ...[crypto.randomUUID(), user, guest, `https://push.test/${marker}/${String(guest)}`],
    ...[marker, at, at],
  ),
  statement(
    `INSERT INTO drills (id, user_id, guest_id, exam, locale, questions, created_at)
     VALUES (?, ?, ?, ?, 'kn', '[]', ?)`,
    ...[crypto.randomUUID(), user, guest, marker, at],
  ),
  statement(
    `INSERT INTO own_cards (id, user_id, guest_id, locale, front, back, created_at)
     VALUES (?, ?, ?, 'kn', ?, ?, ?)`,
    ...[crypto.randomUUID(), user, guest, marker, marker, at],
  ),
  statement(
    `INSERT INTO bookmarks (user_id, guest_id, question, version, locale, note, created_at,
       updated_at)
     VALUES (?, ?, ?, 9001, 'kn', ?, ?, ?)`,
    ...[user, guest, marker, marker, at, at],
  ),
  statement(
    `INSERT INTO progress_targets (user_id, guest_id, exam, percent, set_at)
     VALUES (?, ?, ?, 75, ?)`,
    ...[user, guest, marker, at],
  ),
  statement(
    `INSERT INTO question_reports (document_id, question_id, locale, reason, message, user_id,
       guest_id, status, created_at)
     VALUES (?, (SELECT id FROM questions LIMIT 1), 'kn', 'other', ?, ?, ?, 'open', ?)`,
    ...[crypto.randomUUID(), marker, user, guest, at],
  ),
]

/** `contact`: also in a spelling of its own, and what somebody sent without signing in. */
function rowsOfInbox(user: number, marker: string, phone: string) {
  const feedback = (userId: SqlValue, contact: string, key: string) =>
    statement(
      `INSERT INTO feedbacks (document_id, name, contact, message, url, locale, created_at,
         user_id, contact_key)
       VALUES (?, ?, ?, ?, ?, 'kn', ?, ?, ?)`,
      ...[crypto.randomUUID(), marker, contact, marker, `/${marker}`, at, userId, key],
    )
  return [
    feedback(user, '', ''),
    feedback(null, ` ${marker.toUpperCase()}@Example.IN`, `${marker}@example.in`),
    feedback(null, phone.replace('+91', '0'), phone),
    statement(
      `INSERT INTO next_routes (document_id, message, type, url, member_id, user_id,
         created_at)
       VALUES (?, ?, 't', ?, ?, ?, ?)`,
      ...[crypto.randomUUID(), marker, `/${marker}`, user, String(user), at],
    ),
  ]
}

function rowsOfPayments(user: number, payment: string, marker: string) {
  const plan = '(SELECT id FROM subscription_plans ORDER BY id LIMIT 1)'
  return [
    statement(
      `INSERT INTO payment_transactions (id, user_id, plan_id, plan, lines, amount_minor, currency,
         exponent, locale, return_to, provider, checkout_key, provider_order_id,
         provider_expires_at, state, idem_create, idem_capture, return_nonce, created_at,
         updated_at, user_source)
       VALUES (?, ?, ${plan}, '{"slug":"x","days":1,"name":{}}', '[]', 49900, 'INR', 2, 'kn', ?,
         'phonepe', ?, ?, ?, 'expired', 'a', 'b', 'c', ?, ?, ?)`,
      ...[payment, user, `/${marker}`, marker, `order-${payment}`, at, at, at, marker],
    ),
    statement(
      `INSERT INTO payment_events (transaction_id, provider, event_id, kind, cause, at)
       VALUES (?, 'phonepe', ?, 'created', 'checkout', ?)`,
      ...[payment, `event-${payment}`, at],
    ),
    statement(
      `INSERT INTO refund_requests (id, transaction_id, asked_by, reason, status, amount_minor,
         created_at, updated_at)
       VALUES (?, ?, 'reader', ?, 'declined', 1, ?, ?)`,
      ...[paymentId(), payment, marker, at, at],
    ),
    statement(
      `INSERT INTO settlement_entries (provider, line_id, provider_id, kind, transaction_id, status,
         currency, amount_minor, fee_minor, fee_tax_minor, occurred_at, occurred_on, report_day)
       VALUES ('phonepe', ?1, ?1, 'payment', ?2, 'done', 'INR', 1, 0, 0, ?3, '2026-11-20',
         '2026-11-21')`,
      ...[`line-${payment}`, payment, at],
    ),
    statement(
      `INSERT INTO payment_returns (id, provider, payment_id, transaction_id, currency,
         amount_minor, reason, status, created_at, updated_at)
       VALUES (?1, 'phonepe', ?2, ?3, 'INR', 100, 'captured twice', 'done', ?4, ?4)`,
      ...[paymentId(), `return-${payment}`, payment, at],
    ),
    statement(
      `INSERT INTO payment_handoffs VALUES (?, ?, ?, NULL)`,
      `h-${payment}`,
      payment,
      later,
    ),
    statement(
      `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status,
         created_at, updated_at, transaction_id)
       VALUES (?, ?, ${plan}, ?, ?, 'cancelled', ?, ?, ?)`,
      ...[crypto.randomUUID(), user, at, later, at, at, payment],
    ),
    statement(
      `INSERT INTO operators (name, role, created_at) SELECT ?, 'owner', ?
       WHERE NOT EXISTS (SELECT 1 FROM operators)`,
      ...['Owner', at],
    ),
    statement(
      `INSERT INTO subscription_grants (form_key, user_id, plan_id, days, reason, needs_second,
         proposed_by, proposed_at, state)
       SELECT ?, ?, ${plan}, 30, 'delay', 1, min(id), ?, 'proposed' FROM operators`,
      ...[crypto.randomUUID(), user, at],
    ),
    statement('INSERT INTO payer_states VALUES (?, ?, ?)', user, '29', at),
    statement(
      `INSERT INTO tax_documents (kind, gstin, fiscal_year, n, transaction_id, issued_at, issued_on,
         seller, plan, place_of_supply, supply, percent, currency, amount_minor, taxable_minor,
         cgst_minor, sgst_minor, igst_minor)
       SELECT 'invoice', '29AAGCB7383J1Z4', 2026, coalesce(max(n), 0) + 1, ?, ?, '2026-11-20',
         '{}', '{}', '29', 'intra-state', 18, 'INR', 118, 100, 9, 9, 0 FROM tax_documents`,
      ...[payment, at],
    ),
    statement(
      `INSERT INTO tax_document_mails (document_id, next_try_at, created_at)
       SELECT max(id), NULL, ? FROM tax_documents`,
      at,
    ),
    statement('INSERT INTO referral_codes VALUES (?, ?, ?)', user, `C${payment.slice(-7)}`, at),
    statement(
      `INSERT INTO referral_transactions (document_id, user_id, kind, amount_minor, created_at)
       VALUES (?, ?, 'redeemed', 0, ?)`,
      ...[crypto.randomUUID(), user, at],
    ),
  ]
}

const paymentId = () => crypto.randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26)

/** The rows of a table that name the person: by a text, or by a number in a column for it. */
export async function tracesIn(table: string, person: PlantedPerson): Promise<unknown[]> {
  const { results } = await database().prepare(`SELECT * FROM ${table}`).all()
  const texts = [person.marker, person.phone.slice(3), person.sessionId].map((text) =>
    text.toLowerCase(),
  )
  return results.filter((row) => {
    const text = JSON.stringify(row).toLowerCase()
    const isNamed = Object.entries(row).some(
      ([column, value]) =>
        (/^(user|friend|member)_id$/.test(column) && String(value) === String(person.id)) ||
        (table === 'users' && column === 'id' && value === person.id),
    )
    return isNamed || texts.some((trace) => text.includes(trace))
  })
}
