-- When the payer left a payment: cancelled it, or began another order for the same plan. Money that
-- arrives for a left payment is given back by itself.
ALTER TABLE payment_transactions ADD COLUMN left_at TEXT;
UPDATE payment_transactions SET left_at = updated_at WHERE state = 'cancelled';

-- The idempotency key of a refund at its provider, stored before it is sent for the first time and
-- kept until the provider says that the refund under it has failed.
ALTER TABLE refund_requests ADD COLUMN refund_key TEXT;
UPDATE refund_requests SET refund_key = id || '-' || tries WHERE tries > 0;
