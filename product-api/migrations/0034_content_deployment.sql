-- When something was withdrawn: it is no longer listed, sold or started. Its row stays, because
-- subscriptions, payments and attempts refer to it. null: it is not withdrawn.
ALTER TABLE subscription_plans ADD COLUMN withdrawn_at TEXT;
ALTER TABLE practice_tests ADD COLUMN withdrawn_at TEXT;

-- Which documents each content file brought, so that those whose file is gone can be withdrawn.
-- slug: of a question card its editor's id, of a coupon its code.
CREATE TABLE content_documents (
  path TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN (
    'paper', 'card', 'page', 'pattern', 'study-plan', 'subscription-plan', 'coupon')),
  slug TEXT NOT NULL,
  PRIMARY KEY (path, kind, slug)
) WITHOUT ROWID;
CREATE INDEX content_documents_by_slug ON content_documents (kind, slug);
INSERT INTO content_documents (path, kind, slug)
SELECT 'catalogue.json', 'subscription-plan', slug FROM subscription_plans
UNION ALL SELECT 'catalogue.json', 'coupon', code FROM coupons;

-- An insertion fails: content names something that is not in the database. Nothing of the content
-- is stored then, instead of content without its exam or its tags.
CREATE VIEW missing_references AS SELECT '' AS kind, '' AS slug WHERE false;
CREATE TRIGGER missing_exam INSTEAD OF INSERT ON missing_references WHEN new.kind = 'exam' BEGIN
  SELECT RAISE(ABORT, 'the content names an exam that is not in the database');
END;
CREATE TRIGGER missing_tag INSTEAD OF INSERT ON missing_references WHEN new.kind = 'tag' BEGIN
  SELECT RAISE(ABORT, 'the content names a tag that is not in the database');
END;
CREATE TRIGGER missing_state INSTEAD OF INSERT ON missing_references WHEN new.kind = 'state' BEGIN
  SELECT RAISE(ABORT, 'the catalogue names a state that it does not have');
END;
CREATE TRIGGER missing_plan INSTEAD OF INSERT ON missing_references WHEN new.kind = 'plan' BEGIN
  SELECT RAISE(ABORT, 'a coupon names a plan that is not in the catalogue');
END;

-- Content that was loaded before this has no documents here yet: everything is loaded once more.
DELETE FROM content_files WHERE path NOT LIKE 'import:%';
