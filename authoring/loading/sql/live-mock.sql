-- import_parts holds a 'live-mock': a paper without its questions, which are encrypted in it.
-- The paper itself is withdrawn: nobody can start or find it until it is loaded as a paper.
-- After the bell (version_id is set), only the time of the results and the keys may change, and
-- the keys no more once the results are published.

INSERT INTO missing_references (kind, slug)
SELECT 'exam', body ->> 'exam' FROM import_parts
WHERE part = 'live-mock' AND body ->> 'exam' NOT IN (SELECT slug FROM categories);

INSERT INTO practice_tests (document_id, slug, kind, year, position, category_id, languages, access, minutes,
  right_marks, wrong_marks, blank_marks, qualifying, question_count, source, checked_on, digest, created_at, updated_at,
  withdrawn_at)
SELECT body ->> 'documentId', body ->> 'slug', body ->> 'kind', body ->> 'year', body ->> 'position',
  (SELECT id FROM categories WHERE slug = body ->> 'exam'), body -> 'languages', body ->> 'access', body ->> 'minutes',
  body ->> 'right', body ->> 'wrong', body ->> 'blank', body ->> 'qualifying', body ->> 'questionCount', body ->> 'source',
  body ->> 'checkedOn', body ->> 'digest', body ->> 'now', body ->> 'now', body ->> 'now'
FROM import_parts WHERE part = 'live-mock'
ON CONFLICT (slug) DO UPDATE SET
  kind = excluded.kind, year = excluded.year, category_id = excluded.category_id, languages = excluded.languages,
  minutes = excluded.minutes, right_marks = excluded.right_marks, wrong_marks = excluded.wrong_marks,
  blank_marks = excluded.blank_marks, qualifying = excluded.qualifying, question_count = excluded.question_count,
  digest = excluded.digest, updated_at = excluded.updated_at
WHERE practice_tests.withdrawn_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM live_mocks WHERE slug = excluded.slug AND version_id IS NOT NULL);

INSERT INTO live_mocks (slug, test_id, titles, abouts, exams, bell_at, minutes, latest_minutes, results_at, head,
  sealed, sealed_bytes, sealed_digest, created_at, updated_at)
SELECT body ->> 'slug', t.id,
  (SELECT json_group_object(value ->> 'locale', value ->> 'title') FROM json_each(body, '$.texts')),
  (SELECT json_group_object(value ->> 'locale', value ->> 'about') FROM json_each(body, '$.texts')),
  body -> 'exams', body ->> 'bellAt', body ->> 'minutes', body ->> 'latestMinutes', body ->> 'resultsAt',
  json_set(body -> 'head', '$.state', (SELECT s.slug FROM states s JOIN categories c ON c.state_id = s.id WHERE c.slug = body ->> 'exam')),
  body ->> 'sealed', body ->> 'sealedBytes', body ->> 'sealedDigest', body ->> 'now', body ->> 'now'
FROM import_parts JOIN practice_tests t ON t.slug = body ->> 'slug' WHERE part = 'live-mock'
ON CONFLICT (slug) DO UPDATE SET
  titles = excluded.titles, abouts = excluded.abouts, exams = excluded.exams, bell_at = excluded.bell_at,
  minutes = excluded.minutes, latest_minutes = excluded.latest_minutes, head = excluded.head, sealed = excluded.sealed,
  sealed_bytes = excluded.sealed_bytes, sealed_digest = excluded.sealed_digest
WHERE live_mocks.version_id IS NULL;

UPDATE live_mocks SET results_at = body ->> 'resultsAt', updated_at = body ->> 'now', withdrawn_at = NULL
FROM import_parts WHERE part = 'live-mock' AND live_mocks.slug = body ->> 'slug' AND published_at IS NULL;

INSERT INTO live_mock_keys (slug, code, paper_key, answer_keys)
SELECT body ->> 'slug', body ->> 'code', body ->> 'paperKey', body -> 'answerKeys'
FROM import_parts WHERE part = 'live-mock'
ON CONFLICT (slug) DO UPDATE SET
  code = excluded.code, paper_key = excluded.paper_key, answer_keys = excluded.answer_keys,
  read_early_at = NULL, early_reads = 0
WHERE EXISTS (SELECT 1 FROM live_mocks m WHERE m.slug = excluded.slug AND m.version_id IS NULL);

UPDATE live_mock_keys SET answer_keys = body -> 'answerKeys'
FROM import_parts WHERE part = 'live-mock' AND live_mock_keys.slug = body ->> 'slug'
  AND EXISTS (SELECT 1 FROM live_mocks m WHERE m.slug = live_mock_keys.slug AND m.published_at IS NULL);

-- The file as it was loaded last, whatever of it still counts.
UPDATE live_mock_keys SET source = body ->> '$.file.source', source_key = body ->> '$.file.sourceKey'
FROM import_parts WHERE part = 'live-mock' AND live_mock_keys.slug = body ->> 'slug';
