-- A new e-mail address or phone of an account, until its code is typed. One for each account.
CREATE TABLE contact_changes (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('email', 'phone')),
  -- In lower case, or +91 and ten digits.
  contact TEXT NOT NULL,
  -- HMAC under a server secret: six digits alone are guessed from any plain hash.
  digest TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL
);
CREATE INDEX contact_changes_by_end ON contact_changes (expires_at);
