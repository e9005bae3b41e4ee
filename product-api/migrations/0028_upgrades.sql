-- A purchase that replaces a smaller plan: the payment of that plan, what its unused days are worth
-- in minor units, and until when it ran, for the case that the purchase is refunded.
ALTER TABLE payment_transactions ADD COLUMN upgrade_from TEXT REFERENCES payment_transactions (id);
ALTER TABLE payment_transactions ADD COLUMN upgrade_minor INTEGER NOT NULL DEFAULT 0
  CHECK (typeof(upgrade_minor) = 'integer' AND upgrade_minor >= 0);
ALTER TABLE payment_transactions ADD COLUMN upgrade_until TEXT;
CREATE INDEX payment_transactions_of_upgrade ON payment_transactions (upgrade_from)
  WHERE upgrade_from IS NOT NULL;
