-- Reminders by consent (product-api/reminders/).

-- What a reader agreed to be reminded of: a row for each kind, deleted when the consent ends.
CREATE TABLE reminder_choices (
  -- Never given twice: links that end a reminder name it.
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('result', 'live-mock', 'cards')),
  locale TEXT NOT NULL REFERENCES locales (code),
  -- JSON: of which exams the live mocks are; those that the reader entered come without.
  exams TEXT NOT NULL CHECK (json_valid(exams)),
  -- The same in all rows of a reader: hours in India, and whether by e-mail too.
  quiet_from INTEGER NOT NULL CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_to INTEGER NOT NULL CHECK (quiet_to BETWEEN 0 AND 23),
  by_mail INTEGER NOT NULL CHECK (by_mail IN (0, 1)),
  -- When it is looked up next whether cards are due; null for other kinds.
  check_at TEXT,
  -- Reminders of cards since the last review.
  unanswered INTEGER NOT NULL DEFAULT 0,
  -- The day in India of the last one: at most one of a kind a day.
  sent_on TEXT,
  agreed_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  CHECK ((kind = 'cards') = (check_at IS NOT NULL)),
  UNIQUE (user_id, kind),
  UNIQUE (guest_id, kind)
);
CREATE INDEX reminder_choices_by_kind ON reminder_choices (kind, n);
CREATE INDEX reminder_choices_to_check ON reminder_choices (check_at) WHERE check_at IS NOT NULL;

-- Browsers that receive them (Push API). A reader has five at most (domain/reminders.ts).
CREATE TABLE push_devices (
  id TEXT PRIMARY KEY,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  -- base64url: the browser's public key and secret (RFC 8291).
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- When it was stored or its service last accepted a message; swept a year later.
  reached_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL))
) WITHOUT ROWID;
CREATE INDEX push_devices_of_user ON push_devices (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX push_devices_of_guest ON push_devices (guest_id) WHERE guest_id IS NOT NULL;
CREATE INDEX push_devices_by_reach ON push_devices (reached_at);

-- What is to be sent, until it was sent or has expired.
CREATE TABLE due_reminders (
  choice INTEGER NOT NULL REFERENCES reminder_choices (n) ON DELETE CASCADE,
  -- The slug of a live mock; the number of due cards.
  subject TEXT NOT NULL,
  next_try_at TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (choice, subject)
) WITHOUT ROWID;
CREATE INDEX due_reminders_by_time ON due_reminders (next_try_at);

-- Events of live mocks, and up to which reminder_choices.n their reminders were written.
CREATE TABLE reminder_events (
  kind TEXT NOT NULL CHECK (kind IN ('result', 'live-mock')),
  slug TEXT NOT NULL REFERENCES live_mocks (slug) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  after_n INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, slug)
) WITHOUT ROWID;
CREATE INDEX reminder_events_by_end ON reminder_events (expires_at);
