-- Learning between tests: the quizzes of current affairs, what one reviewed, and the 30-days plans.

-- A few questions below a page of current affairs. They stand in the bank; their keys are where all keys are.
CREATE TABLE page_questions (
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  PRIMARY KEY (page_id, position)
) WITHOUT ROWID;
CREATE INDEX pages_of_question ON page_questions (question_id);

-- Every look at a flash card: only ever added to. When a card comes again is nowhere stored; it is read out of these.
CREATE TABLE card_reviews (
  -- The order of arrival, by which a device asks for what it has not seen. Never given twice.
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  -- writer.tick
  review_id TEXT NOT NULL,
  -- documentId of a flash card, or 'q:' and the documentId of a question.
  card TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  grade INTEGER NOT NULL CHECK (grade BETWEEN 1 AND 4),
  took_ms INTEGER NOT NULL,
  received_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  UNIQUE (user_id, review_id),
  UNIQUE (guest_id, review_id)
);
CREATE INDEX card_reviews_of_user ON card_reviews (user_id);
CREATE INDEX card_reviews_of_guest ON card_reviews (guest_id);

-- Plans of thirty days. `days`: [[{ id, kind, of, topics, minutes }]], the tasks of each day in their order.
CREATE TABLE study_plans (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  days TEXT NOT NULL CHECK (json_valid(days)),
  source TEXT NOT NULL,
  checked_on TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
-- `lessons`: { slug: { name, text } } of what the plan gives to read.
CREATE TABLE study_plan_texts (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES study_plans (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  title TEXT NOT NULL,
  about TEXT NOT NULL,
  lessons TEXT NOT NULL CHECK (json_valid(lessons)),
  UNIQUE (plan_id, locale)
);
CREATE TABLE study_plan_categories (
  plan_id INTEGER NOT NULL REFERENCES study_plans (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  PRIMARY KEY (plan_id, category_id)
) WITHOUT ROWID;
CREATE INDEX study_plans_of_category ON study_plan_categories (category_id);

-- What one does with a plan: begins it, ticks off its tasks, says when the exam is. Only ever added to, as reviews are.
CREATE TABLE plan_events (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('begin', 'exam', 'tick', 'untick', 'leave')),
  plan TEXT NOT NULL,
  task TEXT,
  -- Days in India, as 2027-01-31.
  starts_on TEXT,
  exam_on TEXT,
  received_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  CHECK ((kind IN ('tick', 'untick')) = (task IS NOT NULL)),
  CHECK ((kind = 'begin') = (starts_on IS NOT NULL)),
  UNIQUE (user_id, event_id),
  UNIQUE (guest_id, event_id)
);
CREATE INDEX plan_events_of_user ON plan_events (user_id);
CREATE INDEX plan_events_of_guest ON plan_events (guest_id);
