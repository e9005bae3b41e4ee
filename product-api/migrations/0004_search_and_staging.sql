-- Content that was loaded before this has no search entries yet: everything is loaded once more.
DELETE FROM content_files;

-- A file on its way in is staged in as many steps as it takes and published by one last batch: whoever stops half-way changes nothing.
DROP TABLE import_parts;
CREATE TABLE imports (
  token TEXT PRIMARY KEY,
  started_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE staged_parts (
  token TEXT NOT NULL REFERENCES imports (token) ON DELETE CASCADE,
  part TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
);
CREATE INDEX staged_parts_of_import ON staged_parts (token);
CREATE TABLE staged_questions (
  token TEXT NOT NULL REFERENCES imports (token) ON DELETE CASCADE,
  editor_id TEXT NOT NULL,
  paper TEXT,
  position INTEGER NOT NULL,
  section TEXT,
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (token, editor_id)
) WITHOUT ROWID;

-- Whose turn it is to be published: set by the first statement of the last batch. The importer's scripts read the two views.
CREATE TABLE import_turn (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  token TEXT
);
INSERT INTO import_turn (one, token) VALUES (1, NULL);
CREATE VIEW import_parts AS
  SELECT part, body FROM staged_parts WHERE token = (SELECT token FROM import_turn);
CREATE VIEW import_questions AS
  SELECT editor_id, paper, position, section, body FROM staged_questions WHERE token = (SELECT token FROM import_turn);

-- How names sound, in Latin letters (search/fold.ts), so that a paper is found by its exam and its topics.
ALTER TABLE tag_texts ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE category_texts ADD COLUMN folded TEXT NOT NULL DEFAULT '';

-- What can be found: one entry a document, in all its languages at once, every word as it sounds (search/fold.ts).
CREATE TABLE search_entries (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('paper', 'question', 'card', 'page')),
  test_id INTEGER UNIQUE REFERENCES practice_tests (id) ON DELETE CASCADE,
  question_id INTEGER UNIQUE REFERENCES questions (id) ON DELETE CASCADE,
  card_id INTEGER UNIQUE REFERENCES flash_cards (id) ON DELETE CASCADE,
  page_id INTEGER UNIQUE REFERENCES pages (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  topics TEXT NOT NULL,
  text TEXT NOT NULL,
  CHECK ((test_id IS NOT NULL) + (question_id IS NOT NULL) + (card_id IS NOT NULL) + (page_id IS NOT NULL) = 1)
);
-- Words are whole and in Latin letters when they come here; the categories keep whole what is in any other script,
-- where the default ones would split a word at every vowel sign.
CREATE VIRTUAL TABLE search_index USING fts5(
  title, topics, text,
  content = 'search_entries', content_rowid = 'id', prefix = '1 2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
CREATE VIRTUAL TABLE search_words USING fts5vocab('search_index', 'row');

CREATE TRIGGER search_entries_after_insert AFTER INSERT ON search_entries BEGIN
  INSERT INTO search_index (rowid, title, topics, text)
  VALUES (new.id, new.title, new.topics, new.text);
END;
CREATE TRIGGER search_entries_after_delete AFTER DELETE ON search_entries BEGIN
  INSERT INTO search_index (search_index, rowid, title, topics, text)
  VALUES ('delete', old.id, old.title, old.topics, old.text);
END;
CREATE TRIGGER search_entries_after_update AFTER UPDATE ON search_entries BEGIN
  INSERT INTO search_index (search_index, rowid, title, topics, text)
  VALUES ('delete', old.id, old.title, old.topics, old.text);
  INSERT INTO search_index (rowid, title, topics, text)
  VALUES (new.id, new.title, new.topics, new.text);
END;
