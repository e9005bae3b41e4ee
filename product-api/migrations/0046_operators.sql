-- The people who run the site. They sign in at the desk and have nothing to do with the accounts of
-- readers. totp_secret is sealed with the desk's key; NULL: the invitation was not used yet.
-- totp_step: the time step of the last accepted code, which is never accepted twice. email: whom
-- Cloudflare Access names.
CREATE TABLE operators (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
  email TEXT UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('author', 'reviewer', 'cashier', 'owner')),
  totp_secret TEXT,
  totp_step INTEGER NOT NULL DEFAULT 0,
  disabled_at TEXT,
  created_at TEXT NOT NULL
);

-- One-time links by which an operator connects an authenticator app. hash: SHA-256 of the link's
-- token. One for each operator: a new one replaces it.
CREATE TABLE operator_invitations (
  hash TEXT PRIMARY KEY,
  operator_id INTEGER NOT NULL UNIQUE REFERENCES operators (id) ON DELETE CASCADE,
  -- The secret that the link's page shows, sealed; a reload shows the same one.
  totp_secret TEXT,
  expires_at TEXT NOT NULL
);
CREATE INDEX operator_invitations_by_expiry ON operator_invitations (expires_at);

CREATE TABLE operator_sessions (
  hash TEXT PRIMARY KEY,
  operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX operator_sessions_of_operator ON operator_sessions (operator_id);
CREATE INDEX operator_sessions_by_expiry ON operator_sessions (expires_at);

-- Every change that an operator made. operator_id NULL: the desk itself, such as a publication at
-- its set minute. subject: what was changed, as a kind and an id: 'affairs 2026-11-26'. detail: JSON.
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  operator_id INTEGER REFERENCES operators (id),
  role TEXT,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail))
);
CREATE INDEX audit_entries_of_subject ON audit_entries (subject, id);

-- Append-only. INSERT OR REPLACE deletes without firing the trigger for DELETE, so an id that exists
-- is refused too.
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_entries_no_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
