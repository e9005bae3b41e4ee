-- import_parts holds one 'pattern'.

INSERT INTO missing_references (kind, slug)
SELECT 'exam', x.value FROM import_parts, json_each(body, '$.exams') x
WHERE part = 'pattern' AND x.value NOT IN (SELECT slug FROM categories);

INSERT INTO pattern_sheets (document_id, slug, checked_on, digest, created_at, updated_at)
SELECT body ->> 'documentId', body ->> 'slug', body ->> 'checkedOn', body ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts WHERE part = 'pattern'
ON CONFLICT (slug) DO UPDATE SET checked_on = excluded.checked_on,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;

DELETE FROM pattern_sheet_texts
WHERE sheet_id = (SELECT p.id FROM import_parts JOIN pattern_sheets p ON p.slug = body ->> 'slug' WHERE part = 'pattern')
  AND locale NOT IN (SELECT x.value ->> 'locale' FROM import_parts, json_each(body, '$.texts') x WHERE part = 'pattern');

INSERT INTO pattern_sheet_texts (sheet_id, locale, title, stages)
SELECT p.id, x.value ->> 'locale', x.value ->> 'title', x.value -> 'stages'
FROM import_parts JOIN pattern_sheets p ON p.slug = body ->> 'slug', json_each(body, '$.texts') x WHERE part = 'pattern'
ON CONFLICT (sheet_id, locale) DO UPDATE SET title = excluded.title, stages = excluded.stages;

DELETE FROM pattern_sheet_categories
WHERE sheet_id = (SELECT p.id FROM import_parts JOIN pattern_sheets p ON p.slug = body ->> 'slug' WHERE part = 'pattern');

INSERT INTO pattern_sheet_categories (sheet_id, category_id)
SELECT p.id, c.id
FROM import_parts JOIN pattern_sheets p ON p.slug = body ->> 'slug', json_each(body, '$.exams') x JOIN categories c ON c.slug = x.value
WHERE part = 'pattern';
