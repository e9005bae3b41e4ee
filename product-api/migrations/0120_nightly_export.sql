-- The nightly export of the content into a bucket (desk/content-copies/nightly-export.ts): one row.
CREATE TABLE nightly_export (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The day in India whose night was exported last. NULL: none yet.
  night TEXT,
  -- Another run may begin from then on: the one that set this has ended, or was interrupted.
  claimed_until TEXT NOT NULL,
  finished_at TEXT,
  files INTEGER NOT NULL DEFAULT 0,
  -- Documents that no text exists of.
  missing INTEGER NOT NULL DEFAULT 0,
  -- Why the last step failed. NULL: it did not.
  failure TEXT
);
