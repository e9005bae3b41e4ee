-- Refunds that webhooks have reported and that were not fetched from the provider yet, as a JSON
-- array of {key, providerId}: a webhook that was answered does not come again.
ALTER TABLE payment_transactions ADD COLUMN reported_refunds TEXT NOT NULL DEFAULT '[]'
  CHECK (json_valid(reported_refunds));
