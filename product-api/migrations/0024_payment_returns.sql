-- Refunds of money that belongs to no payment of ours: received without an order, captured a second
-- time, or in another currency than the order's. The cron trigger sends them.
CREATE TABLE payment_returns (
  -- Also the idempotency key at the provider.
  id TEXT PRIMARY KEY CHECK (length(id) = 26),
  provider TEXT NOT NULL,
  -- The provider's id of the payment, and of its order.
  payment_id TEXT NOT NULL,
  order_id TEXT,
  transaction_id TEXT REFERENCES payment_transactions (id),
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer' AND amount_minor > 0),
  -- The operator's.
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('approved', 'sent', 'done', 'failed')),
  tries INTEGER NOT NULL DEFAULT 0,
  provider_refund_id TEXT,
  failure TEXT,
  next_check_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (provider, payment_id)
);
CREATE INDEX payment_returns_due ON payment_returns (next_check_at)
  WHERE next_check_at IS NOT NULL;
