-- GST: where payers live, tax invoices and credit notes.

-- The state that a member named as the place of supply, by its GST code; prefilled afterwards.
CREATE TABLE payer_states (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (length(state) = 2),
  updated_at TEXT NOT NULL
);

-- The state that the payer of this attempt named; null if it was not needed.
ALTER TABLE payment_transactions ADD COLUMN payer_state TEXT;

-- A tax invoice for each payment that is taxed, and a credit note for each refund of one. They name
-- nobody. Numbers have no gaps within a seller, kind and financial year (April to March in India).
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
  CHECK ((currency = 'INR') = (place_of_supply <> '96')),
  CHECK ((supply IN ('export', 'taxed-export')) = (place_of_supply = '96')),
  CHECK (igst_minor = 0 OR (cgst_minor = 0 AND sgst_minor = 0))
);
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

-- Mails with a tax document that are to be sent, and those that were.
CREATE TABLE tax_document_mails (
  document_id INTEGER PRIMARY KEY REFERENCES tax_documents (id),
  tries INTEGER NOT NULL DEFAULT 0,
  -- Null: sent, given up, or without an address.
  next_try_at TEXT,
  sent_at TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX tax_document_mails_due
  ON tax_document_mails (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX tax_document_mails_by_creation ON tax_document_mails (created_at);
