-- Papers written at the desk, in the text format of content/README.md.

-- The pieces of papers: a head, a section's header, a passage or a question, each once, by the digest
-- of its text, of a question with that of its passage. author_id: who wrote it first. key: the right option of a question, from 0; NULL: none, or
-- not exactly one. A piece is never changed, so that what was read is what is published.
CREATE TABLE paper_blocks (
  digest TEXT PRIMARY KEY,
  mark TEXT NOT NULL CHECK (mark IN ('head', 'section', 'passage', 'item')),
  text TEXT NOT NULL CHECK (length(text) <= 40000),
  key INTEGER,
  author_id INTEGER NOT NULL REFERENCES operators (id)
) WITHOUT ROWID;
CREATE TRIGGER paper_blocks_no_update BEFORE UPDATE ON paper_blocks BEGIN
  SELECT RAISE(ABORT, 'a saved text is never changed');
END;
CREATE TRIGGER paper_blocks_no_delete BEFORE DELETE ON paper_blocks BEGIN
  SELECT RAISE(ABORT, 'a saved text is never deleted');
END;
CREATE TRIGGER paper_blocks_no_replace BEFORE INSERT ON paper_blocks
WHEN EXISTS (SELECT 1 FROM paper_blocks WHERE digest = new.digest) BEGIN
  SELECT RAISE(IGNORE);
END;

-- Every saved state of a paper. blocks: JSON, the digests of its pieces in order. digest: of the
-- whole text; publication compares it.
CREATE TABLE paper_drafts (
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 80),
  version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 2000),
  author_id INTEGER NOT NULL REFERENCES operators (id),
  blocks TEXT NOT NULL CHECK (json_valid(blocks) AND length(blocks) <= 20000),
  digest TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (slug, version)
) WITHOUT ROWID;
CREATE TRIGGER paper_drafts_no_update BEFORE UPDATE ON paper_drafts BEGIN
  SELECT RAISE(ABORT, 'a saved version is never changed');
END;
CREATE TRIGGER paper_drafts_no_delete BEFORE DELETE ON paper_drafts BEGIN
  SELECT RAISE(ABORT, 'a saved version is never deleted');
END;
CREATE TRIGGER paper_drafts_no_replace BEFORE INSERT ON paper_drafts
WHEN EXISTS (SELECT 1 FROM paper_drafts WHERE slug = new.slug AND version >= new.version) BEGIN
  SELECT RAISE(ABORT, 'somebody saved another version meanwhile');
END;

-- The second reading, question by question: what somebody other than its author chose without seeing
-- the key. chosen: from 0; NULL: no option is right, or more than one. settled: why the reader agrees
-- to the key after all; NULL while the difference stands. A difference stops the paper until the
-- question is mended and read again. An answer is never changed.
CREATE TABLE paper_readings (
  slug TEXT NOT NULL,
  digest TEXT NOT NULL REFERENCES paper_blocks (digest),
  reader_id INTEGER NOT NULL REFERENCES operators (id),
  chosen INTEGER,
  remark TEXT NOT NULL,
  settled TEXT CHECK (settled IS NULL OR length(settled) BETWEEN 1 AND 1000),
  read_at TEXT NOT NULL,
  PRIMARY KEY (slug, digest, reader_id)
) WITHOUT ROWID;
CREATE TRIGGER paper_readings_second_person BEFORE INSERT ON paper_readings
WHEN new.settled IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM paper_blocks b JOIN operators o ON o.id = new.reader_id
  WHERE b.digest = new.digest AND b.mark = 'item' AND b.author_id <> o.id
    AND o.role IN ('reviewer', 'owner') AND o.disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a question is read by a reviewer who did not write it');
END;
CREATE TRIGGER paper_readings_once BEFORE INSERT ON paper_readings
WHEN EXISTS (SELECT 1 FROM paper_readings
  WHERE slug = new.slug AND digest = new.digest AND reader_id = new.reader_id) BEGIN
  SELECT RAISE(ABORT, 'a question is answered once');
END;
CREATE TRIGGER paper_readings_no_update BEFORE UPDATE ON paper_readings
WHEN old.settled IS NOT NULL OR new.slug <> old.slug OR new.digest <> old.digest
  OR new.reader_id <> old.reader_id OR new.chosen IS NOT old.chosen OR new.remark <> old.remark
  OR new.read_at <> old.read_at BEGIN
  SELECT RAISE(ABORT, 'an answer is never changed');
END;
CREATE TRIGGER paper_readings_no_delete BEFORE DELETE ON paper_readings BEGIN
  SELECT RAISE(ABORT, 'an answer is never deleted');
END;

-- Who agreed to which version of a paper: a reviewer who did not write it, when each of its questions
-- was read by somebody else than its author and no answer differs from its key.
CREATE TABLE paper_approvals (
  slug TEXT NOT NULL,
  version INTEGER NOT NULL,
  approver_id INTEGER NOT NULL REFERENCES operators (id),
  approved_at TEXT NOT NULL,
  PRIMARY KEY (slug, version),
  FOREIGN KEY (slug, version) REFERENCES paper_drafts (slug, version)
) WITHOUT ROWID;
CREATE TRIGGER paper_approvals_second_person BEFORE INSERT ON paper_approvals
WHEN NOT EXISTS (
  SELECT 1 FROM paper_drafts v JOIN operators o ON o.id = new.approver_id
  WHERE v.slug = new.slug AND v.version = new.version AND v.author_id <> o.id
    AND o.role IN ('reviewer', 'owner') AND o.disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a version is approved by a reviewer who did not write it');
END;
CREATE TRIGGER paper_approvals_read BEFORE INSERT ON paper_approvals
WHEN EXISTS (
  SELECT 1 FROM paper_drafts v, json_each(v.blocks) j JOIN paper_blocks b ON b.digest = j.value
  WHERE v.slug = new.slug AND v.version = new.version AND b.mark = 'item'
    AND (b.key IS NULL
      OR NOT EXISTS (
        SELECT 1 FROM paper_readings r WHERE r.slug = v.slug AND r.digest = b.digest
          AND r.reader_id <> b.author_id)
      OR EXISTS (
        SELECT 1 FROM paper_readings r WHERE r.slug = v.slug AND r.digest = b.digest
          AND r.chosen IS NOT b.key AND r.settled IS NULL))) BEGIN
  SELECT RAISE(ABORT, 'every question is read, without an open difference, before the approval');
END;
CREATE TRIGGER paper_approvals_no_update BEFORE UPDATE ON paper_approvals BEGIN
  SELECT RAISE(ABORT, 'an approval is never changed');
END;

-- Where each paper stands. version: the newest. publish_at: the minute of its publication; NULL until
-- it is approved. note: why a reviewer returned it. failure: why the last publication failed.
-- owned_at: when the desk published it first; from then on it is the desk's, and the files of
-- content/ no longer replace it.
CREATE TABLE desk_papers (
  slug TEXT PRIMARY KEY,
  exam TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'review', 'scheduled', 'published')),
  publish_at TEXT,
  note TEXT,
  failure TEXT,
  published_version INTEGER,
  published_at TEXT,
  owned_at TEXT,
  FOREIGN KEY (slug, version) REFERENCES paper_drafts (slug, version)
) WITHOUT ROWID;
CREATE INDEX desk_papers_of_state ON desk_papers (state, publish_at);
CREATE TRIGGER desk_papers_approved BEFORE UPDATE ON desk_papers
WHEN new.state IN ('scheduled', 'published') AND NOT EXISTS (
  SELECT 1 FROM paper_approvals WHERE slug = new.slug AND version = new.version) BEGIN
  SELECT RAISE(ABORT, 'a paper is published only in an approved version');
END;
CREATE TRIGGER desk_papers_begin_as_draft BEFORE INSERT ON desk_papers
WHEN new.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM desk_papers WHERE slug = new.slug) BEGIN
  SELECT RAISE(ABORT, 'a paper begins as a draft');
END;

-- What the desk publishes is recorded as a content file with the digest of an approved and scheduled
-- version: now of a day or of a paper.
DROP TRIGGER desk_content_approved;
DROP TRIGGER desk_content_approved_again;
CREATE VIEW publishable_at_the_desk AS
SELECT 'desk:affairs/' || d.date AS path, v.digest FROM affairs_days d
  JOIN affairs_versions v USING (date, version) JOIN affairs_approvals a USING (date, version)
  WHERE d.state = 'scheduled'
UNION ALL
SELECT 'desk:papers/' || p.slug, v.digest FROM desk_papers p
  JOIN paper_drafts v USING (slug, version) JOIN paper_approvals a USING (slug, version)
  WHERE p.state = 'scheduled';
CREATE TRIGGER desk_content_approved BEFORE INSERT ON content_files
WHEN new.path LIKE 'desk:%' AND NOT EXISTS (
  SELECT 1 FROM publishable_at_the_desk WHERE path = new.path AND digest = new.digest) BEGIN
  SELECT RAISE(ABORT, 'the desk publishes only approved versions');
END;
CREATE TRIGGER desk_content_approved_again BEFORE UPDATE ON content_files
WHEN new.path LIKE 'desk:%' AND NOT EXISTS (
  SELECT 1 FROM publishable_at_the_desk WHERE path = new.path AND digest = new.digest) BEGIN
  SELECT RAISE(ABORT, 'the desk publishes only approved versions');
END;

-- A file does not bring a paper that is the desk's.
CREATE TRIGGER desk_owns_its_papers BEFORE INSERT ON content_documents
WHEN new.kind = 'paper' AND new.path NOT LIKE 'desk:%' AND EXISTS (
  SELECT 1 FROM desk_papers WHERE slug = new.slug AND owned_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'the desk has published this paper, so that no file replaces it');
END;
