-- import_parts holds one 'page', import_questions its quiz; questions.sql has run before.

INSERT INTO missing_references (kind, slug)
SELECT 'exam', body ->> 'exam' FROM import_parts
WHERE part = 'page' AND body ->> 'exam' NOT IN (SELECT slug FROM categories);
INSERT INTO missing_references (kind, slug)
SELECT 'tag', x.value FROM import_parts, json_each(body, '$.topics') x
WHERE part = 'page' AND x.value NOT IN (SELECT slug FROM tags);

INSERT INTO pages (document_id, slug, kind, date, category_id, source, checked_on, digest, created_at, updated_at)
SELECT body ->> 'documentId', body ->> 'slug', body ->> 'kind', body ->> 'date',
  (SELECT id FROM categories WHERE slug = body ->> 'exam'), body ->> 'source', body ->> 'checkedOn',
  body ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts WHERE part = 'page'
ON CONFLICT (slug) DO UPDATE SET
  kind = excluded.kind, date = excluded.date, category_id = excluded.category_id, source = excluded.source,
  checked_on = excluded.checked_on, updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at),
  digest = excluded.digest;

DELETE FROM page_texts
WHERE page_id = (SELECT p.id FROM pages p JOIN import_parts ON part = 'page' AND slug = body ->> 'slug')
  AND locale NOT IN (SELECT x.value ->> 'locale' FROM import_parts, json_each(body, '$.texts') x WHERE part = 'page');

INSERT INTO page_texts (page_id, locale, title, description, body)
SELECT p.id, x.value ->> 'locale', x.value ->> 'title', x.value ->> 'description', x.value ->> 'body'
FROM import_parts JOIN pages p ON p.slug = body ->> 'slug', json_each(body, '$.texts') x WHERE part = 'page'
ON CONFLICT (page_id, locale) DO UPDATE SET title = excluded.title, description = excluded.description, body = excluded.body;

DELETE FROM page_tags
WHERE page_id = (SELECT p.id FROM pages p JOIN import_parts ON part = 'page' AND slug = body ->> 'slug');

INSERT OR IGNORE INTO page_tags (page_id, tag_id)
SELECT p.id, g.id
FROM import_parts JOIN pages p ON p.slug = body ->> 'slug', json_each(body, '$.topics') x JOIN tags g ON g.slug = x.value
WHERE part = 'page';

DELETE FROM page_questions
WHERE page_id = (SELECT p.id FROM pages p JOIN import_parts ON part = 'page' AND slug = body ->> 'slug');

INSERT INTO page_questions (page_id, position, question_id)
SELECT p.id, q.position, r.id
FROM import_parts i JOIN pages p ON p.slug = i.body ->> 'slug', import_questions q JOIN questions r USING (editor_id)
WHERE part = 'page';

INSERT INTO search_entries (kind, page_id, title, topics, text)
SELECT 'page', p.id, body ->> '$.found.title',
  coalesce((SELECT group_concat(folded, ' ') FROM page_tags g JOIN tag_texts USING (tag_id) WHERE g.page_id = p.id), '') || ' ' ||
    coalesce((SELECT group_concat(folded, ' ') FROM category_texts WHERE category_id = p.category_id), ''),
  body ->> '$.found.text'
FROM import_parts JOIN pages p ON p.slug = body ->> 'slug' WHERE part = 'page'
ON CONFLICT (page_id) DO UPDATE SET title = excluded.title, topics = excluded.topics, text = excluded.text;
