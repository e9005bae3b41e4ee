-- import_parts holds one 'plan'.

INSERT INTO missing_references (kind, slug)
SELECT 'exam', x.value FROM import_parts, json_each(body, '$.exams') x
WHERE part = 'plan' AND x.value NOT IN (SELECT slug FROM categories);

INSERT INTO study_plans (document_id, slug, position, days, source, checked_on, digest, created_at, updated_at)
SELECT body ->> 'documentId', body ->> 'slug', body ->> 'position', body -> 'days', body ->> 'source', body ->> 'checkedOn',
  body ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts WHERE part = 'plan'
ON CONFLICT (slug) DO UPDATE SET
  position = excluded.position, days = excluded.days, source = excluded.source, checked_on = excluded.checked_on,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;

DELETE FROM study_plan_texts
WHERE plan_id = (SELECT p.id FROM import_parts JOIN study_plans p ON p.slug = body ->> 'slug' WHERE part = 'plan')
  AND locale NOT IN (SELECT x.value ->> 'locale' FROM import_parts, json_each(body, '$.texts') x WHERE part = 'plan');

INSERT INTO study_plan_texts (plan_id, locale, title, about, lessons)
SELECT p.id, x.value ->> 'locale', x.value ->> 'title', x.value ->> 'about', x.value -> 'lessons'
FROM import_parts JOIN study_plans p ON p.slug = body ->> 'slug', json_each(body, '$.texts') x WHERE part = 'plan'
ON CONFLICT (plan_id, locale) DO UPDATE SET title = excluded.title, about = excluded.about, lessons = excluded.lessons;

DELETE FROM study_plan_categories
WHERE plan_id = (SELECT p.id FROM import_parts JOIN study_plans p ON p.slug = body ->> 'slug' WHERE part = 'plan');

INSERT INTO study_plan_categories (plan_id, category_id)
SELECT p.id, c.id
FROM import_parts JOIN study_plans p ON p.slug = body ->> 'slug', json_each(body, '$.exams') x JOIN categories c ON c.slug = x.value
WHERE part = 'plan';
