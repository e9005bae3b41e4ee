-- What is due of one clock's orders (payments/clock/due-orders.ts): those of a provider whose id has
-- the same last letter. payment_transactions_due stays, for the cron trigger, which looks at all.
CREATE INDEX payment_transactions_of_clock
  ON payment_transactions (provider, substr(id, -1), next_check_at)
  WHERE next_check_at IS NOT NULL;
