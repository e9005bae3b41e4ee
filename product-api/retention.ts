import { retentionPeriods, type PersonalDataKind } from '../domain/retention.ts'
import type { Database, PreparedStatement } from './database.ts'
import { refreshTokenDays } from './identity/sessions.ts'

/** How long rows of a table stay.
 *  - content: what the operators publish; replaced by the next import.
 *  - with: deleted with the row that it belongs to (ON DELETE CASCADE).
 *  - account: until the person deletes the account.
 *  - accounting: eight years, as the Companies Act 2013 (section 128) wants the books; after the
 *    account is deleted, without the person. No program deletes them.
 *  - fixed: never more than so many rows, written over in place.
 *  - until: until `column` has passed; deleted together with an object (attempts/object-care.ts).
 *  - sweep: until `column` is `days` in the past. `key`: the primary key. */
type Retention =
  | { table: string; keeps: 'content' | 'account' | 'accounting' }
  | { table: string; keeps: 'with'; owner: string }
  | { table: string; keeps: 'fixed'; maxRows: number }
  | { table: string; keeps: 'until'; column: string }
  | { table: string; keeps: 'sweep'; key: string; column: string; days: number }

const content = (...tables: string[]): Retention[] =>
  tables.map((table) => ({ table, keeps: 'content' }))
const accounting = (...tables: string[]): Retention[] =>
  tables.map((table) => ({ table, keeps: 'accounting' }))
const cascade = (owner: string, ...tables: string[]): Retention[] =>
  tables.map((table) => ({ table, keeps: 'with', owner }))
const sweep = (table: string, key: string, column: string, days: number): Retention => ({
  ...{ table, keeps: 'sweep', key, column, days },
})

/** Every table of the database. A migration that adds one adds its entry here, or a test fails. */
export const retention: readonly Retention[] = [
  ...content(
    ...['locales', 'states', 'state_texts', 'categories', 'category_texts', 'tags', 'tag_texts'],
    ...['pages', 'page_texts', 'page_tags', 'page_questions', 'media', 'content_files'],
    ...['practice_tests', 'practice_test_texts', 'practice_test_tags', 'test_sections'],
    ...['test_section_texts', 'test_questions', 'questions', 'question_texts', 'question_tags'],
    ...['answer_keys', 'explanations', 'flash_cards', 'flash_card_texts', 'flash_card_tags'],
    ...['subscription_plans', 'subscription_plan_texts', 'plan_prices', 'plan_categories'],
    ...['plan_tests', 'plan_tags', 'coupons', 'pattern_sheets', 'pattern_sheet_texts'],
    ...['pattern_sheet_categories', 'study_plans', 'study_plan_texts', 'study_plan_categories'],
    ...[
      'paper_versions',
      'paper_scores',
      'version_counts',
      'key_rulings',
      'search_entries',
      'search_index',
      'search_version',
      'import_turn',
    ],
    ...['live_mocks', 'live_mock_keys', 'live_results'],
    'content_documents',
    // A version is some kilobytes, and a day has at most 200.
    ...['affairs_versions', 'affairs_approvals', 'affairs_days'],
    // Each text of a question once; a version is the list of its texts, and a paper has 2,000.
    ...['paper_blocks', 'paper_drafts', 'paper_readings', 'paper_approvals', 'desk_papers'],
    'content_sources',
    // What was asked about keys at the desk, as the rulings themselves stay.
    'ruling_proposals',
  ),
  ...accounting(
    ...['payment_transactions', 'payment_events', 'user_subscriptions', 'refund_requests'],
    ...['referral_transactions', 'tax_documents', 'settlement_days', 'settlement_entries'],
    'payment_returns',
  ),
  // Who worked at the desk, and what they did: among it, who moved money.
  ...accounting('operators', 'audit_entries', 'refund_proposals', 'subscription_grants'),
  ...accounting('catalogue_changes', 'notices'),
  { table: 'catalogue_revision', keeps: 'fixed', maxRows: 1 },
  { table: 'users', keeps: 'account' },
  ...cascade('users', 'referral_codes', 'payer_states', 'privacy_choices', 'passkeys'),
  // Of a member until the account is deleted, of a guest until the guest is forgotten.
  ...cascade('users, guests', 'attempts', 'card_reviews', 'plan_events'),
  ...cascade('users, guests', 'drills', 'progress_targets', 'own_cards', 'bookmarks'),
  ...cascade('users, guests', 'live_entries', 'reminder_choices'),
  ...cascade('reminder_choices', 'due_reminders'),
  ...cascade('attempts', 'attempt_events', 'attempt_outcomes', 'score_changes'),
  ...cascade('attempts', 'journal_segments', 'journal_archives', 'attempt_marks'),
  ...cascade('attempts', 'rescored_attempts'),
  ...cascade('imports', 'staged_parts', 'staged_questions'),
  sweep('imports', 'token', 'started_at', 1),
  { table: 'limit_counters', keeps: 'fixed', maxRows: 16_384 },
  sweep('crash_groups', 'id', 'last_at', 90),
  { table: 'nightly_export', keeps: 'fixed', maxRows: 1 },
  { table: 'guests', keeps: 'until', column: 'expires_at' },
  sweep('contact_changes', 'user_id', 'expires_at', 0),
  sweep('used_passkey_challenges', 'digest', 'expires_at', 0),
  // A browser that no message reached for so long does not exist any more.
  sweep('push_devices', 'id', 'reached_at', retentionPeriods.pushDevices.days),
  sweep('reminder_events', '(kind, slug)', 'expires_at', 30),
  sweep('parent_codes', 'user_id', 'expires_at', 0),
  sweep('auth_events', '(user_id, hour, kind)', 'last_at', retentionPeriods.authEvents.days),
  sweep('csp_reports', '(day, directive, blocked, page)', 'day', 30),
  sweep('one_time_codes', '(phone, browser)', 'expires_at', 0),
  // Nothing writes to these any more; the next migration may drop them.
  sweep('rate_limits', 'key', 'resets_at', 0),
  sweep('phone_codes', 'phone', 'expires_at', 0),
  sweep('front_end_logs', 'id', 'created_at', 0),
  sweep('reset_codes', 'hash', 'expires_at', 0),
  // A used token stays until it expires: a second use can be detected only while the row exists.
  sweep('refresh_tokens', 'hash', 'expires_at', 0),
  // By then every token of the session has expired, so nobody asks any more why it ended.
  sweep('sessions', 'id', 'last_seen_at', refreshTokenDays + 1),
  sweep('payment_handoffs', 'hash', 'expires_at', 1),
  sweep('tax_document_mails', 'document_id', 'created_at', retentionPeriods.mails.days),
  sweep('provider_tokens', 'key', 'expires_at', 0),
  sweep('operator_invitations', 'hash', 'expires_at', 0),
  sweep('operator_sessions', 'hash', 'expires_at', 0),
  sweep('feedbacks', 'id', 'created_at', retentionPeriods.feedback.days),
  sweep('next_routes', 'id', 'created_at', retentionPeriods.failedPages.days),
  // Open reports stay until somebody has answered them.
  sweep('question_reports', 'id', 'closed_at', retentionPeriods.questionReports.days),
]

/** Every table with rows about persons, by the kind of data that the privacy policy names. A new
 *  table adds itself here, or a test fails. */
export const personalDataKinds: Readonly<Record<string, PersonalDataKind>> = {
  ...kind('account', 'users', 'privacy_choices', 'referral_codes', 'payer_states', 'passkeys'),
  ...kind('tests', 'attempts', 'attempt_events', 'attempt_outcomes', 'score_changes'),
  ...kind('tests', 'attempt_marks', 'journal_segments', 'journal_archives'),
  ...kind('tests', 'rescored_attempts'),
  ...kind('tests', 'card_reviews', 'plan_events', 'drills', 'progress_targets'),
  ...kind('tests', 'own_cards', 'bookmarks'),
  ...kind('tests', 'live_entries'),
  ...kind('guest', 'guests'),
  ...kind('devices', 'sessions', 'refresh_tokens'),
  ...kind('codes', 'one_time_codes', 'phone_codes', 'reset_codes', 'contact_changes'),
  ...kind('codes', 'parent_codes', 'payment_handoffs'),
  ...kind('feedback', 'feedbacks'),
  ...kind('failedPages', 'next_routes'),
  ...kind('questionReports', 'question_reports'),
  ...kind('payments', 'payment_transactions', 'payment_events', 'refund_requests'),
  ...kind('payments', 'user_subscriptions', 'referral_transactions', 'tax_documents'),
  ...kind('payments', 'settlement_entries', 'payment_returns', 'refund_proposals'),
  ...kind('payments', 'subscription_grants'),
  ...kind('mails', 'tax_document_mails'),
  ...kind('account', 'reminder_choices', 'due_reminders'),
  ...kind('pushDevices', 'push_devices'),
  ...kind('authEvents', 'auth_events'),
}

/** Every table of a reader's object (own-schema.ts), by the kind of data; 'object': what the object
 *  notes of its own work. All go with the object: with the account or the guest. A step that adds a
 *  table adds it here, or a test fails. */
export const ownRetention: Readonly<Record<string, PersonalDataKind | 'object'>> = {
  ...kind('tests', 'attempts', 'journal_segments', 'journal_archives', 'attempt_marks'),
  ...kind('tests', 'score_changes', 'paper_versions', 'review_deliveries'),
  ...{ facts: 'object', outbox: 'object', claims: 'object' },
}

/** Data of persons outside the database. JOURNALS: deleted by the reader's object, whose alarm is
 *  set for it (attempts/full-journal.ts), and a rule of the bucket deletes what no object does
 *  (tasks/deploy.ts). */
export const bucketDataKinds = { JOURNALS: 'fullJournals' } as const satisfies Record<
  string,
  PersonalDataKind
>

function kind(name: PersonalDataKind, ...tables: string[]) {
  return Object.fromEntries(tables.map((table) => [table, name]))
}

const dayMs = 86_400_000
/** Few at a time, so that no statement takes long: a guest's attempts go with the guest. What is
 *  left is due again a minute later. */
const maxRowsPerSweep = 200

/** Deletes what has passed its retention. Cost: one transaction; for a table without due rows, one
 *  look-up in an index. */
export async function sweepExpiredRows(db: Database, now: Date) {
  await db.batch(sweepStatements(db, now))
}

export const sweepStatements = (db: Database, now: Date): PreparedStatement[] =>
  retention.flatMap((entry) => {
    if (entry.keeps !== 'sweep') return []
    const { table, key, column, days } = entry
    const due = new Date(now.getTime() - days * dayMs).toISOString()
    const keys = key.replace(/[()]/g, '')
    return [
      db
        .prepare(
          `DELETE FROM ${table} WHERE ${key} IN (
             SELECT ${keys} FROM ${table} WHERE ${column} <= ?1 ORDER BY ${column} LIMIT ?2)`,
        )
        .bind(due, maxRowsPerSweep),
    ]
  })
