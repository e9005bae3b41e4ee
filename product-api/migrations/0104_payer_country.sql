-- Where payers from abroad live, which an export's invoice names; why requests for a refund were
-- declined; and the language of members, for notices that somebody else may have caused.

-- In which the member signed in, at first and on a device that was known since; null: not since
-- this column is there.
ALTER TABLE users ADD COLUMN locale TEXT REFERENCES locales (code);

-- The country of the payer's account at the provider, as it said when the money was captured
-- (ISO 3166-1 alpha-2); null where it says none.
ALTER TABLE payment_transactions ADD COLUMN payer_country TEXT
  CHECK (length(payer_country) = 2);

-- Why a request was declined, for its payer: a reason of domain/payment.ts, and with 'other' the
-- cashier's own words. Null: it was not declined, or before there were reasons.
ALTER TABLE refund_requests ADD COLUMN decline_reason TEXT
  CHECK (decline_reason IN ('test', 'disputed', 'returned', 'fixed', 'withdrawn', 'other'));
ALTER TABLE refund_requests ADD COLUMN decline_note TEXT NOT NULL DEFAULT '';

-- Documents name the country of destination. Foreign money from a payer in India is no export, which
-- the old CHECK did not allow; SQLite cannot drop a constraint, so the table is created again under
-- its name, with all its rows. The foreign key that refers to it is checked at the end.
PRAGMA defer_foreign_keys = true;

CREATE TABLE tax_documents_copy AS SELECT * FROM tax_documents;
DROP TABLE tax_documents;

CREATE TABLE tax_documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  gstin TEXT NOT NULL CHECK (length(gstin) = 15),
  -- The year in which the financial year begins.
  fiscal_year INTEGER NOT NULL CHECK (typeof(fiscal_year) = 'integer'),
  n INTEGER NOT NULL CHECK (typeof(n) = 'integer' AND n > 0),
  transaction_id TEXT NOT NULL REFERENCES payment_transactions (id),
  issued_at TEXT NOT NULL,
  -- The date in India.
  issued_on TEXT NOT NULL CHECK (length(issued_on) = 10),
  -- As they were then: {name, address, sac, lut}, and {slug, days, name}.
  seller TEXT NOT NULL CHECK (json_valid(seller)),
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  place_of_supply TEXT NOT NULL CHECK (length(place_of_supply) = 2),
  -- Of an export: the country of destination; null if it is not known.
  country TEXT CHECK (
    country IS NULL OR (length(country) = 2 AND place_of_supply = '96' AND country <> 'IN')),
  supply TEXT NOT NULL
    CHECK (supply IN ('intra-state', 'inter-state', 'export', 'taxed-export')),
  percent INTEGER NOT NULL CHECK (typeof(percent) = 'integer' AND percent BETWEEN 0 AND 40),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer' AND amount_minor > 0),
  taxable_minor INTEGER NOT NULL CHECK (typeof(taxable_minor) = 'integer' AND taxable_minor >= 0),
  cgst_minor INTEGER NOT NULL CHECK (typeof(cgst_minor) = 'integer' AND cgst_minor >= 0),
  sgst_minor INTEGER NOT NULL CHECK (typeof(sgst_minor) = 'integer' AND sgst_minor >= 0),
  igst_minor INTEGER NOT NULL CHECK (typeof(igst_minor) = 'integer' AND igst_minor >= 0),
  CHECK (taxable_minor + cgst_minor + sgst_minor + igst_minor = amount_minor),
  -- Rupees are no export.
  CHECK (currency <> 'INR' OR place_of_supply <> '96'),
  CHECK ((supply IN ('export', 'taxed-export')) = (place_of_supply = '96')),
  CHECK (igst_minor = 0 OR (cgst_minor = 0 AND sgst_minor = 0))
);
INSERT INTO tax_documents (
  id, kind, gstin, fiscal_year, n, transaction_id, issued_at, issued_on, seller, plan,
  place_of_supply, supply, percent, currency, amount_minor, taxable_minor, cgst_minor, sgst_minor,
  igst_minor)
SELECT
  id, kind, gstin, fiscal_year, n, transaction_id, issued_at, issued_on, seller, plan,
  place_of_supply, supply, percent, currency, amount_minor, taxable_minor, cgst_minor, sgst_minor,
  igst_minor
FROM tax_documents_copy;
DROP TABLE tax_documents_copy;

CREATE UNIQUE INDEX tax_documents_by_number ON tax_documents (gstin, kind, fiscal_year, n);
CREATE UNIQUE INDEX one_invoice_of_a_transaction
  ON tax_documents (transaction_id) WHERE kind = 'invoice';
CREATE INDEX tax_documents_of_transaction ON tax_documents (transaction_id, id);
CREATE INDEX tax_documents_by_date ON tax_documents (issued_on);
CREATE TRIGGER tax_documents_are_not_changed BEFORE UPDATE ON tax_documents
BEGIN
  SELECT RAISE(ABORT, 'tax documents are only added to');
END;
CREATE TRIGGER tax_documents_are_not_deleted BEFORE DELETE ON tax_documents
BEGIN
  SELECT RAISE(ABORT, 'tax documents are only added to');
END;
