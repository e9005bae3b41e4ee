-- The outcomes of all questions of a submitted attempt in one row; until now a row each
-- (attempt_outcomes), which are moved when they are next used, and by the cron trigger.

-- The documentIds of a version's questions, in their order: JSON.
ALTER TABLE paper_versions ADD COLUMN question_ids TEXT;
UPDATE paper_versions
SET question_ids = (SELECT json_group_array(value ->> 'id') FROM json_each(questions));
CREATE TRIGGER paper_versions_list_questions AFTER INSERT ON paper_versions BEGIN
  UPDATE paper_versions
  SET question_ids = (SELECT json_group_array(value ->> 'id') FROM json_each(new.questions))
  WHERE id = new.id;
END;

-- A character or an item of JSON for each question, in the paper's order.
CREATE TABLE attempt_marks (
  attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  -- The index of the chosen option as a character, from '0'; '-': none.
  options TEXT NOT NULL,
  -- r right, w wrong, b blank, n not-answered, a awarded, v void.
  outcomes TEXT NOT NULL CHECK (length(outcomes) = length(options)),
  units TEXT NOT NULL CHECK (json_valid(units)),
  spent_ms TEXT NOT NULL CHECK (json_valid(spent_ms)),
  -- The indexes in the table of languages (domain/locale.ts) in which they were read, as `options`.
  -- One character: all in the same.
  locales TEXT NOT NULL
);
