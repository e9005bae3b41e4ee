-- Refunds that the desk asked for. needs_second: whether a second person has to agree, by the sum. A
-- decision is made once, and an approval that needs a second person is somebody else's.
CREATE TABLE refund_proposals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id TEXT NOT NULL REFERENCES payment_transactions (id),
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer' AND amount_minor > 0),
  reason TEXT NOT NULL CHECK (reason <> ''),
  needs_second INTEGER NOT NULL CHECK (needs_second IN (0, 1)),
  proposed_by INTEGER NOT NULL REFERENCES operators (id),
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'declined')),
  decided_by INTEGER REFERENCES operators (id),
  decided_at TEXT,
  CHECK ((state = 'proposed') = (decided_by IS NULL))
);
CREATE INDEX refund_proposals_of_transaction ON refund_proposals (transaction_id);
CREATE UNIQUE INDEX one_proposed_refund_of_a_transaction ON refund_proposals (transaction_id)
WHERE state = 'proposed';

CREATE TRIGGER refund_proposals_begin BEFORE INSERT ON refund_proposals
WHEN new.state <> 'proposed' OR EXISTS (SELECT 1 FROM refund_proposals WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'a refund begins as a proposal');
END;
CREATE TRIGGER refund_proposals_decided_once BEFORE UPDATE ON refund_proposals
WHEN old.state <> 'proposed' OR new.state = 'proposed' OR new.needs_second <> old.needs_second
  OR new.proposed_by <> old.proposed_by OR new.amount_minor <> old.amount_minor
  OR new.transaction_id <> old.transaction_id BEGIN
  SELECT RAISE(ABORT, 'a refund is decided once, as it was proposed');
END;
CREATE TRIGGER refund_proposals_second_person BEFORE UPDATE ON refund_proposals
WHEN new.state = 'approved' AND old.needs_second = 1 AND NOT EXISTS (
  SELECT 1 FROM operators WHERE id = new.decided_by AND id <> old.proposed_by
    AND role IN ('cashier', 'owner') AND disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a refund of this sum is approved by a second person');
END;
CREATE TRIGGER refund_proposals_no_delete BEFORE DELETE ON refund_proposals BEGIN
  SELECT RAISE(ABORT, 'a proposed refund is never deleted');
END;
