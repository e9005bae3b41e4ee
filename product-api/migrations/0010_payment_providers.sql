-- Which payment providers there are is decided by the product API's registry, no longer by a CHECK
-- of this table. SQLite cannot drop a constraint, so the table is created again under its name, with
-- all its rows. Foreign keys that refer to it are checked at the end of the migration.
PRAGMA defer_foreign_keys = true;

CREATE TABLE payment_transactions_copy AS SELECT * FROM payment_transactions;
DROP TABLE payment_transactions;

-- One row is one attempt to pay and one order at the provider. It outlives the account, without
-- naming anybody, because accounting needs it.
CREATE TABLE payment_transactions (
  -- Also our id of the order at the provider.
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
  credit_minor INTEGER NOT NULL DEFAULT 0
    CHECK (typeof(credit_minor) = 'integer' AND credit_minor >= 0),
  locale TEXT NOT NULL REFERENCES locales (code),
  return_to TEXT,
  -- The registry of the product API says which there are.
  provider TEXT NOT NULL,
  -- What the form of the checkout carries: a double click is one attempt.
  checkout_key TEXT,
  provider_order_id TEXT,
  provider_reference TEXT,
  provider_capture_id TEXT,
  redirect_url TEXT,
  provider_expires_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN (
    'created', 'redirected', 'approved', 'capturing', 'pending', 'paid', 'failed', 'cancelled',
    'expired', 'refunded', 'partially_refunded', 'reversed', 'review')),
  failure TEXT,
  -- Every write of the state increments it and names its writer: whoever decided on an older state
  -- has to read the row again.
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
  refunded_minor INTEGER NOT NULL DEFAULT 0 CHECK (
    typeof(refunded_minor) = 'integer' AND refunded_minor >= 0 AND refunded_minor <= amount_minor),
  receipt_year INTEGER,
  receipt_n INTEGER,
  paid_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((receipt_n IS NULL) = (paid_at IS NULL)),
  CHECK ((receipt_year IS NULL) = (paid_at IS NULL)),
  CHECK (state NOT IN ('paid', 'refunded', 'partially_refunded', 'reversed') OR paid_at IS NOT NULL)
);
INSERT INTO payment_transactions (
  id, user_id, plan_id, plan, lines, amount_minor, currency, exponent, coupon_code, credit_minor,
  locale, return_to, provider, checkout_key, provider_order_id, provider_reference,
  provider_capture_id, redirect_url, provider_expires_at, state, failure, state_version,
  written_by, idem_create, idem_capture, return_nonce, returned_at, lease_until, last_checked_at,
  next_check_at, last_error, refunded_minor, receipt_year, receipt_n, paid_at, created_at,
  updated_at)
SELECT
  id, user_id, plan_id, plan, lines, amount_minor, currency, exponent, coupon_code, credit_minor,
  locale, return_to, provider, checkout_key, provider_order_id, provider_reference,
  provider_capture_id, redirect_url, provider_expires_at, state, failure, state_version,
  written_by, idem_create, idem_capture, return_nonce, returned_at, lease_until, last_checked_at,
  next_check_at, last_error, refunded_minor, receipt_year, receipt_n, paid_at, created_at,
  updated_at
FROM payment_transactions_copy;
DROP TABLE payment_transactions_copy;

CREATE UNIQUE INDEX payment_transactions_by_checkout_key
  ON payment_transactions (user_id, checkout_key);
CREATE UNIQUE INDEX payment_transactions_by_order
  ON payment_transactions (provider, provider_order_id);
CREATE UNIQUE INDEX payment_transactions_by_capture
  ON payment_transactions (provider, provider_capture_id);
CREATE UNIQUE INDEX payment_transactions_by_receipt
  ON payment_transactions (receipt_year, receipt_n);
CREATE INDEX payment_transactions_of_user ON payment_transactions (user_id, plan_id, state);
CREATE INDEX payment_transactions_of_coupon
  ON payment_transactions (coupon_code) WHERE coupon_code IS NOT NULL;
CREATE INDEX payment_transactions_due
  ON payment_transactions (next_check_at) WHERE next_check_at IS NOT NULL;
