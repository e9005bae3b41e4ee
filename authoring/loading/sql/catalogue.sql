-- import_parts holds one 'catalogue'.

-- Refused where the desk has made changes that this text does not have.
UPDATE catalogue_revision SET file_digest = NULL,
  number = (SELECT body ->> 'revision' FROM import_parts WHERE part = 'catalogue');

-- A language of domain/locale.ts: texts, attempts and payments refer to its row.
INSERT INTO locales (code, name, is_default, created_at, updated_at)
SELECT l.value ->> 'code', l.value ->> 'name', l.value ->> 'isDefault', body ->> 'now', body ->> 'now'
FROM import_parts, json_each(body, '$.locales') l WHERE part = 'catalogue'
ON CONFLICT (code) DO UPDATE SET name = excluded.name, is_default = excluded.is_default,
  updated_at = excluded.updated_at
  WHERE name <> excluded.name OR is_default <> excluded.is_default;

INSERT INTO states (document_id, slug, position, home_locale, papers_on_one_page, home_exams, digest, created_at, updated_at)
SELECT s.value ->> 'documentId', s.value ->> 'slug', s.key, s.value ->> 'homeLocale', coalesce(s.value ->> 'papersOnOnePage', 0),
  coalesce(s.value -> 'homeExams', '[]'), s.value ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts, json_each(body, '$.states') s WHERE part = 'catalogue'
ON CONFLICT (slug) DO UPDATE SET position = excluded.position, home_locale = excluded.home_locale,
  papers_on_one_page = excluded.papers_on_one_page, home_exams = excluded.home_exams,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;
INSERT INTO state_texts (state_id, locale, name, label)
SELECT r.id, x.key, x.value, s.value ->> ('$.label.' || x.key)
FROM import_parts, json_each(body, '$.states') s JOIN states r ON r.slug = s.value ->> 'slug', json_each(s.value, '$.name') x
WHERE part = 'catalogue'
ON CONFLICT (state_id, locale) DO UPDATE SET name = excluded.name, label = excluded.label;

INSERT INTO missing_references (kind, slug)
SELECT 'state', c.value ->> 'state' FROM import_parts, json_each(body, '$.categories') c
WHERE part = 'catalogue' AND c.value ->> 'state' NOT IN (SELECT slug FROM states);
-- An exam that the catalogue no longer has is withdrawn, and refused where it has papers.
INSERT INTO missing_references (kind, slug)
SELECT 'exam-with-papers', slug FROM categories WHERE id IN (SELECT category_id FROM practice_tests) AND slug NOT IN (
  SELECT c.value ->> 'slug' FROM import_parts, json_each(body, '$.categories') c WHERE part = 'catalogue');
UPDATE categories SET withdrawn_at = (SELECT body ->> 'now' FROM import_parts WHERE part = 'catalogue')
WHERE withdrawn_at IS NULL AND slug NOT IN (
  SELECT c.value ->> 'slug' FROM import_parts, json_each(body, '$.categories') c WHERE part = 'catalogue');
INSERT INTO categories (document_id, slug, state_id, position, exam_group, hall, languages, withdrawn_at, digest, created_at, updated_at)
SELECT c.value ->> 'documentId', c.value ->> 'slug', (SELECT id FROM states WHERE slug = c.value ->> 'state'), c.key,
  c.value ->> 'group', coalesce(c.value ->> 'hall', 'standard'), c.value -> 'languages', iif(c.value ->> 'withdrawn', body ->> 'now', NULL),
  c.value ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts, json_each(body, '$.categories') c WHERE part = 'catalogue'
ON CONFLICT (slug) DO UPDATE SET state_id = excluded.state_id, position = excluded.position, languages = excluded.languages,
  exam_group = excluded.exam_group, hall = excluded.hall,
  withdrawn_at = iif(excluded.withdrawn_at IS NULL, NULL, coalesce(withdrawn_at, excluded.withdrawn_at)),
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;
INSERT INTO category_texts (category_id, locale, name, folded, label, note)
SELECT r.id, x.key, x.value, c.value ->> ('$.folded.' || x.key), c.value ->> ('$.label.' || x.key),
  c.value ->> ('$.note.' || x.key)
FROM import_parts, json_each(body, '$.categories') c JOIN categories r ON r.slug = c.value ->> 'slug', json_each(c.value, '$.name') x
WHERE part = 'catalogue'
ON CONFLICT (category_id, locale) DO UPDATE SET name = excluded.name, folded = excluded.folded, label = excluded.label,
  note = excluded.note;

INSERT INTO tags (document_id, slug, position, digest, created_at, updated_at)
SELECT g.value ->> 'documentId', g.value ->> 'slug', g.key, g.value ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts, json_each(body, '$.tags') g WHERE part = 'catalogue'
ON CONFLICT (slug) DO UPDATE SET position = excluded.position,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;
INSERT INTO tag_texts (tag_id, locale, name, folded)
SELECT r.id, x.key, x.value, g.value ->> ('$.folded.' || x.key)
FROM import_parts, json_each(body, '$.tags') g JOIN tags r ON r.slug = g.value ->> 'slug', json_each(g.value, '$.name') x
WHERE part = 'catalogue'
ON CONFLICT (tag_id, locale) DO UPDATE SET name = excluded.name, folded = excluded.folded;

INSERT INTO missing_references (kind, slug)
SELECT 'state', p.value ->> 'state' FROM import_parts, json_each(body, '$.plans') p
WHERE part = 'catalogue' AND p.value ->> 'state' NOT IN (SELECT slug FROM states);
INSERT INTO missing_references (kind, slug)
SELECT 'exam', x.value FROM import_parts, json_each(body, '$.plans') p, json_each(p.value, '$.categories') x
WHERE part = 'catalogue' AND x.value NOT IN (SELECT slug FROM categories);
INSERT INTO missing_references (kind, slug)
SELECT 'plan', k.value ->> 'plan' FROM import_parts, json_each(body, '$.coupons') k
WHERE part = 'catalogue' AND k.value ->> 'plan' NOT IN (
  SELECT p.value ->> 'slug' FROM import_parts, json_each(body, '$.plans') p WHERE part = 'catalogue');

-- A plan or a coupon that the catalogue no longer has is no longer sold. What was bought stays, and
-- so does what other programs inserted.
UPDATE subscription_plans SET withdrawn_at = (SELECT body ->> 'now' FROM import_parts WHERE part = 'catalogue')
WHERE withdrawn_at IS NULL
  AND slug IN (SELECT slug FROM content_documents WHERE path = 'catalogue.json' AND kind = 'subscription-plan')
  AND slug NOT IN (
    SELECT p.value ->> 'slug' FROM import_parts, json_each(body, '$.plans') p WHERE part = 'catalogue');
DELETE FROM coupons
WHERE code IN (SELECT slug FROM content_documents WHERE path = 'catalogue.json' AND kind = 'coupon')
  AND code NOT IN (
    SELECT k.value ->> 'code' FROM import_parts, json_each(body, '$.coupons') k WHERE part = 'catalogue');
DELETE FROM content_documents WHERE path = 'catalogue.json' AND (
  kind = 'subscription-plan' AND slug NOT IN (
    SELECT p.value ->> 'slug' FROM import_parts, json_each(body, '$.plans') p WHERE part = 'catalogue')
  OR kind = 'coupon' AND slug NOT IN (
    SELECT k.value ->> 'code' FROM import_parts, json_each(body, '$.coupons') k WHERE part = 'catalogue'));

INSERT INTO subscription_plans (document_id, slug, position, days, state_id, digest, withdrawn_at, created_at, updated_at)
SELECT p.value ->> 'documentId', p.value ->> 'slug', p.key, p.value ->> 'days', (SELECT id FROM states WHERE slug = p.value ->> 'state'),
  p.value ->> 'digest', iif(p.value ->> 'offSale', body ->> 'now', NULL), body ->> 'now', body ->> 'now'
FROM import_parts, json_each(body, '$.plans') p WHERE part = 'catalogue'
ON CONFLICT (slug) DO UPDATE SET position = excluded.position, days = excluded.days, state_id = excluded.state_id,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest,
  withdrawn_at = iif(excluded.withdrawn_at IS NULL, NULL, coalesce(withdrawn_at, excluded.withdrawn_at));
INSERT INTO subscription_plan_texts (plan_id, locale, name, description)
SELECT r.id, x.key, x.value, p.value ->> ('$.about.' || x.key)
FROM import_parts, json_each(body, '$.plans') p JOIN subscription_plans r ON r.slug = p.value ->> 'slug', json_each(p.value, '$.name') x
WHERE part = 'catalogue'
ON CONFLICT (plan_id, locale) DO UPDATE SET name = excluded.name, description = excluded.description;
DELETE FROM plan_prices WHERE plan_id IN (
  SELECT r.id FROM import_parts, json_each(body, '$.plans') p JOIN subscription_plans r ON r.slug = p.value ->> 'slug' WHERE part = 'catalogue');
INSERT INTO plan_prices (plan_id, currency, amount_minor)
SELECT r.id, x.value ->> 'currency', x.value ->> 'amountMinor'
FROM import_parts, json_each(body, '$.plans') p JOIN subscription_plans r ON r.slug = p.value ->> 'slug', json_each(p.value, '$.prices') x
WHERE part = 'catalogue';
DELETE FROM plan_categories WHERE plan_id IN (
  SELECT r.id FROM import_parts, json_each(body, '$.plans') p JOIN subscription_plans r ON r.slug = p.value ->> 'slug' WHERE part = 'catalogue');
INSERT INTO plan_categories (plan_id, category_id)
SELECT r.id, c.id
FROM import_parts, json_each(body, '$.plans') p JOIN subscription_plans r ON r.slug = p.value ->> 'slug', json_each(p.value, '$.categories') x
  JOIN categories c ON c.slug = x.value
WHERE part = 'catalogue';

INSERT INTO coupons (code, percent, amount_minor, currency, plan_id, starts_at, ends_at, most_uses, most_uses_each, digest, created_at, updated_at)
SELECT k.value ->> 'code', k.value ->> 'percent', k.value ->> 'amountMinor', k.value ->> 'currency',
  (SELECT id FROM subscription_plans WHERE slug = k.value ->> 'plan'), k.value ->> 'from', k.value ->> 'until', k.value ->> 'uses',
  coalesce(k.value ->> 'usesEach', 1), k.value ->> 'digest', body ->> 'now', body ->> 'now'
FROM import_parts, json_each(body, '$.coupons') k WHERE part = 'catalogue'
ON CONFLICT (code) DO UPDATE SET percent = excluded.percent, amount_minor = excluded.amount_minor, currency = excluded.currency,
  plan_id = excluded.plan_id, starts_at = excluded.starts_at, ends_at = excluded.ends_at, most_uses = excluded.most_uses,
  most_uses_each = excluded.most_uses_each,
  updated_at = iif(digest = excluded.digest, updated_at, excluded.updated_at), digest = excluded.digest;
