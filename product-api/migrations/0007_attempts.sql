-- Taking tests: papers as they were when an attempt began, the journal of each attempt, its marks, and what was ruled about keys since.

-- The least share of all marks that passes ('1/3'); null: the paper counts in the merit list.
ALTER TABLE practice_tests ADD COLUMN qualifying TEXT;

-- A paper as it was frozen for the attempts that began with it. `head`: what it is; `questions`: in all languages, without keys;
-- `keys`: documentId of a question -> index.
CREATE TABLE paper_versions (
  -- Never given twice: isolates keep versions in memory by their id.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  head TEXT NOT NULL CHECK (json_valid(head)),
  questions TEXT NOT NULL CHECK (json_valid(questions)),
  keys TEXT NOT NULL CHECK (json_valid(keys)),
  created_at TEXT NOT NULL,
  UNIQUE (test_id, digest)
);

CREATE TABLE attempts (
  -- A UUID that whoever starts makes: starting twice with one id is one attempt.
  id TEXT PRIMARY KEY,
  version_id INTEGER NOT NULL REFERENCES paper_versions (id),
  test_id INTEGER NOT NULL REFERENCES practice_tests (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  -- exam: by the clock. practice: keys at once, no clock. form: a whole paper sent in by a browser without script, no clock.
  mode TEXT NOT NULL CHECK (mode IN ('exam', 'practice', 'form')),
  locale TEXT NOT NULL REFERENCES locales (code),
  right_by TEXT NOT NULL CHECK (right_by IN ('free', 'plan', 'one-premium-test')),
  extra_time INTEGER NOT NULL DEFAULT 0 CHECK (extra_time IN (0, 1)),
  started_at TEXT NOT NULL,
  ends_at TEXT,
  submitted_at TEXT,
  submitted_by TEXT CHECK (submitted_by IN ('reader', 'clock')),
  -- Marks in whole units of 1/denominator of a mark, so that they add up and compare exactly.
  score_units INTEGER,
  maximum_units INTEGER,
  denominator INTEGER,
  -- What its journal amounts to, brought up whenever something is added: how many questions have a saved answer, and the last tick.
  answered INTEGER NOT NULL DEFAULT 0,
  last_tick INTEGER NOT NULL DEFAULT 0,
  updated_at TEXT NOT NULL,
  -- First of its owner at this test, by the clock, before its owner could know a key of it, with every answer delivered in time:
  -- what others are compared with.
  is_compared INTEGER NOT NULL DEFAULT 0 CHECK (is_compared IN (0, 1)),
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  CHECK ((mode = 'exam') = (ends_at IS NOT NULL)),
  CHECK ((submitted_at IS NULL) = (submitted_by IS NULL)),
  CHECK ((submitted_at IS NULL) = (score_units IS NULL))
) WITHOUT ROWID;
CREATE INDEX attempts_of_user ON attempts (user_id, test_id, started_at);
CREATE INDEX attempts_of_guest ON attempts (guest_id, test_id, started_at);
CREATE INDEX attempts_compared ON attempts (test_id, score_units, maximum_units) WHERE is_compared = 1;
CREATE INDEX attempts_of_version ON attempts (version_id) WHERE submitted_at IS NOT NULL;

-- The journal: only ever added to. n: the order of arrival, by which a device asks for what it has not seen.
CREATE TABLE attempt_events (
  n INTEGER PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  -- writer.tick; of what could not be read: 'unreadable-' and the digest of its text.
  event_id TEXT NOT NULL,
  writer TEXT NOT NULL,
  tick INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  question TEXT,
  option INTEGER,
  locale TEXT,
  spent_ms INTEGER NOT NULL,
  received_at TEXT NOT NULL,
  -- counted, or kept apart: late (after the end), after-submission, impossible (no such question or option, or unreadable).
  standing TEXT NOT NULL CHECK (standing IN ('counted', 'late', 'after-submission', 'impossible')),
  -- Of what could not be read: as it came.
  raw TEXT,
  UNIQUE (attempt_id, event_id)
);
CREATE INDEX events_by_arrival ON attempt_events (attempt_id, n);

-- What became of each question of a submitted attempt. outcome: right, wrong, blank (nothing chosen), not-answered (the
-- fifth circle), awarded (cancelled, marks given), void (cancelled, no marks).
CREATE TABLE attempt_outcomes (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  number INTEGER NOT NULL,
  option INTEGER,
  -- The language it was read in: a ruling may be for one language alone.
  locale TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('right', 'wrong', 'blank', 'not-answered', 'awarded', 'void')),
  units INTEGER NOT NULL,
  spent_ms INTEGER NOT NULL,
  PRIMARY KEY (attempt_id, question)
) WITHOUT ROWID;
CREATE INDEX outcomes_of_question ON attempt_outcomes (question, outcome);

-- What was ruled about a key after it was published. The latest that fits a question and a language holds.
CREATE TABLE key_rulings (
  id INTEGER PRIMARY KEY,
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  -- The options it was ruled about, by digest: an index means nothing to another wording. null: any.
  wording TEXT,
  -- accept: any of these options is right. cancel: the marks go to all, to those who attempted it, or to nobody.
  kind TEXT NOT NULL CHECK (kind IN ('accept', 'cancel')),
  accepted TEXT CHECK (json_valid(accepted)),
  award TEXT CHECK (award IN ('all', 'attempters', 'nobody')),
  -- For those alone who read the question in this language; null: for all.
  locale TEXT REFERENCES locales (code),
  reason_kn TEXT NOT NULL,
  reason_en TEXT NOT NULL,
  reason_te TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  -- When every attempt it is about had been scored by it; null: a run has still to do it, or to finish it.
  settled_at TEXT,
  CHECK ((kind = 'accept') = (accepted IS NOT NULL)),
  CHECK ((kind = 'cancel') = (award IS NOT NULL))
);
CREATE INDEX rulings_of_question ON key_rulings (question_id, id);
CREATE INDEX rulings_not_settled ON key_rulings (id) WHERE settled_at IS NULL;

-- How a ruling changed the marks of an attempt.
CREATE TABLE score_changes (
  id INTEGER PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  ruling_id INTEGER NOT NULL REFERENCES key_rulings (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  number INTEGER NOT NULL,
  from_units INTEGER NOT NULL,
  to_units INTEGER NOT NULL,
  denominator INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (attempt_id, ruling_id)
);

-- What readers say is wrong with a question, in which language, and what came of it.
CREATE TABLE question_reports (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  test_id INTEGER REFERENCES practice_tests (id) ON DELETE SET NULL,
  locale TEXT NOT NULL REFERENCES locales (code),
  reason TEXT NOT NULL CHECK (reason IN ('key', 'translation', 'wording', 'figure', 'syllabus', 'other')),
  message TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  guest_id TEXT REFERENCES guests (id) ON DELETE SET NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'corrected', 'declined')),
  outcome_kn TEXT,
  outcome_en TEXT,
  outcome_te TEXT,
  ruling_id INTEGER REFERENCES key_rulings (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  closed_at TEXT,
  CHECK ((status = 'open') = (closed_at IS NULL))
);
CREATE INDEX question_reports_of_question ON question_reports (question_id, status);
CREATE INDEX question_reports_of_user ON question_reports (user_id);
CREATE INDEX question_reports_of_guest ON question_reports (guest_id);

CREATE INDEX guests_by_end ON guests (expires_at);
