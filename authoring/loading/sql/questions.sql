-- import_questions holds questions, with their keys and explanations, of papers, of quizzes, or in the bank alone. Runs before
-- the script of whatever they belong to.

INSERT INTO missing_references (kind, slug)
SELECT 'tag', x.value FROM import_questions, json_each(body, '$.topics') x
WHERE x.value NOT IN (SELECT slug FROM tags);

INSERT INTO questions (document_id, editor_id, figure, figure_width, figure_height)
SELECT body ->> 'documentId', editor_id, body ->> '$.figure.url', body ->> '$.figure.width', body ->> '$.figure.height'
FROM import_questions WHERE true
ON CONFLICT (editor_id) DO UPDATE SET
  figure = excluded.figure, figure_width = excluded.figure_width, figure_height = excluded.figure_height;

-- A corrected key of unchanged options is stored as a ruling in the same transaction, so that
-- attempts marked by the old key are rescored (product-api/scoring/pending-rulings.ts). An
-- operator's own ruling about the question stays in force.
INSERT INTO key_rulings (question_id, wording, kind, accepted, reason, decided_at)
SELECT r.id, body ->> 'wording', 'accept', json_array(body ->> 'correct'),
  json_object(
    'kn', 'ಕೀ ಉತ್ತರವನ್ನು ಸರಿಪಡಿಸಲಾಗಿದೆ.', 'en', 'The key was corrected.', 'te', 'కీ జవాబును సరిదిద్దారు.'),
  (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', started_at) FROM imports JOIN import_turn USING (token))
FROM import_questions JOIN questions r USING (editor_id) JOIN answer_keys k ON k.question_id = r.id
-- CASE: the other conditions are evaluated only for the few questions whose key differs.
WHERE CASE WHEN k.correct_option = body ->> 'correct' THEN false ELSE
  (SELECT count(*) FROM question_texts WHERE question_id = r.id) = json_array_length(body, '$.texts')
  AND NOT EXISTS (
    SELECT 1 FROM json_each(body, '$.texts') x WHERE NOT EXISTS (
      SELECT 1 FROM question_texts t
      WHERE t.question_id = r.id AND t.locale = x.value ->> 'locale' AND t.options = x.value -> 'options'))
  AND coalesce((
    SELECT kind = 'accept' AND locale IS NULL AND json(accepted) = json_array(k.correct_option) FROM key_rulings l
    WHERE l.question_id = r.id AND (wording IS NULL OR wording = body ->> 'wording') ORDER BY id DESC LIMIT 1), true)
  AND EXISTS (SELECT 1 FROM paper_versions WHERE json_type(keys, '$."' || r.document_id || '"') IS NOT NULL)
END;

DELETE FROM question_texts
WHERE question_id IN (SELECT r.id FROM import_questions JOIN questions r USING (editor_id))
  AND (question_id, locale) NOT IN (
    SELECT r.id, x.value ->> 'locale' FROM import_questions JOIN questions r USING (editor_id), json_each(body, '$.texts') x);

INSERT INTO question_texts (question_id, locale, stem, options, figure_alt)
SELECT r.id, x.value ->> 'locale', x.value ->> 'stem', x.value -> 'options', x.value ->> 'figureAlt'
FROM import_questions JOIN questions r USING (editor_id), json_each(body, '$.texts') x WHERE true
ON CONFLICT (question_id, locale) DO UPDATE SET stem = excluded.stem, options = excluded.options, figure_alt = excluded.figure_alt;

INSERT INTO answer_keys (question_id, correct_option)
SELECT r.id, body ->> 'correct' FROM import_questions JOIN questions r USING (editor_id) WHERE true
ON CONFLICT (question_id) DO UPDATE SET correct_option = excluded.correct_option;

DELETE FROM explanations
WHERE question_id IN (SELECT r.id FROM import_questions JOIN questions r USING (editor_id))
  AND (question_id, locale) NOT IN (
    SELECT r.id, x.key FROM import_questions JOIN questions r USING (editor_id), json_each(body, '$.explanation') x);

INSERT INTO explanations (question_id, locale, text)
SELECT r.id, x.key, x.value
FROM import_questions JOIN questions r USING (editor_id), json_each(body, '$.explanation') x WHERE true
ON CONFLICT (question_id, locale) DO UPDATE SET text = excluded.text;

DELETE FROM question_tags
WHERE question_id IN (SELECT r.id FROM import_questions JOIN questions r USING (editor_id));

INSERT OR IGNORE INTO question_tags (question_id, tag_id)
SELECT r.id, g.id
FROM import_questions JOIN questions r USING (editor_id), json_each(body, '$.topics') x JOIN tags g ON g.slug = x.value;
