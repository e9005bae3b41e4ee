-- Whether an attempt holds the use of its coupon and its referral credit. It holds them from its
-- beginning until it ends unpaid, and needs them again before later money is kept.
ALTER TABLE payment_transactions ADD COLUMN is_reserved INTEGER NOT NULL DEFAULT 1
  CHECK (is_reserved IN (0, 1));
UPDATE payment_transactions SET is_reserved = 0
WHERE state IN ('failed', 'cancelled', 'expired')
  OR (state IN ('refunded', 'reversed') AND left_at IS NOT NULL);

-- When earned credit can be spent: at the end of the refund period of the payment that earned it.
-- Null: at once. A withdrawal has the time of the credit that it withdraws.
ALTER TABLE referral_transactions ADD COLUMN available_at TEXT;
