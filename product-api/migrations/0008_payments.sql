-- Money: attempts to pay, everything that happened to them, and what was bought, credited and given back.
-- Amounts are whole minor units of their currency, always.

CREATE TABLE coupons (
  code TEXT PRIMARY KEY COLLATE NOCASE,
  percent INTEGER CHECK (typeof(percent) IN ('null', 'integer') AND percent BETWEEN 1 AND 90),
  amount_minor INTEGER CHECK (typeof(amount_minor) IN ('null', 'integer') AND amount_minor > 0),
  currency TEXT,
  -- Without one it is good for every plan.
  plan_id INTEGER REFERENCES subscription_plans (id) ON DELETE CASCADE,
  starts_at TEXT,
  ends_at TEXT,
  most_uses INTEGER CHECK (most_uses > 0),
  most_uses_each INTEGER NOT NULL DEFAULT 1 CHECK (most_uses_each > 0),
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((percent IS NULL) <> (amount_minor IS NULL)),
  CHECK ((amount_minor IS NULL) = (currency IS NULL))
) WITHOUT ROWID;

-- One row is one attempt to pay and one order at the provider. It outlives the account, without naming anybody: the books want it.
CREATE TABLE payment_transactions (
  -- Also PayPal's custom_id and invoice_id, and PhonePe's merchantOrderId.
  id TEXT PRIMARY KEY CHECK (length(id) = 26),
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  plan_id INTEGER NOT NULL REFERENCES subscription_plans (id),
  -- What was offered, as it was then: {slug, days, name}, and how the sum came about.
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  lines TEXT NOT NULL CHECK (json_valid(lines)),
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer' AND amount_minor > 0),
  currency TEXT NOT NULL,
  exponent INTEGER NOT NULL CHECK (exponent IN (0, 2)),
  coupon_code TEXT COLLATE NOCASE,
  credit_minor INTEGER NOT NULL DEFAULT 0 CHECK (typeof(credit_minor) = 'integer' AND credit_minor >= 0),
  locale TEXT NOT NULL REFERENCES locales (code),
  return_to TEXT,
  provider TEXT NOT NULL CHECK (provider IN ('paypal', 'phonepe')),
  -- What the form of the checkout carries: a double click is one attempt.
  checkout_key TEXT,
  provider_order_id TEXT,
  provider_reference TEXT,
  provider_capture_id TEXT,
  redirect_url TEXT,
  provider_expires_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN (
    'created', 'redirected', 'approved', 'capturing', 'pending', 'paid', 'failed', 'cancelled', 'expired',
    'refunded', 'partially_refunded', 'reversed', 'review')),
  failure TEXT,
  -- Every write of the state counts it up and names its writer: whoever decided on an older state has to look again.
  state_version INTEGER NOT NULL DEFAULT 0,
  written_by TEXT,
  idem_create TEXT NOT NULL,
  idem_capture TEXT NOT NULL,
  return_nonce TEXT NOT NULL,
  returned_at TEXT,
  lease_until TEXT,
  last_checked_at TEXT,
  next_check_at TEXT,
  last_error TEXT,
  refunded_minor INTEGER NOT NULL DEFAULT 0 CHECK (typeof(refunded_minor) = 'integer' AND refunded_minor >= 0 AND refunded_minor <= amount_minor),
  receipt_year INTEGER,
  receipt_n INTEGER,
  paid_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((receipt_n IS NULL) = (paid_at IS NULL)),
  CHECK ((receipt_year IS NULL) = (paid_at IS NULL)),
  CHECK (state NOT IN ('paid', 'refunded', 'partially_refunded', 'reversed') OR paid_at IS NOT NULL)
);
CREATE UNIQUE INDEX payment_transactions_by_checkout_key ON payment_transactions (user_id, checkout_key);
CREATE UNIQUE INDEX payment_transactions_by_order ON payment_transactions (provider, provider_order_id);
CREATE UNIQUE INDEX payment_transactions_by_capture ON payment_transactions (provider, provider_capture_id);
CREATE UNIQUE INDEX payment_transactions_by_receipt ON payment_transactions (receipt_year, receipt_n);
CREATE INDEX payment_transactions_of_user ON payment_transactions (user_id, plan_id, state);
CREATE INDEX payment_transactions_of_coupon ON payment_transactions (coupon_code) WHERE coupon_code IS NOT NULL;
CREATE INDEX payment_transactions_due ON payment_transactions (next_check_at) WHERE next_check_at IS NOT NULL;

-- The ledger: only ever added to. amount_minor: what came in; below zero, what went back.
CREATE TABLE payment_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id TEXT REFERENCES payment_transactions (id),
  provider TEXT NOT NULL,
  -- Of a webhook: its id, or the digest of its text where the provider gives none.
  event_id TEXT,
  kind TEXT NOT NULL,
  cause TEXT NOT NULL,
  from_state TEXT,
  to_state TEXT,
  amount_minor INTEGER NOT NULL DEFAULT 0 CHECK (typeof(amount_minor) = 'integer'),
  currency TEXT,
  detail TEXT,
  raw_hash TEXT,
  at TEXT NOT NULL
);
CREATE UNIQUE INDEX payment_events_by_id ON payment_events (provider, event_id);
CREATE INDEX payment_events_of_transaction ON payment_events (transaction_id, id);
CREATE TRIGGER payment_events_are_not_changed BEFORE UPDATE ON payment_events
BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;
CREATE TRIGGER payment_events_are_not_deleted BEFORE DELETE ON payment_events
BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

-- What a payment gives. One at most for each transaction, whatever may race.
ALTER TABLE user_subscriptions ADD COLUMN transaction_id TEXT REFERENCES payment_transactions (id);
CREATE UNIQUE INDEX user_subscriptions_by_transaction ON user_subscriptions (transaction_id);
-- A subscription has no words of its own; this gives it the shape of those documents that have.
CREATE VIEW user_subscription_texts AS
  SELECT s.id AS id, s.id AS subscription_id, l.code AS locale FROM user_subscriptions s CROSS JOIN locales l;

CREATE TABLE refund_requests (
  id TEXT PRIMARY KEY CHECK (length(id) = 26),
  transaction_id TEXT NOT NULL REFERENCES payment_transactions (id),
  asked_by TEXT NOT NULL CHECK (asked_by IN ('reader', 'operator', 'provider')),
  -- The reader's own words; goes with the account.
  reason TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL CHECK (status IN ('requested', 'approved', 'sent', 'done', 'declined')),
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer' AND amount_minor > 0),
  -- Which try at the provider: PhonePe takes an id only once.
  tries INTEGER NOT NULL DEFAULT 0,
  provider_refund_id TEXT UNIQUE,
  failure TEXT,
  next_check_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX one_open_refund_of_a_transaction ON refund_requests (transaction_id) WHERE status IN ('requested', 'approved', 'sent');
CREATE INDEX refund_requests_of_transaction ON refund_requests (transaction_id);
CREATE INDEX refund_requests_due ON refund_requests (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE referral_codes (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code TEXT NOT NULL COLLATE NOCASE UNIQUE,
  created_at TEXT NOT NULL
);

-- Credit: only ever added to; what somebody has is the sum of their rows in a currency.
CREATE TABLE referral_transactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT NOT NULL UNIQUE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  friend_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  -- redeemed: a friend's code was named. earned, withdrawn: by a friend's first payment and its refund. spent, returned: in a payment.
  kind TEXT NOT NULL CHECK (kind IN ('redeemed', 'earned', 'withdrawn', 'spent', 'returned')),
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer'),
  currency TEXT,
  transaction_id TEXT REFERENCES payment_transactions (id),
  created_at TEXT NOT NULL,
  CHECK ((kind = 'redeemed') = (currency IS NULL)),
  CHECK (CASE kind WHEN 'redeemed' THEN amount_minor = 0 WHEN 'earned' THEN amount_minor > 0 WHEN 'returned' THEN amount_minor > 0 ELSE amount_minor < 0 END)
);
CREATE INDEX referral_transactions_of_user ON referral_transactions (user_id, currency);
CREATE INDEX referral_transactions_of_friend ON referral_transactions (friend_id);
CREATE INDEX referral_transactions_of_transaction ON referral_transactions (transaction_id, kind);
CREATE UNIQUE INDEX one_code_is_redeemed_once ON referral_transactions (user_id) WHERE kind = 'redeemed';
CREATE UNIQUE INDEX credit_is_earned_once ON referral_transactions (transaction_id, user_id) WHERE kind = 'earned';

-- Links that open a payment outside the app: each once.
CREATE TABLE payment_handoffs (
  -- SHA-256 of the token.
  hash TEXT PRIMARY KEY,
  transaction_id TEXT NOT NULL REFERENCES payment_transactions (id),
  expires_at TEXT NOT NULL,
  used_at TEXT
) WITHOUT ROWID;
CREATE INDEX payment_handoffs_by_end ON payment_handoffs (expires_at);

-- Providers want their access tokens used until they end, by all isolates. Sealed: the database alone opens nothing.
CREATE TABLE provider_tokens (
  -- The provider and the digest of the credentials.
  key TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;
