-- The providers' reports of fees and bank transfers. One row is one day of a provider's report.
CREATE TABLE settlement_days (
  provider TEXT NOT NULL,
  -- In the provider's time zone, such as 2026-11-22.
  day TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'fetched')),
  -- The next page; null: from the beginning. A fetch that was cut off continues here.
  cursor TEXT,
  -- How often the day was fetched completely: late changes are seen by a second time.
  passes INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  next_fetch_at TEXT,
  fetched_at TEXT,
  PRIMARY KEY (provider, day)
) WITHOUT ROWID;
CREATE INDEX settlement_days_due ON settlement_days (next_fetch_at)
  WHERE next_fetch_at IS NOT NULL;

-- A line of a report. Amounts in minor units, below zero for money that leaves the account.
CREATE TABLE settlement_entries (
  provider TEXT NOT NULL,
  line_id TEXT NOT NULL,
  -- The provider's id of the movement; two lines with one id were settled twice.
  provider_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN (
    'payment', 'refund', 'reversal', 'hold', 'release', 'fee', 'payout', 'other')),
  -- Null where the line belongs to no payment of ours.
  transaction_id TEXT REFERENCES payment_transactions (id),
  payment_id TEXT,
  -- The order that the line names, ours or not.
  order_id TEXT,
  refund_key TEXT,
  status TEXT NOT NULL CHECK (status IN ('done', 'pending')),
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer'),
  fee_minor INTEGER NOT NULL CHECK (typeof(fee_minor) = 'integer'),
  fee_tax_minor INTEGER NOT NULL CHECK (typeof(fee_tax_minor) = 'integer'),
  net_minor INTEGER NOT NULL GENERATED ALWAYS AS (amount_minor + fee_minor + fee_tax_minor) VIRTUAL,
  -- Of the bank transfer (UTR), and its day.
  bank_reference TEXT,
  settled_on TEXT,
  occurred_at TEXT NOT NULL,
  occurred_on TEXT NOT NULL,
  -- The day of the report that contained the line last.
  report_day TEXT NOT NULL,
  booking_tries INTEGER NOT NULL DEFAULT 0,
  next_booking_at TEXT,
  PRIMARY KEY (provider, line_id)
) WITHOUT ROWID;
CREATE INDEX settlement_entries_of_transaction ON settlement_entries (transaction_id);
CREATE INDEX settlement_entries_of_movement ON settlement_entries (provider, provider_id);
CREATE INDEX settlement_entries_of_day ON settlement_entries (provider, occurred_on);
CREATE INDEX settlement_entries_to_book ON settlement_entries (next_booking_at)
  WHERE next_booking_at IS NOT NULL;

-- Paid payments are no longer asked about one by one.
UPDATE payment_transactions SET next_check_at = NULL
WHERE state IN ('paid', 'partially_refunded');
