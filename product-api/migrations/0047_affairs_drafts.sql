-- Every saved text of a day's current affairs, written at the desk. content: JSON. digest: of the
-- content; publication compares it. A version is never changed, so that what was approved is what is
-- published, and its author stays its author.
CREATE TABLE affairs_versions (
  date TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 200),
  author_id INTEGER NOT NULL REFERENCES operators (id),
  content TEXT NOT NULL CHECK (json_valid(content) AND length(content) <= 100000),
  digest TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (date, version)
) WITHOUT ROWID;
CREATE TRIGGER affairs_versions_no_update BEFORE UPDATE ON affairs_versions BEGIN
  SELECT RAISE(ABORT, 'a saved version is never changed');
END;
CREATE TRIGGER affairs_versions_no_delete BEFORE DELETE ON affairs_versions BEGIN
  SELECT RAISE(ABORT, 'a saved version is never deleted');
END;
CREATE TRIGGER affairs_versions_no_replace BEFORE INSERT ON affairs_versions
WHEN EXISTS (SELECT 1 FROM affairs_versions WHERE date = new.date AND version >= new.version) BEGIN
  SELECT RAISE(ABORT, 'somebody saved another version meanwhile');
END;

-- Who agreed to which version. The approver is somebody other than its author, with a role that
-- reviews, whatever the program says.
CREATE TABLE affairs_approvals (
  date TEXT NOT NULL,
  version INTEGER NOT NULL,
  approver_id INTEGER NOT NULL REFERENCES operators (id),
  approved_at TEXT NOT NULL,
  PRIMARY KEY (date, version),
  FOREIGN KEY (date, version) REFERENCES affairs_versions (date, version)
) WITHOUT ROWID;
CREATE TRIGGER affairs_approvals_second_person BEFORE INSERT ON affairs_approvals
WHEN NOT EXISTS (
  SELECT 1 FROM affairs_versions v JOIN operators o ON o.id = new.approver_id
  WHERE v.date = new.date AND v.version = new.version AND v.author_id <> o.id
    AND o.role IN ('reviewer', 'owner') AND o.disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a version is approved by a reviewer who did not write it');
END;
CREATE TRIGGER affairs_approvals_no_update BEFORE UPDATE ON affairs_approvals BEGIN
  SELECT RAISE(ABORT, 'an approval is never changed');
END;

-- Where each day stands. version: the newest. publish_at: the minute of its publication. note: why a
-- reviewer returned it. failure: why the last publication failed.
CREATE TABLE affairs_days (
  date TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'review', 'scheduled', 'published')),
  publish_at TEXT NOT NULL,
  note TEXT,
  failure TEXT,
  published_version INTEGER,
  published_at TEXT,
  FOREIGN KEY (date, version) REFERENCES affairs_versions (date, version)
) WITHOUT ROWID;
CREATE INDEX affairs_days_of_state ON affairs_days (state, publish_at);
CREATE TRIGGER affairs_days_approved BEFORE UPDATE ON affairs_days
WHEN new.state IN ('scheduled', 'published') AND NOT EXISTS (
  SELECT 1 FROM affairs_approvals WHERE date = new.date AND version = new.version) BEGIN
  SELECT RAISE(ABORT, 'a day is published only in an approved version');
END;
CREATE TRIGGER affairs_days_begin_as_draft BEFORE INSERT ON affairs_days
WHEN new.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM affairs_days WHERE date = new.date) BEGIN
  SELECT RAISE(ABORT, 'a day begins as a draft');
END;

-- What the desk publishes is recorded as a content file, whose digest is that of the approved and
-- scheduled version of its day; everything else of the same transaction fails with it.
CREATE TRIGGER desk_content_approved BEFORE INSERT ON content_files
WHEN new.path LIKE 'desk:%' AND NOT EXISTS (
  SELECT 1 FROM affairs_days d JOIN affairs_versions v USING (date, version)
  JOIN affairs_approvals a USING (date, version)
  WHERE new.path = 'desk:affairs/' || d.date AND d.state = 'scheduled' AND v.digest = new.digest)
BEGIN
  SELECT RAISE(ABORT, 'the desk publishes only approved versions');
END;
CREATE TRIGGER desk_content_approved_again BEFORE UPDATE ON content_files
WHEN new.path LIKE 'desk:%' AND NOT EXISTS (
  SELECT 1 FROM affairs_days d JOIN affairs_versions v USING (date, version)
  JOIN affairs_approvals a USING (date, version)
  WHERE new.path = 'desk:affairs/' || d.date AND d.state = 'scheduled' AND v.digest = new.digest)
BEGIN
  SELECT RAISE(ABORT, 'the desk publishes only approved versions');
END;
