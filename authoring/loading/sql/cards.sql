-- import_parts holds 'cards' (arrays).

INSERT INTO missing_references (kind, slug)
SELECT 'tag', x.value FROM import_parts, json_each(body) c, json_each(c.value, '$.topics') x
WHERE part = 'cards' AND x.value NOT IN (SELECT slug FROM tags);

INSERT INTO flash_cards (document_id, editor_id, position, digest, created_at, updated_at)
SELECT c.value ->> 'documentId', c.value ->> 'id', c.value ->> 'position', c.value ->> 'digest', c.value ->> 'now', c.value ->> 'now'
FROM import_parts, json_each(body) c WHERE part = 'cards'
ON CONFLICT (editor_id) DO UPDATE SET position = excluded.position,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;

INSERT INTO flash_card_texts (card_id, locale, front, back)
SELECT r.id, x.value ->> 'locale', x.value ->> 'front', x.value ->> 'back'
FROM import_parts, json_each(body) c JOIN flash_cards r ON r.editor_id = c.value ->> 'id', json_each(c.value, '$.texts') x
WHERE part = 'cards'
ON CONFLICT (card_id, locale) DO UPDATE SET front = excluded.front, back = excluded.back;

DELETE FROM flash_card_tags
WHERE card_id IN (SELECT r.id FROM import_parts, json_each(body) c JOIN flash_cards r ON r.editor_id = c.value ->> 'id' WHERE part = 'cards');

INSERT OR IGNORE INTO flash_card_tags (card_id, tag_id)
SELECT r.id, g.id
FROM import_parts, json_each(body) c JOIN flash_cards r ON r.editor_id = c.value ->> 'id', json_each(c.value, '$.topics') x
  JOIN tags g ON g.slug = x.value
WHERE part = 'cards';

INSERT INTO search_entries (kind, card_id, title, topics, text)
SELECT 'card', r.id, c.value ->> '$.found.title',
  coalesce((SELECT group_concat(folded, ' ') FROM flash_card_tags g JOIN tag_texts USING (tag_id) WHERE g.card_id = r.id), ''),
  c.value ->> '$.found.text'
FROM import_parts, json_each(body) c JOIN flash_cards r ON r.editor_id = c.value ->> 'id' WHERE part = 'cards'
ON CONFLICT (card_id) DO UPDATE SET title = excluded.title, topics = excluded.topics, text = excluded.text;
