-- Who reads: accounts, where they are signed in, and what keeps others from guessing their way in.

CREATE TABLE users (
  -- Never given twice: a token names an id and may outlive the account.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT COLLATE NOCASE UNIQUE,
  -- D1 takes patterns of 50 bytes at most.
  phone TEXT UNIQUE CHECK (length(phone) = 13 AND phone GLOB '+91[6-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'),
  password_hash TEXT,
  provider TEXT NOT NULL CHECK (provider IN ('local', 'phone', 'google')),
  google_sub TEXT UNIQUE,
  confirmed INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
  blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1)),
  gender TEXT NOT NULL DEFAULT 'others' CHECK (gender IN ('male', 'female', 'others')),
  device_id TEXT,
  free_test_taken INTEGER NOT NULL DEFAULT 0 CHECK (free_test_taken IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_kind TEXT NOT NULL CHECK (device_kind IN ('phone', 'browser')),
  user_agent TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  revoked_at TEXT,
  revoked_reason TEXT CHECK (revoked_reason IN ('signed-out', 'signed-in-elsewhere', 'reused', 'password-changed', 'everywhere')),
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL))
) WITHOUT ROWID;
-- One device of each kind, whatever two sign-ins at once may try.
CREATE UNIQUE INDEX one_session_of_a_kind ON sessions (user_id, device_kind) WHERE revoked_at IS NULL;
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_last_seen ON sessions (last_seen_at);

CREATE TABLE refresh_tokens (
  -- SHA-256 of the token.
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  -- The token that came after it, sealed under a key that only the holder of this one can derive.
  successor TEXT,
  CHECK ((used_at IS NULL) = (successor IS NULL))
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_end ON refresh_tokens (expires_at);

CREATE TABLE phone_codes (
  phone TEXT PRIMARY KEY,
  -- HMAC under a server secret: six digits alone are guessed from any plain hash.
  digest TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX phone_codes_by_end ON phone_codes (expires_at);

CREATE TABLE reset_codes (
  -- SHA-256 of the code.
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX reset_codes_of_user ON reset_codes (user_id);
CREATE INDEX reset_codes_by_end ON reset_codes (expires_at);

CREATE TABLE guests (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE rate_limits (
  -- HMAC of what is limited, so that neither an address nor an identifier stands here.
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  resets_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX rate_limits_by_end ON rate_limits (resets_at);

-- A row outlives the account that bought it, without naming anybody: the books want it.
CREATE TABLE user_subscriptions (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id),
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'cancelled', 'refunded')),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX user_subscriptions_of_user ON user_subscriptions (user_id, status, ends_at);
CREATE INDEX user_subscriptions_of_plan ON user_subscriptions (plan_id);

-- What a member's browser reported is exported and erased with the account.
CREATE INDEX next_routes_of_user ON next_routes (user_id);
