-- What the Digital Personal Data Protection Act, 2023 asks of an account: the age band, consent to
-- each optional purpose, a parent's consent, a nominee.

-- Asked once, after the first sign-in. null: not answered yet. Nobody's date of birth is stored.
ALTER TABLE users ADD COLUMN age_band TEXT CHECK (age_band IN ('adult', 'minor'));

-- One row for each member who has decided anything.
CREATE TABLE privacy_choices (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Letters about new papers and dates of exams. Consent is in force if it was given and not
  -- withdrawn since; both times are the proof of it.
  reminders_given_at TEXT,
  reminders_withdrawn_at TEXT,
  -- The parent of a minor, whose code was typed: in lower case, or +91 and ten digits.
  parent_kind TEXT CHECK (parent_kind IN ('email', 'phone')),
  parent_contact TEXT,
  parent_confirmed_at TEXT,
  -- Who exercises the member's rights after death or incapacity (section 14 of the Act).
  nominee TEXT,
  updated_at TEXT NOT NULL,
  CHECK ((parent_contact IS NULL) = (parent_confirmed_at IS NULL)),
  CHECK ((parent_contact IS NULL) = (parent_kind IS NULL))
);

-- A code that was sent to a parent, until it is typed. One for each account.
CREATE TABLE parent_codes (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('email', 'phone')),
  contact TEXT NOT NULL,
  -- HMAC under a server secret: six digits alone are guessed from any plain hash.
  digest TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL
);
CREATE INDEX parent_codes_by_end ON parent_codes (expires_at);
