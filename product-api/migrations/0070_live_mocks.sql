-- Live mocks: papers for everybody at one time. Until the bell the questions are in the database
-- only encrypted (live_mocks.sealed), and no other table has a text of them. Marks are computed
-- when the keys are published, together with the ranks (product-api/live-mocks/).

CREATE TABLE live_mocks (
  slug TEXT PRIMARY KEY,
  test_id INTEGER NOT NULL UNIQUE REFERENCES practice_tests (id) ON DELETE CASCADE,
  -- JSON: texts by language, and lists.
  titles TEXT NOT NULL CHECK (json_valid(titles)),
  abouts TEXT NOT NULL CHECK (json_valid(abouts)),
  exams TEXT NOT NULL CHECK (json_valid(exams)),
  bell_at TEXT NOT NULL,
  minutes INTEGER NOT NULL CHECK (minutes > 0),
  latest_minutes INTEGER NOT NULL CHECK (latest_minutes >= 0),
  results_at TEXT NOT NULL CHECK (results_at > bell_at),
  -- JSON of PaperHead: what the paper is, without questions.
  head TEXT NOT NULL CHECK (json_valid(head)),
  -- The questions, encrypted (domain/live-mock/sealed-paper.ts), in base64; and their digest.
  sealed TEXT NOT NULL,
  sealed_bytes INTEGER NOT NULL,
  sealed_digest TEXT NOT NULL,
  -- Set at the bell: the version that all attempts have.
  version_id INTEGER REFERENCES paper_versions (id),
  -- Set when every paper was marked: the ranks.
  published_at TEXT,
  withdrawn_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX live_mocks_by_bell ON live_mocks (bell_at) WHERE withdrawn_at IS NULL;
CREATE INDEX live_mocks_unpublished ON live_mocks (results_at)
  WHERE published_at IS NULL AND withdrawn_at IS NULL;

-- What nobody may read before its time: `code` and `paper_key` (base64) before the bell,
-- `answer_keys` (JSON, question -> index) before the results.
CREATE TABLE live_mock_keys (
  slug TEXT PRIMARY KEY REFERENCES live_mocks (slug) ON DELETE CASCADE,
  code TEXT NOT NULL,
  paper_key TEXT NOT NULL,
  answer_keys TEXT NOT NULL CHECK (json_valid(answer_keys)),
  -- When an operator read the code before the bell, and how often.
  read_early_at TEXT,
  early_reads INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Who takes part. The id becomes that of the attempt.
CREATE TABLE live_entries (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL REFERENCES live_mocks (slug) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  exam TEXT NOT NULL,
  -- GST code of the participant's state; null: not said.
  state TEXT,
  extra_time INTEGER NOT NULL DEFAULT 0 CHECK (extra_time IN (0, 1)),
  created_at TEXT NOT NULL,
  -- When the attempt began to exist, with the first request after the bell.
  opened_at TEXT,
  -- 1: of a guest who signed in as somebody who had entered, too: not ranked.
  is_second INTEGER NOT NULL DEFAULT 0 CHECK (is_second IN (0, 1)),
  -- What the attempt's summary said when the ranks were computed; null: not ranked.
  score_units INTEGER,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL))
) WITHOUT ROWID;
CREATE UNIQUE INDEX live_entries_of_user ON live_entries (user_id, slug)
  WHERE user_id IS NOT NULL AND is_second = 0;
CREATE UNIQUE INDEX live_entries_of_guest ON live_entries (guest_id, slug)
  WHERE guest_id IS NOT NULL;
CREATE INDEX live_entries_by_user ON live_entries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX live_entries_to_collect ON live_entries (slug, id)
  WHERE opened_at IS NOT NULL AND score_units IS NULL AND is_second = 0;

-- The published ranks: how many participants have which score. scope: 'all', 'state 29', 'exam rrb'.
CREATE TABLE live_results (
  slug TEXT NOT NULL REFERENCES live_mocks (slug) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  -- JSON: [[units, count], …], the highest score first.
  scores TEXT NOT NULL CHECK (json_valid(scores)),
  denominator INTEGER NOT NULL,
  maximum_units INTEGER NOT NULL,
  PRIMARY KEY (slug, scope)
) WITHOUT ROWID;
