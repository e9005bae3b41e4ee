-- What aspirants read. Every resource is a document (facts, one row) with texts (words, one row a locale),
-- as Strapi 5 shows it: documentId names the document, id the text row.

CREATE TABLE locales (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
INSERT INTO locales (code, name, is_default, created_at, updated_at) VALUES
  ('kn', 'ಕನ್ನಡ', 1, '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z'),
  ('en', 'English', 0, '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z'),
  ('te', 'తెలుగు', 0, '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z');

CREATE TABLE states (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE TABLE state_texts (
  id INTEGER PRIMARY KEY,
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  name TEXT NOT NULL,
  UNIQUE (state_id, locale)
);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  state_id INTEGER NOT NULL REFERENCES states (id),
  position INTEGER NOT NULL,
  languages TEXT NOT NULL CHECK (json_valid(languages)),
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX categories_of_state ON categories (state_id, position);
CREATE TABLE category_texts (
  id INTEGER PRIMARY KEY,
  category_id INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  name TEXT NOT NULL,
  UNIQUE (category_id, locale)
);

CREATE TABLE tags (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE TABLE tag_texts (
  id INTEGER PRIMARY KEY,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  name TEXT NOT NULL,
  UNIQUE (tag_id, locale)
);

CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('policy', 'exam-info', 'material', 'current-affairs')),
  date TEXT,
  category_id INTEGER REFERENCES categories (id),
  source TEXT NOT NULL,
  checked_on TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((kind = 'current-affairs') = (date IS NOT NULL))
);
CREATE INDEX pages_of_kind ON pages (kind, date);
CREATE INDEX pages_of_category ON pages (category_id);
CREATE TABLE page_texts (
  id INTEGER PRIMARY KEY,
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (page_id, locale)
);
CREATE TABLE page_tags (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (page_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX pages_of_tag ON page_tags (tag_id);

CREATE TABLE practice_tests (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('model-paper', 'previous-papers', 'practice-papers', 'subject-papers', 'grand-test')),
  year INTEGER,
  position INTEGER NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  languages TEXT NOT NULL CHECK (json_valid(languages)),
  access TEXT NOT NULL CHECK (access IN ('free', 'premium')),
  minutes INTEGER NOT NULL CHECK (minutes > 0),
  -- Marks are exact fractions as text: '1', '1/4'. They are never added up in floating point.
  right_marks TEXT NOT NULL,
  wrong_marks TEXT NOT NULL,
  blank_marks TEXT NOT NULL,
  question_count INTEGER NOT NULL,
  source TEXT NOT NULL,
  checked_on TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX practice_tests_of_category ON practice_tests (category_id, kind, year, position);
CREATE INDEX practice_tests_of_kind ON practice_tests (kind, position);
CREATE TABLE practice_test_texts (
  id INTEGER PRIMARY KEY,
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  UNIQUE (test_id, locale)
);
CREATE TABLE practice_test_tags (
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (test_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX practice_tests_of_tag ON practice_test_tags (tag_id);

CREATE TABLE test_sections (
  id INTEGER PRIMARY KEY,
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  position INTEGER NOT NULL,
  minutes INTEGER,
  UNIQUE (test_id, slug)
);
CREATE TABLE test_section_texts (
  section_id INTEGER NOT NULL REFERENCES test_sections (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  name TEXT NOT NULL,
  PRIMARY KEY (section_id, locale)
) WITHOUT ROWID;

CREATE TABLE questions (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  editor_id TEXT NOT NULL UNIQUE,
  figure TEXT,
  figure_width INTEGER,
  figure_height INTEGER
);
CREATE TABLE question_texts (
  id INTEGER PRIMARY KEY,
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  stem TEXT NOT NULL,
  options TEXT NOT NULL CHECK (json_valid(options)),
  figure_alt TEXT,
  UNIQUE (question_id, locale)
);
CREATE TABLE test_questions (
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  section_id INTEGER REFERENCES test_sections (id) ON DELETE SET NULL,
  PRIMARY KEY (test_id, position)
) WITHOUT ROWID;
CREATE INDEX tests_of_question ON test_questions (question_id);
CREATE INDEX questions_of_section ON test_questions (section_id);
CREATE TABLE question_tags (
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (question_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX questions_of_tag ON question_tags (tag_id);

-- Keys and explanations stand apart from the questions: no content type names these tables, so no list can show them.
CREATE TABLE answer_keys (
  question_id INTEGER PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  correct_option INTEGER NOT NULL
);
CREATE TABLE explanations (
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  text TEXT NOT NULL,
  PRIMARY KEY (question_id, locale)
) WITHOUT ROWID;

CREATE TABLE flash_cards (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  editor_id TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX flash_cards_in_order ON flash_cards (position, editor_id);
CREATE TABLE flash_card_texts (
  id INTEGER PRIMARY KEY,
  card_id INTEGER NOT NULL REFERENCES flash_cards (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  front TEXT NOT NULL,
  back TEXT NOT NULL,
  UNIQUE (card_id, locale)
);
CREATE TABLE flash_card_tags (
  card_id INTEGER NOT NULL REFERENCES flash_cards (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (card_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX flash_cards_of_tag ON flash_card_tags (tag_id);

CREATE TABLE subscription_plans (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  days INTEGER NOT NULL CHECK (days > 0),
  state_id INTEGER REFERENCES states (id),
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX subscription_plans_of_state ON subscription_plans (state_id);
CREATE TABLE subscription_plan_texts (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  UNIQUE (plan_id, locale)
);
-- Money is whole minor units of a currency: 49900 is 499 rupees.
CREATE TABLE plan_prices (
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id) ON DELETE CASCADE,
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer' AND amount_minor > 0),
  PRIMARY KEY (plan_id, currency)
) WITHOUT ROWID;
CREATE TABLE plan_categories (
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  PRIMARY KEY (plan_id, category_id)
) WITHOUT ROWID;
CREATE INDEX plans_of_category ON plan_categories (category_id);
CREATE TABLE plan_tests (
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id) ON DELETE CASCADE,
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  PRIMARY KEY (plan_id, test_id)
) WITHOUT ROWID;
CREATE INDEX plans_of_test ON plan_tests (test_id);
CREATE TABLE plan_tags (
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (plan_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX plans_of_tag ON plan_tags (tag_id);

-- The pictures that questions and pages name, small enough to live beside them.
CREATE TABLE media (
  path TEXT PRIMARY KEY,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL
);

-- Which content files are loaded, so that a second start loads only what changed.
CREATE TABLE content_files (
  path TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  loaded_at TEXT NOT NULL
);
