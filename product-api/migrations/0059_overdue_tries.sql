-- How often the cron trigger has tried to submit an attempt: after each failure it waits longer, so
-- that attempts that cannot be submitted do not keep others waiting.
ALTER TABLE attempts ADD COLUMN submit_tries INTEGER NOT NULL DEFAULT 0;
