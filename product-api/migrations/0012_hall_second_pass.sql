-- Several devices, submissions by the clock, forms of an earlier paper, earnest attempts.

-- device: of the writer, where it names one; null: unknown. Events without one are ordered by tick, as before.
ALTER TABLE attempt_events ADD COLUMN device TEXT;
-- By the server's estimate; null in rows of before: at_ms.
ALTER TABLE attempt_events ADD COLUMN happened_at_ms INTEGER;
-- How it came: 'form' (a page without script) or 'code' (a rescue code typed on another device); null: from the device itself.
ALTER TABLE attempt_events ADD COLUMN via TEXT;
-- A closer reason why it does not count than `standing` has: after-reveal, form-undated, period-over, paper-changed.
ALTER TABLE attempt_events ADD COLUMN reason TEXT;
-- Of a 'reveal': when the key was answered. Answers to its question that arrive later do not count.
ALTER TABLE attempt_events ADD COLUMN key_shown_at TEXT;

-- Until when answers given in time are awaited after a submission by the clock; null: final.
ALTER TABLE attempts ADD COLUMN provisional_until TEXT;
-- The number of the last event that the stored marks consider; null: marked before this column was there.
ALTER TABLE attempts ADD COLUMN marked_n INTEGER;
-- 1: would be compared with others, but is not earnest (domain/attempt/earnest.ts).
ALTER TABLE attempts ADD COLUMN is_left_out INTEGER NOT NULL DEFAULT 0;
-- Where a form showed another version of the paper: 'earlier' (marked by that version) or 'changed' (matched by the options' texts).
ALTER TABLE attempts ADD COLUMN form_paper TEXT;
-- Until when a run of the cron trigger submits it; another run takes it afterwards.
ALTER TABLE attempts ADD COLUMN claimed_until TEXT;

-- What the cron trigger looks for: nobody has submitted it, and its time may be over.
CREATE INDEX attempts_unsubmitted ON attempts (ends_at) WHERE submitted_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX attempts_left_out ON attempts (test_id) WHERE is_left_out = 1;

-- Attempts of before that are not earnest are no longer compared.
UPDATE attempts SET is_compared = 0, is_left_out = 1
WHERE is_compared = 1 AND NOT (
  answered > 0
  AND answered * 4 >= (SELECT head ->> 'questionCount' FROM paper_versions v WHERE v.id = attempts.version_id)
  AND (julianday(min(submitted_at, ends_at)) - julianday(started_at)) * 86400 >= answered * 5);
