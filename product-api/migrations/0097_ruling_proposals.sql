-- Rulings about keys that the desk asked for. One person proposes, another decides; with the approval
-- the ruling itself is made, in the same transaction, so that the desk has no other way to one.
-- reports: JSON, the document ids of the readers' reports that it answers. expected: how many scores
-- it was about to change when it was approved.
CREATE TABLE ruling_proposals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  wording TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('accept', 'cancel')),
  accepted TEXT CHECK (json_valid(accepted)),
  award TEXT CHECK (award IN ('all', 'attempters', 'nobody')),
  locale TEXT REFERENCES locales (code),
  reason TEXT NOT NULL CHECK (json_valid(reason) AND length(reason) <= 4000),
  reports TEXT NOT NULL CHECK (json_valid(reports) AND length(reports) <= 10000),
  proposed_by INTEGER NOT NULL REFERENCES operators (id),
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'declined')),
  decided_by INTEGER REFERENCES operators (id),
  decided_at TEXT,
  expected INTEGER,
  CHECK ((kind = 'accept') = (accepted IS NOT NULL)),
  CHECK ((kind = 'cancel') = (award IS NOT NULL)),
  CHECK ((state = 'proposed') = (decided_by IS NULL))
);
CREATE INDEX ruling_proposals_of_question ON ruling_proposals (question_id);
CREATE UNIQUE INDEX one_proposed_ruling_of_a_question ON ruling_proposals (question_id)
WHERE state = 'proposed';

-- NULL: made by the command rule-key.
ALTER TABLE key_rulings ADD COLUMN proposal_id INTEGER REFERENCES ruling_proposals (id);
CREATE UNIQUE INDEX one_ruling_of_a_proposal ON key_rulings (proposal_id)
WHERE proposal_id IS NOT NULL;
-- How many scores a ruling has changed is counted on the desk's page.
CREATE INDEX score_changes_of_ruling ON score_changes (ruling_id);

CREATE TRIGGER ruling_proposals_begin BEFORE INSERT ON ruling_proposals
WHEN new.state <> 'proposed' OR EXISTS (SELECT 1 FROM ruling_proposals WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'a ruling begins as a proposal');
END;
CREATE TRIGGER ruling_proposals_decided_once BEFORE UPDATE ON ruling_proposals
WHEN old.state <> 'proposed' OR new.state = 'proposed'
  OR (new.id, new.question_id, new.kind, new.reason, new.reports, new.proposed_by, new.proposed_at)
    <> (old.id, old.question_id, old.kind, old.reason, old.reports, old.proposed_by, old.proposed_at)
  OR new.wording IS NOT old.wording OR new.accepted IS NOT old.accepted
  OR new.award IS NOT old.award OR new.locale IS NOT old.locale BEGIN
  SELECT RAISE(ABORT, 'a ruling is decided once, as it was proposed');
END;
CREATE TRIGGER ruling_proposals_second_person BEFORE UPDATE ON ruling_proposals
WHEN new.state = 'approved' AND NOT EXISTS (
  SELECT 1 FROM operators WHERE id = new.decided_by AND id <> old.proposed_by
    AND role IN ('reviewer', 'owner') AND disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a ruling is approved by a second person');
END;
CREATE TRIGGER ruling_proposals_no_delete BEFORE DELETE ON ruling_proposals BEGIN
  SELECT RAISE(ABORT, 'a proposed ruling is never deleted');
END;

CREATE TRIGGER ruling_proposals_are_made AFTER UPDATE ON ruling_proposals
WHEN new.state = 'approved' BEGIN
  INSERT INTO key_rulings (
    question_id, wording, kind, accepted, award, locale, reason, decided_at, proposal_id)
  VALUES (new.question_id, new.wording, new.kind, new.accepted, new.award, new.locale, new.reason,
    new.decided_at, new.id);
  UPDATE question_reports SET status = 'corrected', closed_at = new.decided_at,
    ruling_id = (SELECT id FROM key_rulings WHERE proposal_id = new.id), outcome = new.reason
  WHERE question_id = new.question_id AND status = 'open'
    AND document_id IN (SELECT value FROM json_each(new.reports));
END;
-- Only an approved proposal makes a ruling of the desk.
CREATE TRIGGER key_rulings_of_proposals BEFORE INSERT ON key_rulings
WHEN new.proposal_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM ruling_proposals WHERE id = new.proposal_id AND state = 'approved') BEGIN
  SELECT RAISE(ABORT, 'a ruling of the desk needs an approved proposal');
END;
