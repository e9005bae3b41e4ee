-- is_booked: the refund is part of the payment's refunded sum already, because it was sent again.
ALTER TABLE refund_requests ADD COLUMN is_booked INTEGER NOT NULL DEFAULT 0 CHECK (is_booked IN (0, 1));
-- despite_dispute: it is sent while the payer disputes the payment.
ALTER TABLE refund_requests ADD COLUMN despite_dispute INTEGER NOT NULL DEFAULT 0 CHECK (despite_dispute IN (0, 1));

-- What two people agree to is what is sent: the request of this amount is written before.
CREATE TRIGGER refund_proposals_are_sent BEFORE UPDATE ON refund_proposals
WHEN old.state = 'proposed' AND new.state = 'approved' AND NOT EXISTS (
  SELECT 1 FROM refund_requests WHERE transaction_id = new.transaction_id AND status = 'approved'
    AND amount_minor = new.amount_minor AND updated_at = new.decided_at) BEGIN
  SELECT RAISE(ABORT, 'a refund is approved together with what is sent');
END;
