-- import_parts holds one 'rulings': rulings about keys, oldest first. One that is there already is
-- not made again; a new one is pending until its attempts are rescored.

INSERT INTO missing_references (kind, slug)
SELECT 'question', r.value ->> 'question' FROM import_parts, json_each(body) r
WHERE part = 'rulings' AND NOT EXISTS (
  SELECT 1 FROM questions WHERE editor_id = r.value ->> 'question');

INSERT INTO key_rulings (question_id, wording, kind, accepted, award, locale, reason, decided_at)
SELECT q.id, r.value ->> 'wording', r.value ->> 'kind',
  iif(r.value ->> 'kind' = 'accept', r.value -> 'accepted', NULL), r.value ->> 'award',
  r.value ->> 'locale', r.value -> 'reason', r.value ->> 'decidedAt'
FROM import_parts, json_each(body) r JOIN questions q ON q.editor_id = r.value ->> 'question'
WHERE part = 'rulings' AND NOT EXISTS (
  SELECT 1 FROM key_rulings k WHERE k.question_id = q.id AND k.kind = r.value ->> 'kind'
    AND k.decided_at = r.value ->> 'decidedAt' AND k.wording IS r.value ->> 'wording'
    AND k.locale IS r.value ->> 'locale')
ORDER BY r.key;
