-- Short notices to readers. kind: notice, or maintenance, whose times are those of the work: it is
-- announced a day before. place: where it is shown; exam: the exam's slug. texts: {"kn": …} in every
-- language. Approved by somebody else, because every reader sees it; one person ends it.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  form_key TEXT NOT NULL UNIQUE CHECK (length(form_key) BETWEEN 1 AND 60),
  kind TEXT NOT NULL CHECK (kind IN ('notice', 'maintenance')),
  place TEXT NOT NULL CHECK (place IN ('everywhere', 'checkout', 'exam')),
  exam TEXT,
  from_at TEXT NOT NULL,
  until_at TEXT NOT NULL,
  texts TEXT NOT NULL CHECK (json_valid(texts) AND length(texts) <= 2000),
  proposed_by INTEGER NOT NULL REFERENCES operators (id),
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'declined', 'ended')),
  decided_by INTEGER REFERENCES operators (id),
  decided_at TEXT,
  ended_at TEXT,
  CHECK (until_at > from_at),
  CHECK ((place = 'exam') = (exam IS NOT NULL)),
  CHECK ((state = 'proposed') = (decided_by IS NULL)),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE INDEX notices_by_end ON notices (until_at) WHERE state IN ('proposed', 'approved');

CREATE TRIGGER notices_begin BEFORE INSERT ON notices
WHEN new.state <> 'proposed' OR EXISTS (SELECT 1 FROM notices WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'a notice begins as a proposal');
END;
CREATE TRIGGER notices_decided_once BEFORE UPDATE ON notices
WHEN (new.id, new.form_key, new.kind, new.place, new.from_at, new.until_at, new.texts,
    new.proposed_by, new.proposed_at) <> (old.id, old.form_key, old.kind, old.place, old.from_at,
    old.until_at, old.texts, old.proposed_by, old.proposed_at)
  OR new.exam IS NOT old.exam
  OR old.state IN ('declined', 'ended')
  OR (old.state = 'proposed' AND new.state NOT IN ('approved', 'declined'))
  OR (old.state = 'approved' AND (new.state <> 'ended' OR new.decided_by <> old.decided_by)) BEGIN
  SELECT RAISE(ABORT, 'a notice is decided once, as it was proposed');
END;
CREATE TRIGGER notices_second_person BEFORE UPDATE ON notices
WHEN old.state = 'proposed' AND new.state = 'approved' AND NOT EXISTS (
  SELECT 1 FROM operators WHERE id = new.decided_by AND id <> old.proposed_by
    AND role IN ('reviewer', 'owner') AND disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a notice is approved by a second person');
END;
CREATE TRIGGER notices_no_delete BEFORE DELETE ON notices BEGIN
  SELECT RAISE(ABORT, 'a notice is never deleted');
END;
