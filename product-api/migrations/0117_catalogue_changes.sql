-- How many changes of the desk the published catalogue has, as its text says ("revision"). A text
-- with fewer replaces nothing, so that no deployment undoes what the desk decided. file_digest: of the
-- last catalogue that came from a file, where the desk has changed it since; NULL: it has not.
CREATE TABLE catalogue_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number >= 0),
  file_digest TEXT
);
INSERT INTO catalogue_revision VALUES (1, 0, NULL);
CREATE TRIGGER catalogue_revision_never_falls BEFORE UPDATE ON catalogue_revision
WHEN new.number < old.number BEGIN
  SELECT RAISE(ABORT, 'the desk has changed plans or coupons since this catalogue was written: export it and take over its catalogue.json');
END;

-- What the desk changes in plans, prices and coupons. kind: price, a new one from a time; off-sale,
-- on-sale: of a plan; coupon, coupon-withdrawn. subject: the plan's slug or the coupon's code. detail:
-- the price or the coupon, as catalogue.json has it. An approved change is made at its time, as a new
-- text of the catalogue: revision is that text's, base_digest that of the one before.
CREATE TABLE catalogue_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  form_key TEXT NOT NULL UNIQUE CHECK (length(form_key) BETWEEN 1 AND 60),
  kind TEXT NOT NULL CHECK (kind IN ('price', 'off-sale', 'on-sale', 'coupon', 'coupon-withdrawn')),
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 80),
  detail TEXT NOT NULL CHECK (json_valid(detail) AND length(detail) <= 2000),
  from_at TEXT NOT NULL,
  proposed_by INTEGER NOT NULL REFERENCES operators (id),
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'declined', 'made')),
  decided_by INTEGER REFERENCES operators (id),
  decided_at TEXT,
  revision INTEGER UNIQUE,
  base_digest TEXT,
  made_at TEXT,
  failure TEXT,
  CHECK ((state = 'proposed') = (decided_by IS NULL)),
  CHECK ((state = 'made') = (revision IS NOT NULL AND base_digest IS NOT NULL))
);
CREATE INDEX catalogue_changes_due ON catalogue_changes (from_at) WHERE state = 'approved';
CREATE INDEX catalogue_changes_open ON catalogue_changes (id) WHERE state IN ('proposed', 'approved');

CREATE TRIGGER catalogue_changes_begin BEFORE INSERT ON catalogue_changes
WHEN new.state <> 'proposed' OR EXISTS (SELECT 1 FROM catalogue_changes WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'a change of the catalogue begins as a proposal');
END;
CREATE TRIGGER catalogue_changes_decided_once BEFORE UPDATE ON catalogue_changes
WHEN (new.id, new.form_key, new.kind, new.subject, new.detail, new.from_at, new.proposed_by,
    new.proposed_at) <> (old.id, old.form_key, old.kind, old.subject, old.detail, old.from_at,
    old.proposed_by, old.proposed_at)
  OR old.state IN ('declined', 'made')
  OR (old.state = 'proposed' AND new.state NOT IN ('approved', 'declined'))
  OR (old.state = 'approved' AND new.state = 'proposed') BEGIN
  SELECT RAISE(ABORT, 'a change of the catalogue is decided once, as it was proposed');
END;
-- What takes something off sale gives nothing away, so that one person does it at once.
CREATE TRIGGER catalogue_changes_second_person BEFORE UPDATE ON catalogue_changes
WHEN old.state = 'proposed' AND new.state = 'approved'
  AND old.kind NOT IN ('off-sale', 'coupon-withdrawn') AND NOT EXISTS (
  SELECT 1 FROM operators WHERE id = new.decided_by AND id <> old.proposed_by
    AND role IN ('cashier', 'owner') AND disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a change of the catalogue is approved by a second person');
END;
-- The text that a change is made in is the published one.
CREATE TRIGGER catalogue_changes_of_this_text BEFORE UPDATE ON catalogue_changes
WHEN old.state = 'approved' AND new.state = 'made' AND (
  new.base_digest IS NOT (SELECT digest FROM content_files WHERE path = 'catalogue.json')
  OR new.revision <> 1 + (SELECT number FROM catalogue_revision)) BEGIN
  SELECT RAISE(ABORT, 'the catalogue has changed meanwhile');
END;
CREATE TRIGGER catalogue_changes_no_delete BEFORE DELETE ON catalogue_changes BEGIN
  SELECT RAISE(ABORT, 'a change of the catalogue is never deleted');
END;
