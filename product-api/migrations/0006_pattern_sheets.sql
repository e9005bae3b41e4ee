-- What is known of an exam's pattern: facts in stages, each with its source, its date and whether it was verified there.
-- Facts that were replaced stay as the history of those that took their place.
CREATE TABLE pattern_sheets (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  checked_on TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE TABLE pattern_sheet_texts (
  id INTEGER PRIMARY KEY,
  sheet_id INTEGER NOT NULL REFERENCES pattern_sheets (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  title TEXT NOT NULL,
  stages TEXT NOT NULL CHECK (json_valid(stages)),
  UNIQUE (sheet_id, locale)
);
CREATE TABLE pattern_sheet_categories (
  sheet_id INTEGER NOT NULL REFERENCES pattern_sheets (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  PRIMARY KEY (sheet_id, category_id)
) WITHOUT ROWID;
CREATE INDEX pattern_sheets_of_category ON pattern_sheet_categories (category_id);
