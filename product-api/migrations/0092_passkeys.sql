-- Sign-in by fingerprint, face or screen lock (WebAuthn): the public half of a key that stays on the
-- device. Ten for each account at most.
CREATE TABLE passkeys (
  -- base64url, as the browser names it.
  credential_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- COSE, base64url.
  public_key TEXT NOT NULL,
  -- How often the device has signed; 0 for those that are synchronised between devices.
  counter INTEGER NOT NULL,
  -- How the device can be reached: a list such as 'internal,hybrid'.
  transports TEXT NOT NULL,
  -- Of the browser in which it was set up: its owner knows it by that.
  user_agent TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
) WITHOUT ROWID;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges that were redeemed, until they expire by themselves, so that none is redeemed twice.
-- Only a valid signature adds a row.
CREATE TABLE used_passkey_challenges (
  -- SHA-256 of the challenge.
  digest TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX used_passkey_challenges_by_end ON used_passkey_challenges (expires_at);
