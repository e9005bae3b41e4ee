-- Sales of a month are read from the entries of the ledger that moved money.
CREATE INDEX payment_movements_by_time ON payment_events (at) WHERE amount_minor <> 0;
