-- A delivery reads and writes one row: what the journal of an attempt amounts to is kept in the
-- attempt, beside its latest deliveries. Journals of before are moved when they are next used
-- (product-api/attempts/old-journals.ts), and by the cron trigger.

-- Raised by whatever changes the journal or submits the attempt: who writes has read this state.
ALTER TABLE attempts ADD COLUMN journal_revision INTEGER NOT NULL DEFAULT 0;
-- The number of the last entry, and of the last one that counts.
ALTER TABLE attempts ADD COLUMN last_n INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempts ADD COLUMN counted_n INTEGER NOT NULL DEFAULT 0;
-- JSON (product-api/attempts/stored-progress.ts); null: nothing was delivered, or it is compacted.
ALTER TABLE attempts ADD COLUMN journal_state TEXT;
-- The deliveries that are in no segment yet, a line of JSON each (stored-entries.ts).
ALTER TABLE attempts ADD COLUMN journal_tail TEXT;
-- When the cron trigger reduces the journal to what results and disputes need; null: not yet known.
ALTER TABLE attempts ADD COLUMN compact_at TEXT;
-- 1: the journal is in journal_archives, and in journal_tail what arrived since.
ALTER TABLE attempts ADD COLUMN is_compacted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX attempts_to_compact ON attempts (compact_at) WHERE compact_at IS NOT NULL;

-- Earlier deliveries, some hundred entries in a row.
CREATE TABLE journal_segments (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  last_n INTEGER NOT NULL,
  deliveries TEXT NOT NULL,
  PRIMARY KEY (attempt_id, last_n)
);

-- What is kept of a compacted journal: deflated JSON (journal-archive.ts).
CREATE TABLE journal_archives (
  attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  body BLOB NOT NULL
);

-- While a deployment replaces the Worker, its previous version would submit such a journal as
-- blank.
CREATE TRIGGER journals_are_submitted_as_they_are BEFORE UPDATE OF submitted_at ON attempts
WHEN old.submitted_at IS NULL AND new.submitted_at IS NOT NULL AND old.last_n > 0
  AND new.journal_revision = old.journal_revision BEGIN
  SELECT raise(ABORT, 'The journal of this attempt is kept in another way now: try again');
END;
