-- Subscriptions that the desk gives to an account, with a reason. No payment belongs to them, so that
-- they are neither sales nor refunds. form_key: of the form, so that one that is sent twice gives
-- once. value_minor: what the days cost in rupees when it was asked for; NULL: the plan has no such
-- price. needs_second: whether a second person has to agree, by the value, as for refunds.
CREATE TABLE subscription_grants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  form_key TEXT NOT NULL UNIQUE CHECK (length(form_key) BETWEEN 1 AND 60),
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id),
  days INTEGER NOT NULL CHECK (typeof(days) = 'integer' AND days BETWEEN 1 AND 366),
  reason TEXT NOT NULL CHECK (reason <> ''),
  value_minor INTEGER,
  needs_second INTEGER NOT NULL CHECK (needs_second IN (0, 1)),
  proposed_by INTEGER NOT NULL REFERENCES operators (id),
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'declined')),
  decided_by INTEGER REFERENCES operators (id),
  decided_at TEXT,
  CHECK ((state = 'proposed') = (decided_by IS NULL))
);
CREATE INDEX subscription_grants_of_user ON subscription_grants (user_id);
CREATE INDEX subscription_grants_of_plan ON subscription_grants (plan_id);
CREATE UNIQUE INDEX one_proposed_grant_of_a_plan ON subscription_grants (user_id, plan_id)
WHERE state = 'proposed';

CREATE TRIGGER subscription_grants_begin BEFORE INSERT ON subscription_grants
WHEN new.state <> 'proposed' OR EXISTS (SELECT 1 FROM subscription_grants WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'a subscription is given by a proposal');
END;
-- user_id is cleared with the account.
CREATE TRIGGER subscription_grants_decided_once BEFORE UPDATE ON subscription_grants
WHEN ((new.id, new.form_key, new.plan_id, new.days, new.reason, new.needs_second, new.proposed_by,
    new.proposed_at) <> (old.id, old.form_key, old.plan_id, old.days, old.reason, old.needs_second,
    old.proposed_by, old.proposed_at)
  OR new.value_minor IS NOT old.value_minor
  OR (new.user_id IS NOT old.user_id AND new.user_id IS NOT NULL)
  OR (old.state <> 'proposed' AND (new.state <> old.state OR new.decided_by IS NOT old.decided_by
    OR new.decided_at IS NOT old.decided_at))
  OR (old.user_id IS NULL AND new.state <> old.state)) BEGIN
  SELECT RAISE(ABORT, 'a given subscription is decided once, as it was proposed');
END;
CREATE TRIGGER subscription_grants_second_person BEFORE UPDATE ON subscription_grants
WHEN new.state = 'approved' AND old.state = 'proposed' AND old.needs_second = 1 AND NOT EXISTS (
  SELECT 1 FROM operators WHERE id = new.decided_by AND id <> old.proposed_by
    AND role IN ('cashier', 'owner') AND disabled_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'a subscription of this value is given by a second person');
END;
CREATE TRIGGER subscription_grants_no_delete BEFORE DELETE ON subscription_grants BEGIN
  SELECT RAISE(ABORT, 'a given subscription is never deleted');
END;

-- NULL: it was paid for, or is of a demonstration account.
ALTER TABLE user_subscriptions ADD COLUMN grant_id INTEGER REFERENCES subscription_grants (id);
CREATE UNIQUE INDEX user_subscriptions_by_grant ON user_subscriptions (grant_id);
-- Only an approved proposal gives a subscription, to its account and for its plan.
CREATE TRIGGER granted_subscriptions_are_approved BEFORE INSERT ON user_subscriptions
WHEN new.grant_id IS NOT NULL AND (new.transaction_id IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM subscription_grants g WHERE g.id = new.grant_id AND g.state = 'approved'
    AND g.user_id = new.user_id AND g.plan_id = new.plan_id)) BEGIN
  SELECT RAISE(ABORT, 'a given subscription needs an approved proposal');
END;
CREATE TRIGGER granted_subscriptions_stay_granted
BEFORE UPDATE OF grant_id, transaction_id ON user_subscriptions
WHEN new.grant_id IS NOT old.grant_id
  OR (new.grant_id IS NOT NULL AND new.transaction_id IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'a given subscription stays one');
END;
