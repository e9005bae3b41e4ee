-- Everything that is published can be written out as text files (authoring/publishing/export-index.ts).

-- Two more kinds of documents. 'live-mock' was missing in the constraint, so that the documents of
-- live mocks were not recorded; 'lesson': the lessons of study plans, whose files have a text now.
CREATE TABLE recorded_documents (
  path TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN (
    'paper', 'live-mock', 'card', 'page', 'pattern', 'study-plan', 'lesson', 'subscription-plan',
    'coupon')),
  slug TEXT NOT NULL,
  PRIMARY KEY (path, kind, slug)
) WITHOUT ROWID;
INSERT INTO recorded_documents (path, kind, slug)
SELECT path, kind, slug FROM content_documents
UNION ALL
SELECT f.path, 'live-mock', m.slug FROM live_mocks m
JOIN content_files f ON f.path = 'live-mocks/' || m.slug || '.txt' WHERE m.withdrawn_at IS NULL;
DROP TABLE content_documents;
ALTER TABLE recorded_documents RENAME TO content_documents;
CREATE INDEX content_documents_by_slug ON content_documents (kind, slug);
CREATE TRIGGER desk_owns_its_papers BEFORE INSERT ON content_documents
WHEN new.kind = 'paper' AND new.path NOT LIKE 'desk:%' AND EXISTS (
  SELECT 1 FROM desk_papers WHERE slug = new.slug AND owned_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'the desk has published this paper, so that no file replaces it');
END;

-- The file of a live mock, encrypted, with its key (authoring/loading/sealed-source.ts): no table has
-- its text in clear before the results. NULL: it was loaded before this.
ALTER TABLE live_mock_keys ADD COLUMN source TEXT;
ALTER TABLE live_mock_keys ADD COLUMN source_key TEXT;
-- Those that have begun are loaded once more, which changes no code and no question.
DELETE FROM content_files WHERE path IN (
  SELECT 'live-mocks/' || slug || '.txt' FROM live_mocks WHERE version_id IS NOT NULL);

-- A ruling about a key names a question.
CREATE TRIGGER missing_question INSTEAD OF INSERT ON missing_references
WHEN new.kind = 'question' BEGIN
  SELECT RAISE(ABORT, 'a ruling names a question that is not in the database');
END;
