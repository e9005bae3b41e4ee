-- Attempts are kept in an object of their reader (product-api/reader-object.ts); their rows here are
-- summaries, which the objects send (attempts/summaries.ts). Attempts of before are moved when their
-- reader comes, and by the cron trigger.

-- 1: the attempt is in its reader's object, and this row is a summary.
ALTER TABLE attempts ADD COLUMN in_object INTEGER NOT NULL DEFAULT 0;
-- The number of the summary that is stored: an earlier one that comes later has no effect.
ALTER TABLE attempts ADD COLUMN summary_n INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempt_marks ADD COLUMN summary_n INTEGER NOT NULL DEFAULT 0;
CREATE INDEX attempts_not_moved ON attempts (submitted_at IS NOT NULL, user_id, guest_id)
WHERE in_object = 0;

-- While a deployment replaces the Worker, its previous version would write to an attempt that is
-- kept elsewhere by now: the device is refused, and sends again.
CREATE TRIGGER journals_of_objects_stay_there BEFORE UPDATE OF journal_tail ON attempts
WHEN old.in_object = 1 AND new.journal_tail IS NOT NULL BEGIN
  SELECT raise(ABORT, 'This attempt is kept in its reader''s object: try again');
END;
CREATE TRIGGER attempts_of_objects_are_submitted_there BEFORE UPDATE OF submitted_at ON attempts
WHEN old.in_object = 1 AND old.submitted_at IS NOT new.submitted_at
  AND new.summary_n = old.summary_n BEGIN
  SELECT raise(ABORT, 'This attempt is kept in its reader''s object: try again');
END;

-- For which premium test a member has spent the free one: an attempt's own row comes later.
ALTER TABLE users ADD COLUMN free_test_id INTEGER REFERENCES practice_tests (id) ON DELETE SET NULL;
UPDATE users SET free_test_id = (
  SELECT test_id FROM attempts
  WHERE user_id = users.id AND right_by = 'one-premium-test' ORDER BY started_at LIMIT 1)
WHERE free_test_taken = 1;

-- Attempts whose marks a ruling has changed here, and whose objects are still to be told.
CREATE TABLE rescored_attempts (
  attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  -- Until when a message of the queue is under way.
  sent_until TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX rescored_attempts_to_send ON rescored_attempts (sent_until);
