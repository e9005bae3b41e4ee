-- The aim of a reader in an exam, in percent of the marks.
CREATE TABLE progress_targets (
  id INTEGER PRIMARY KEY,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  -- The slug of a category.
  exam TEXT NOT NULL,
  percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
  set_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  UNIQUE (user_id, exam),
  UNIQUE (guest_id, exam)
);

-- Ten questions of an owner's own papers, once more. An owner's oldest are deleted beyond a number
-- (study/drills.ts).
CREATE TABLE drills (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  exam TEXT NOT NULL,
  locale TEXT NOT NULL REFERENCES locales (code),
  -- [{ "version": id of paper_versions, "question": documentId }]
  questions TEXT NOT NULL CHECK (json_valid(questions)),
  -- [{ "version", "question", "chosen": index or null, "outcome": as in attempt_marks }]
  answers TEXT CHECK (json_valid(answers)),
  created_at TEXT NOT NULL,
  submitted_at TEXT,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  CHECK ((submitted_at IS NULL) = (answers IS NULL))
);
CREATE INDEX drills_of_user ON drills (user_id, n);
CREATE INDEX drills_of_guest ON drills (guest_id, n);
