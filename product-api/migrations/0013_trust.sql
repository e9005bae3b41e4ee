-- Who wrote what is known by the token alone; counters have a fixed size; every table that grows has
-- the index that its sweep needs (product-api/retention.ts).

-- Feedback. user_id: of the token that it was sent with. contact_key: the contact in the one
-- spelling by which it is compared (domain/contact.ts), '' where there is none.
ALTER TABLE feedbacks ADD COLUMN user_id INTEGER REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE feedbacks ADD COLUMN contact_key TEXT NOT NULL DEFAULT '';
UPDATE feedbacks SET contact_key = CASE
  WHEN contact = '' THEN ''
  WHEN instr(contact, '@') > 0 THEN lower(trim(contact))
  ELSE '+91' || substr(
    replace(replace(replace(replace(contact, ' ', ''), '-', ''), '(', ''), ')', ''), -10)
END;
CREATE INDEX feedbacks_of_user ON feedbacks (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX feedbacks_of_contact ON feedbacks (contact_key) WHERE contact_key <> '';
CREATE INDEX feedbacks_by_time ON feedbacks (created_at);

-- Pages that could not be shown. user_id is what the browser claims; member_id is of the token.
ALTER TABLE next_routes ADD COLUMN member_id INTEGER REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX next_routes_of_member ON next_routes (member_id) WHERE member_id IS NOT NULL;

-- Crashes go to Analytics Engine (inbox/crash-log.ts). While this migration is deployed, the previous
-- version of the Worker still writes to this table and the two below; retention.ts empties them.
DELETE FROM front_end_logs;

-- Counters of a fixed size, in place of rate_limits: 16,384 rows at most, about 0.9 MB, whoever may
-- ask how often. `tag`: which counter the row is now.
CREATE TABLE limit_counters (
  bucket INTEGER PRIMARY KEY CHECK (bucket BETWEEN 0 AND 16383),
  -- HMAC of what is counted, so that neither an address nor an identifier stands here.
  tag TEXT NOT NULL,
  count INTEGER NOT NULL,
  resets_at TEXT NOT NULL
);

-- In place of phone_codes: a one-time code belongs to the browser that asked for it. Other browsers
-- neither replace it nor use up its tries.
CREATE TABLE one_time_codes (
  phone TEXT NOT NULL,
  -- SHA-256 of the browser's id; of '' for a client that has none.
  browser TEXT NOT NULL,
  -- HMAC under a server secret: six digits alone are guessed from any plain hash.
  digest TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (phone, browser)
) WITHOUT ROWID;
CREATE INDEX one_time_codes_by_end ON one_time_codes (expires_at);

CREATE INDEX question_reports_by_closing ON question_reports (closed_at)
  WHERE closed_at IS NOT NULL;
CREATE INDEX imports_by_start ON imports (started_at);
CREATE INDEX provider_tokens_by_end ON provider_tokens (expires_at);

-- A guest who never stores anything is forgotten after a week; the first row of theirs gives them
-- the 180 days of their token.
CREATE TRIGGER attempts_keep_guest AFTER INSERT ON attempts WHEN new.guest_id IS NOT NULL BEGIN
  UPDATE guests SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days')
  WHERE id = new.guest_id AND expires_at < strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days');
END;
CREATE TRIGGER card_reviews_keep_guest AFTER INSERT ON card_reviews
WHEN new.guest_id IS NOT NULL BEGIN
  UPDATE guests SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days')
  WHERE id = new.guest_id AND expires_at < strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days');
END;
CREATE TRIGGER plan_events_keep_guest AFTER INSERT ON plan_events
WHEN new.guest_id IS NOT NULL BEGIN
  UPDATE guests SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days')
  WHERE id = new.guest_id AND expires_at < strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days');
END;
CREATE TRIGGER question_reports_keep_guest AFTER INSERT ON question_reports
WHEN new.guest_id IS NOT NULL BEGIN
  UPDATE guests SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days')
  WHERE id = new.guest_id AND expires_at < strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+180 days');
END;
