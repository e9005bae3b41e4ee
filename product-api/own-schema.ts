import type { Database } from './database.ts'

// The tables of a reader's object. A step is never changed once it is released: a new one is added.

/** Steps in their order; each is one transaction. Columns are those of the product database's
 *  tables (migrations/), which tests/product-api/reader-objects.test.ts compares. */
const steps: readonly (readonly string[])[] = [
  [
    // The head of each version of a paper that the reader has attempted; the rest is shared.
    `CREATE TABLE paper_versions (
      id INTEGER PRIMARY KEY,
      test_id INTEGER NOT NULL,
      head TEXT NOT NULL CHECK (json_valid(head)))`,
    `CREATE TABLE attempts (
      id TEXT PRIMARY KEY,
      version_id INTEGER NOT NULL,
      test_id INTEGER NOT NULL,
      user_id INTEGER,
      guest_id TEXT,
      mode TEXT NOT NULL CHECK (mode IN ('exam', 'practice', 'form')),
      locale TEXT NOT NULL,
      right_by TEXT NOT NULL CHECK (right_by IN ('free', 'plan', 'one-premium-test')),
      extra_time INTEGER NOT NULL DEFAULT 0,
      started_at TEXT NOT NULL,
      ends_at TEXT,
      submitted_at TEXT,
      submitted_by TEXT CHECK (submitted_by IN ('reader', 'clock')),
      score_units INTEGER,
      maximum_units INTEGER,
      denominator INTEGER,
      answered INTEGER NOT NULL DEFAULT 0,
      last_tick INTEGER NOT NULL DEFAULT 0,
      updated_at TEXT NOT NULL,
      is_compared INTEGER NOT NULL DEFAULT 0,
      is_left_out INTEGER NOT NULL DEFAULT 0,
      provisional_until TEXT,
      marked_n INTEGER,
      form_paper TEXT,
      on_paper INTEGER NOT NULL DEFAULT 0,
      journal_revision INTEGER NOT NULL DEFAULT 0,
      last_n INTEGER NOT NULL DEFAULT 0,
      counted_n INTEGER NOT NULL DEFAULT 0,
      journal_state TEXT,
      journal_tail TEXT,
      compact_at TEXT,
      is_compacted INTEGER NOT NULL DEFAULT 0,
      claimed_until TEXT,
      submit_tries INTEGER NOT NULL DEFAULT 0,
      -- How often what the product database knows of the attempt has changed.
      summary_n INTEGER NOT NULL DEFAULT 0,
      -- The guest whose attempt it was.
      claimed_from TEXT,
      -- The member who has claimed it: it is about to be deleted here.
      released_to INTEGER,
      CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
      CHECK ((mode = 'exam') = (ends_at IS NOT NULL)),
      CHECK ((submitted_at IS NULL) = (submitted_by IS NULL)),
      CHECK ((submitted_at IS NULL) = (score_units IS NULL))
    ) WITHOUT ROWID`,
    'CREATE INDEX attempts_at_test ON attempts (test_id)',
    `CREATE INDEX attempts_unsubmitted ON attempts (ends_at)
      WHERE submitted_at IS NULL AND ends_at IS NOT NULL`,
    'CREATE INDEX attempts_to_compact ON attempts (compact_at) WHERE compact_at IS NOT NULL',
    `CREATE TABLE journal_segments (
      attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
      last_n INTEGER NOT NULL,
      deliveries TEXT NOT NULL,
      PRIMARY KEY (attempt_id, last_n))`,
    `CREATE TABLE journal_archives (
      attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
      body BLOB NOT NULL)`,
    `CREATE TABLE attempt_marks (
      attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
      options TEXT NOT NULL,
      outcomes TEXT NOT NULL,
      units TEXT NOT NULL CHECK (json_valid(units)),
      spent_ms TEXT NOT NULL CHECK (json_valid(spent_ms)),
      locales TEXT NOT NULL)`,
    `CREATE TABLE score_changes (
      id INTEGER PRIMARY KEY,
      attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
      ruling_id INTEGER NOT NULL,
      question TEXT NOT NULL,
      number INTEGER NOT NULL,
      from_units INTEGER NOT NULL,
      to_units INTEGER NOT NULL,
      denominator INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      UNIQUE (attempt_id, ruling_id))`,
    // What the product database is still to be told (attempts/summaries.ts). Triggers write it, so
    // that no way to change an attempt forgets it. Not by OR IGNORE: an outer ON CONFLICT would
    // replace that.
    'CREATE TABLE outbox (attempt_id TEXT PRIMARY KEY) WITHOUT ROWID',
    `CREATE TRIGGER started_attempts_are_sent AFTER INSERT ON attempts
      WHEN new.summary_n = 0 BEGIN
        UPDATE attempts SET summary_n = 1 WHERE id = new.id;
        INSERT INTO outbox SELECT new.id WHERE new.id NOT IN (SELECT attempt_id FROM outbox);
      END`,
    `CREATE TRIGGER changed_attempts_are_sent
      AFTER UPDATE OF user_id, submitted_at, submitted_by, score_units, maximum_units, denominator,
        is_compared, is_left_out, provisional_until, started_at, ends_at ON attempts BEGIN
        UPDATE attempts SET summary_n = summary_n + 1 WHERE id = new.id;
        INSERT INTO outbox SELECT new.id WHERE new.id NOT IN (SELECT attempt_id FROM outbox);
      END`,
    `CREATE TRIGGER changed_marks_are_sent AFTER UPDATE ON attempt_marks BEGIN
        UPDATE attempts SET summary_n = summary_n + 1 WHERE id = new.attempt_id;
        INSERT INTO outbox SELECT new.attempt_id
        WHERE new.attempt_id NOT IN (SELECT attempt_id FROM outbox);
      END`,
    // So that the alarm is set again.
    `CREATE TRIGGER compacted_attempts_are_noticed AFTER UPDATE OF compact_at ON attempts
      WHEN old.compact_at IS NULL AND new.compact_at IS NOT NULL BEGIN
        INSERT INTO outbox SELECT new.id WHERE new.id NOT IN (SELECT attempt_id FROM outbox);
      END`,
    // The guests whose attempts the member is about to have.
    'CREATE TABLE claims (guest_id TEXT PRIMARY KEY) WITHOUT ROWID',
  ],
  [
    // Until when the bucket has the whole journal of a compacted attempt
    // (attempts/full-journal.ts).
    'ALTER TABLE attempts ADD COLUMN full_until TEXT',
    `CREATE INDEX attempts_with_full_journals ON attempts (full_until)
      WHERE full_until IS NOT NULL`,
  ],
  [
    // Reviews of cards: a row for what one page load of a device delivered together
    // (study/stored-reviews.ts).
    `CREATE TABLE review_deliveries (
      -- By which a device asks for what it has not seen: grows, and is never given twice.
      n INTEGER PRIMARY KEY,
      -- The page load: the part of a review's id before the point.
      writer TEXT NOT NULL,
      -- [[tick, card, at_ms, grade, took_ms]]
      reviews TEXT NOT NULL CHECK (json_valid(reviews)),
      received_at TEXT NOT NULL,
      -- The member who has claimed them: they are about to be deleted here.
      released_to INTEGER)`,
    'CREATE INDEX review_deliveries_of_writer ON review_deliveries (writer)',
  ],
]

/** Creates the tables of an object, or those that are new since it was last opened. Cost: one row
 *  read where there is nothing to do. */
export async function applyOwnSchema(own: Database): Promise<void> {
  await own
    .prepare('CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)')
    .run()
  const done = Number((await readFact(own, 'schema')) ?? 0)
  for (const [index, statements] of steps.entries())
    if (index >= done)
      await own.batch([
        ...statements.map((text) => own.prepare(text)),
        writeFact(own, 'schema', String(index + 1)),
      ])
}

/** What an object knows of itself: 'schema', how many steps were applied; 'owner', whose it is
 *  (JSON of Owner); 'moved' and 'reviews-moved', that it has asked for the reader's
 *  attempts and reviews of before; 'kept', that the guest's row stays as long as the token. */
type FactName = 'schema' | 'owner' | 'moved' | 'reviews-moved' | 'kept'

export const readFact = async (own: Database, name: FactName) =>
  (
    await own
      .prepare('SELECT value FROM facts WHERE name = ?')
      .bind(name)
      .first<{ value: string }>()
  )?.value ?? null

export const writeFact = (own: Database, name: FactName, value: string) =>
  own.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').bind(name, value)
