-- What result pages and question statistics say about all attempts at a paper, kept up by triggers:
-- whatever changes an attempt changes these in the same transaction, once.

-- How many compared attempts at a test have which score: JSON {"units:maximum": count}. left_out:
-- attempts that would be compared, but are not earnest.
CREATE TABLE paper_scores (
  test_id INTEGER PRIMARY KEY REFERENCES practice_tests (id) ON DELETE CASCADE,
  scores TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(scores)),
  left_out INTEGER NOT NULL DEFAULT 0
);

-- An insert adds `sign` (1 or -1) attempts with a score, and `left_out` attempts.
CREATE VIEW score_additions AS
SELECT NULL AS test_id, NULL AS units, NULL AS maximum, NULL AS sign, NULL AS left_out
WHERE false;
CREATE TRIGGER score_additions_are_counted INSTEAD OF INSERT ON score_additions BEGIN
  INSERT OR IGNORE INTO paper_scores (test_id)
  SELECT id FROM practice_tests WHERE id = new.test_id;
  UPDATE paper_scores SET
    left_out = left_out + new.left_out,
    scores = iif(new.sign = 0, scores, json_set(scores,
      '$."' || new.units || ':' || new.maximum || '"',
      coalesce(scores ->> ('$."' || new.units || ':' || new.maximum || '"'), 0) + new.sign))
  WHERE test_id = new.test_id;
END;

-- How often each option of each question of a version was chosen, in compared attempts: a JSON
-- array with, for each question, {"option and outcome": [attempts, sum of rights, sum of their squares]};
-- option and outcome as in attempt_marks, rights: how many questions those attempts have right.
CREATE TABLE version_counts (
  version_id INTEGER PRIMARY KEY REFERENCES paper_versions (id) ON DELETE CASCADE,
  counts TEXT NOT NULL CHECK (json_valid(counts))
);

CREATE VIEW mark_additions AS
SELECT NULL AS version_id, NULL AS options, NULL AS outcomes, NULL AS sign WHERE false;
CREATE TRIGGER mark_additions_are_counted INSTEAD OF INSERT ON mark_additions BEGIN
  INSERT OR IGNORE INTO version_counts (version_id, counts)
  SELECT id, (SELECT json_group_array(json('{}')) FROM json_each(question_ids))
  FROM paper_versions WHERE id = new.version_id;
  UPDATE version_counts SET counts = (
    SELECT json_group_array(json(iif(cell IS NULL, value, json_set(value, cell, json_array(
      coalesce(value ->> (cell || '[0]'), 0) + new.sign,
      coalesce(value ->> (cell || '[1]'), 0) + new.sign * rights,
      coalesce(value ->> (cell || '[2]'), 0) + new.sign * rights * rights)))) ORDER BY key)
    FROM (
      SELECT c.key, c.value,
        iif(c.key >= length(new.outcomes), NULL,
          '$."' || substr(new.options, c.key + 1, 1) || substr(new.outcomes, c.key + 1, 1) || '"')
          AS cell,
        length(new.outcomes) - length(replace(new.outcomes, 'r', '')) AS rights
      FROM json_each(counts) c))
  WHERE version_id = new.version_id;
END;

CREATE TRIGGER attempts_are_counted AFTER INSERT ON attempts
WHEN new.is_compared = 1 OR new.is_left_out = 1 BEGIN
  INSERT INTO score_additions
  VALUES (new.test_id, new.score_units, new.maximum_units, new.is_compared, new.is_left_out);
END;

CREATE TRIGGER changed_attempts_are_counted
AFTER UPDATE OF is_compared, is_left_out, score_units, maximum_units, version_id ON attempts
WHEN (old.is_compared, old.is_left_out, old.version_id)
    IS NOT (new.is_compared, new.is_left_out, new.version_id)
  OR (new.is_compared = 1
    AND (old.score_units, old.maximum_units) IS NOT (new.score_units, new.maximum_units)) BEGIN
  INSERT INTO score_additions
  SELECT old.test_id, old.score_units, old.maximum_units, -old.is_compared, -old.is_left_out
  WHERE old.is_compared = 1 OR old.is_left_out = 1;
  INSERT INTO score_additions
  SELECT new.test_id, new.score_units, new.maximum_units, new.is_compared, new.is_left_out
  WHERE new.is_compared = 1 OR new.is_left_out = 1;
  INSERT INTO mark_additions
  SELECT old.version_id, m.options, m.outcomes, -1 FROM attempt_marks m
  WHERE m.attempt_id = new.id AND old.is_compared = 1
    AND (new.is_compared = 0 OR new.version_id <> old.version_id);
  INSERT INTO mark_additions
  SELECT new.version_id, m.options, m.outcomes, 1 FROM attempt_marks m
  WHERE m.attempt_id = new.id AND new.is_compared = 1
    AND (old.is_compared = 0 OR new.version_id <> old.version_id);
END;

-- Before: the attempt's marks are deleted with it.
CREATE TRIGGER deleted_attempts_are_not_counted BEFORE DELETE ON attempts
WHEN old.is_compared = 1 OR old.is_left_out = 1 BEGIN
  INSERT INTO score_additions
  VALUES (old.test_id, old.score_units, old.maximum_units, -old.is_compared, -old.is_left_out);
  INSERT INTO mark_additions
  SELECT old.version_id, m.options, m.outcomes, -1
  FROM attempt_marks m WHERE m.attempt_id = old.id AND old.is_compared = 1;
END;

CREATE TRIGGER marks_are_counted AFTER INSERT ON attempt_marks BEGIN
  INSERT INTO mark_additions
  SELECT version_id, new.options, new.outcomes, 1
  FROM attempts WHERE id = new.attempt_id AND is_compared = 1;
END;

CREATE TRIGGER changed_marks_are_counted AFTER UPDATE OF options, outcomes ON attempt_marks
WHEN (old.options, old.outcomes) IS NOT (new.options, new.outcomes) BEGIN
  INSERT INTO mark_additions
  SELECT version_id, old.options, old.outcomes, -1
  FROM attempts WHERE id = new.attempt_id AND is_compared = 1;
  INSERT INTO mark_additions
  SELECT version_id, new.options, new.outcomes, 1
  FROM attempts WHERE id = new.attempt_id AND is_compared = 1;
END;

-- Not those that go with their attempt, which is not there any more.
CREATE TRIGGER deleted_marks_are_not_counted BEFORE DELETE ON attempt_marks BEGIN
  INSERT INTO mark_additions
  SELECT version_id, old.options, old.outcomes, -1
  FROM attempts WHERE id = old.attempt_id AND is_compared = 1;
END;

-- The attempts of before. Their marks are counted when they are moved.
INSERT INTO paper_scores (test_id, scores, left_out)
SELECT t.id,
  coalesce((
    SELECT json_group_object(score, n) FROM (
      SELECT score_units || ':' || maximum_units AS score, count(*) AS n
      FROM attempts a WHERE a.test_id = t.id AND a.is_compared = 1 GROUP BY score)), '{}'),
  (SELECT count(*) FROM attempts a WHERE a.test_id = t.id AND a.is_left_out = 1)
FROM practice_tests t
WHERE t.id IN (SELECT test_id FROM attempts WHERE is_compared = 1 OR is_left_out = 1);
