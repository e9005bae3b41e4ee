-- What happened to an account: sign-ins, failed ones, changes. One row for each hour and kind, so that
-- an attack adds as many rows as a day has hours.
CREATE TABLE auth_events (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- '2026-11-23T20'
  hour TEXT NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  -- HMAC of the last network, so that two sign-ins can be compared and no address stands here.
  network TEXT NOT NULL,
  device_kind TEXT NOT NULL CHECK (device_kind IN ('phone', 'browser')),
  last_at TEXT NOT NULL,
  PRIMARY KEY (user_id, hour, kind)
) WITHOUT ROWID;
CREATE INDEX auth_events_by_time ON auth_events (last_at);

-- What browsers refused because of the Content-Security-Policy, counted by day. Nothing of a person.
CREATE TABLE csp_reports (
  -- '2026-11-23'
  day TEXT NOT NULL,
  directive TEXT NOT NULL,
  -- An origin, or a word such as 'inline'.
  blocked TEXT NOT NULL,
  -- The path with '…' for ids.
  page TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, directive, blocked, page)
) WITHOUT ROWID;
