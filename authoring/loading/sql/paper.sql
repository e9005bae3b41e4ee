-- import_parts holds any number of 'paper's, import_questions their questions and those that are in the bank alone (paper is null);
-- questions.sql has run before.
-- Everything is found again by slug or editor id, so that loading a file twice changes nothing, and updated_at moves only when the file did.

INSERT INTO missing_references (kind, slug)
SELECT 'exam', body ->> 'exam' FROM import_parts
WHERE part = 'paper' AND body ->> 'exam' NOT IN (SELECT slug FROM categories);

INSERT INTO practice_tests (document_id, slug, kind, year, position, category_id, languages, access, minutes,
  right_marks, wrong_marks, blank_marks, qualifying, question_count, source, checked_on, digest, created_at, updated_at)
SELECT body ->> 'documentId', body ->> 'slug', body ->> 'kind', body ->> 'year', body ->> 'position',
  (SELECT id FROM categories WHERE slug = body ->> 'exam'), body -> 'languages', body ->> 'access', body ->> 'minutes',
  body ->> 'right', body ->> 'wrong', body ->> 'blank', body ->> 'qualifying', body ->> 'questionCount', body ->> 'source', body ->> 'checkedOn',
  body ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts WHERE part = 'paper'
ON CONFLICT (slug) DO UPDATE SET
  kind = excluded.kind, year = excluded.year, position = excluded.position, category_id = excluded.category_id,
  languages = excluded.languages, access = excluded.access, minutes = excluded.minutes,
  right_marks = excluded.right_marks, wrong_marks = excluded.wrong_marks, blank_marks = excluded.blank_marks,
  qualifying = excluded.qualifying, question_count = excluded.question_count, source = excluded.source, checked_on = excluded.checked_on,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest, withdrawn_at = NULL;

DELETE FROM practice_test_texts
WHERE test_id IN (SELECT t.id FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug' WHERE part = 'paper')
  AND (test_id, locale) NOT IN (
    SELECT t.id, x.value ->> 'locale'
    FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug', json_each(body, '$.texts') x WHERE part = 'paper');

INSERT INTO practice_test_texts (test_id, locale, title, description)
SELECT t.id, x.value ->> 'locale', x.value ->> 'title', x.value ->> 'about'
FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug', json_each(body, '$.texts') x WHERE part = 'paper'
ON CONFLICT (test_id, locale) DO UPDATE SET title = excluded.title, description = excluded.description;

DELETE FROM test_questions
WHERE test_id IN (SELECT t.id FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug' WHERE part = 'paper');

DELETE FROM test_sections
WHERE test_id IN (SELECT t.id FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug' WHERE part = 'paper');

INSERT INTO test_sections (test_id, slug, position, minutes)
SELECT t.id, s.value ->> 'slug', s.key, s.value ->> 'minutes'
FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug', json_each(body, '$.sections') s WHERE part = 'paper';

INSERT INTO test_section_texts (section_id, locale, name)
SELECT r.id, x.key, x.value
FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug', json_each(body, '$.sections') s
  JOIN test_sections r ON r.test_id = t.id AND r.slug = s.value ->> 'slug', json_each(s.value, '$.name') x
WHERE part = 'paper';

INSERT INTO test_questions (test_id, position, question_id, section_id)
SELECT t.id, q.position, r.id, s.id
FROM import_questions q JOIN practice_tests t ON t.slug = q.paper JOIN questions r USING (editor_id)
  LEFT JOIN test_sections s ON s.test_id = t.id AND s.slug = q.section;

DELETE FROM practice_test_tags
WHERE test_id IN (SELECT t.id FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug' WHERE part = 'paper');

INSERT OR IGNORE INTO practice_test_tags (test_id, tag_id)
SELECT DISTINCT tq.test_id, g.tag_id
FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug'
  JOIN test_questions tq ON tq.test_id = t.id JOIN question_tags g ON g.question_id = tq.question_id
WHERE part = 'paper';

-- A paper is found by its name, its exam, its topics and what it says about itself; a question by its wording and its topics.
INSERT INTO search_entries (kind, test_id, title, topics, text)
SELECT 'paper', t.id, body ->> '$.found.title',
  (SELECT group_concat(folded, ' ') FROM category_texts WHERE category_id = t.category_id) || ' ' || coalesce(
    (SELECT group_concat(folded, ' ') FROM practice_test_tags g JOIN tag_texts USING (tag_id) WHERE g.test_id = t.id), ''),
  body ->> '$.found.text'
FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug' WHERE part = 'paper'
ON CONFLICT (test_id) DO UPDATE SET title = excluded.title, topics = excluded.topics, text = excluded.text;

INSERT INTO search_entries (kind, question_id, title, topics, text)
SELECT 'question', r.id, '',
  coalesce((SELECT group_concat(folded, ' ') FROM question_tags g JOIN tag_texts USING (tag_id) WHERE g.question_id = r.id), ''),
  body ->> '$.found.text'
FROM import_questions JOIN questions r USING (editor_id) WHERE paper IS NOT NULL
ON CONFLICT (question_id) DO UPDATE SET topics = excluded.topics, text = excluded.text;
